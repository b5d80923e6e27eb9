/**
 * Kinds of text in requests, each with its longest length in UTF-16 code units. A request of any other length, and a
 * list or record without a limit, does not pass `test/main/ipc/limits.test.ts`.
 */
import { z } from 'zod';

/** Longest text a document may hold. */
export const MAX_TEXT = 5_000_000;
export const Text = z.string().max(MAX_TEXT);
/** Id that the app gave, such as that of an upload or a job. */
export const Token = z.string().max(100);
/** Name of a type, label or choice. */
export const ShortName = z.string().max(100);
/** Name that a person gives to something of theirs. */
export const GivenName = z.string().trim().min(1).max(200);
/** Name of a file, without its folder. */
export const FileName = z.string().max(500);
/** Time as ISO text. */
export const Time = z.string().max(100);
/** Passphrase of a workspace; the longest one allowed is longer than any that a person types. */
export const Passphrase = z.string().min(1).max(10_000);
export const NewPassphrase = Passphrase.min(8);
/** Files of one request as base64; the browser host takes no longer request. */
export const Upload = z.string().max(90_000_000);

/** A record of at most `maxKeys` entries. Counts before it parses: a list of a million problems would exhaust memory. */
export function limitedRecord<Value>(key: z.ZodString, value: z.ZodType<Value, Value>, maxKeys: number) {
  const isSmall = (given: unknown): boolean =>
    typeof given === 'object' && given !== null && Object.keys(given).length <= maxKeys;
  return z
    .custom<Record<string, Value>>(isSmall, `a record of at most ${maxKeys} entries`)
    .pipe(z.record(key, value))
    .meta({ maxKeys });
}

/** Number of a patient in the workspace. */
export const PatientId = z.number().int().positive();
