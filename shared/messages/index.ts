/** Every message that is shown outside the window's own words, in both languages. */
import type { ParameterNames } from './dictionary.ts';
import { system } from './system.ts';

export const messages = { ...system };

export type MessageId = keyof typeof messages;
export type ParameterNamesOf<Id extends MessageId> = ParameterNames<(typeof messages)[Id]>;
