/** Reads a list of names and numbers as keyed hashes, in a background process. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { type HashedIdentifier, hashIdentifiers, identifiersIn } from '../../deid/identifier-lists.ts';
import { openTable } from '../../formats/document-tables.ts';
import { fileText } from '../../reading/decode.ts';
import type { TaskInput } from '../background/protocol.ts';
import { deidTools } from './deidentify-records.ts';

/** @throws AppError `bad-input` for files that cannot be read or hold neither names nor numbers */
export function hashList({ name, bytes, list, secret }: TaskInput<'hashList'>): HashedIdentifier[] {
  const found = identifiersIn(cellsOf(name, bytes), deidTools().rules);
  if (found.length === 0)
    throw new AppError('bad-input', message('look.nothing-listed', { name }), {
      kept: 'kept.nothing-changed',
    });
  return hashIdentifiers(secret, found, list);
}

function cellsOf(name: string, bytes: Uint8Array): string[] {
  if (!/\.(?:csv|tsv|tab|xlsx)$/i.test(name))
    return fileText({ name, bytes })
      .split(/[\r\n\t,;，；、|]+/)
      .flatMap((piece) => [piece, ...piece.split(/\s+/)]);
  const { rows, columns } = openTable({ name, bytes });
  return [...columns, ...rows.flatMap((row) => Object.values(row.read()).map(String))];
}
