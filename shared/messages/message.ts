/** Messages as data: an id of the dictionary and its parameters. They are resolved where they are read. */
import { z } from 'zod';
import { type MessageId, messages, type ParameterNamesOf } from './index.ts';

export interface Message {
  readonly id: MessageId;
  readonly params: Readonly<Record<string, Parameter>>;
}

/** Nested messages are resolved in the reader's language; lists are joined with commas. */
export type Parameter = string | number | Message | readonly Parameter[];

/** Ids of messages without parameters. */
export type PlainId = { [Id in MessageId]: ParameterNamesOf<Id> extends never ? Id : never }[MessageId];

/** Parameters that message `Id` needs; `count` chooses between singular and plural. */
export type ParametersOf<Id extends MessageId> = Id extends PlainId
  ? Readonly<Record<string, never>>
  : { readonly [Name in ParameterNamesOf<Id>]: Name extends 'count' ? number : Parameter };

/** The parameters of a message as the rest of an argument list. */
export type Given<Id extends MessageId> = Id extends PlainId ? [] : [params: ParametersOf<Id>];

export function message<Id extends MessageId>(id: Id, ...[params]: Given<Id>): Message {
  return { id, params: params ?? {} };
}

/** Text that is not Meridian's own, such as a system error. */
export const plainText = (text: string): Message => message('system.text', { text });

/** A string that a version before message ids stored, both languages in one. */
const legacyText = (text: string): Message => message('system.legacy', { text });

export const isMessageId = (id: string): id is MessageId => Object.hasOwn(messages, id);

const Parameter: z.ZodType<Parameter> = z.lazy(() =>
  z.union([z.string(), z.number(), Message, z.array(Parameter)]),
);

/** Reads messages, the plain strings that earlier versions stored, and ids of messages that no longer exist. */
export const Message: z.ZodType<Message> = z.union([
  z
    .object({ id: z.string(), params: z.record(z.string(), Parameter) })
    .transform(({ id, params }) =>
      isMessageId(id)
        ? { id, params }
        : message('system.unknown-message', { id, params: JSON.stringify(params) }),
    ),
  z.string().transform(legacyText),
]);

/** The message with `change` applied to the texts among its parameters, nested ones included. */
export function withText({ id, params }: Message, change: (text: string) => string): Message {
  const changed = (value: Parameter): Parameter => {
    if (typeof value === 'string') return change(value);
    if (typeof value === 'number') return value;
    return 'id' in value ? withText(value, change) : value.map(changed);
  };
  return {
    id,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, changed(value)])),
  };
}

/** Reads a column of text that holds a message as JSON, or the plain text of an earlier version. */
export function readMessage(stored: string): Message {
  if (!stored.startsWith('{"id":')) return legacyText(stored);
  try {
    return Message.parse(JSON.parse(stored));
  } catch {
    return legacyText(stored); // somebody's text that begins like JSON
  }
}
