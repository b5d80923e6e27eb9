/** Shapes that several areas of the contract share. */
import { z } from 'zod';

export const Nothing = z.object({});
export const Done = z.object({ done: z.literal(true) });
export const FileData = z.object({ name: z.string().max(500), base64: z.string() });
/** Longest text a document may hold, in UTF-16 code units. */
export const MAX_TEXT = 5_000_000;
export const Text = z.string().max(MAX_TEXT);
/** Id that a window gives to a request so that it can cancel it. */
export const Ticket = z.string().min(1).max(100);
