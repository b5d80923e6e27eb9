/** Shapes that several areas of the contract share. */
import { z } from 'zod';
import { FileName } from '../domain/limits.ts';

export const Nothing = z.object({});
export const Done = z.object({ done: z.literal(true) });
export const FileData = z.object({ name: FileName, base64: z.string() });
/** Id that a window gives to a request so that it can cancel it. */
export const Ticket = z.string().min(1).max(100);
