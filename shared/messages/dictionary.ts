/** The form of a dictionary: each message in both languages, checked by the compiler. */

/** `{{name}}` stands for a parameter. English with two forms chooses by the parameter `count`. */
export interface Entry {
  readonly en: string | { readonly one: string; readonly other: string };
  readonly zh: string;
}

type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type English<E extends Entry> = E['en'] extends { readonly other: infer Other } ? Other : E['en'];

/** Names of the parameters of one entry. */
export type ParameterNames<E extends Entry> =
  | NamesIn<English<E>>
  | (E['en'] extends string ? never : 'count');

/** `Entry` when both languages use the same parameters, else a type that nothing satisfies. */
export type Checked<E extends Entry> = [ParameterNames<E>, NamesIn<E['zh']>] extends [
  NamesIn<E['zh']>,
  ParameterNames<E>,
]
  ? E
  : { readonly zh: ['parameters differ from the English ones', ParameterNames<E>] };

/** Returns the entries as they are. Does not compile unless each has both languages with the same parameters. */
export const dictionary = <const D extends Readonly<Record<string, Entry>>>(
  entries: D & { readonly [Id in keyof D]: Checked<D[Id]> },
): D => entries;
