/** Layouts of synthetic records: text with alternatives `[a|b]` and slots `{name.form:kind}`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeidField } from '../../../../shared/domain/deid.ts';
import type { Draw } from './draw.ts';

/** Part of a record; one with a field is an identifier. */
export interface Piece {
  readonly text: string;
  readonly field?: DeidField;
}

const REGISTERS = ['ocr', 'dict', 'trad', 'tw', 'hk'] as const;
/** Ways of writing that a layout demands: scanned, dictated without punctuation, traditional script. */
export type Register = (typeof REGISTERS)[number];

export interface Layout {
  readonly name: string;
  readonly registers: ReadonlySet<Register>;
  readonly template: string;
}

/**
 * `open` layouts may be looked at when rules are written; `closed` ones are only measured; `registers` are lines of the
 * grammar (`registers.ts`), of which each record takes some.
 */
export type LayoutSet = 'open' | 'closed' | 'registers';

export function readLayouts(set: LayoutSet): Layout[] {
  const text = readFileSync(
    join(import.meta.dirname, `${set === 'registers' ? set : `layouts-${set}`}.txt`),
    'utf8',
  );
  return text.split(/^# /m).flatMap((section) => {
    const [head = '', ...lines] = section.trimEnd().split('\n');
    const [name = '', ...flags] = head.split(' ');
    if (name === '') return [];
    const registers = REGISTERS.filter((register) => flags.includes(register));
    return [{ name, registers: new Set(registers), template: lines.join('\n') }];
  });
}

export interface Slot {
  readonly name: string;
  readonly form: string | undefined;
  readonly kind: string | undefined;
}

const INNERMOST = /\[([^[\]]*)\]/;
const SLOT = /\{(?<name>[a-z]+\d?w?)(?:\.(?<form>[a-z]+))?(?::(?<kind>[a-z]+))?\}/g;

/** Chooses alternatives and fills the slots in reading order. */
export function fillTemplate(template: string, draw: Draw, fill: (slot: Slot) => readonly Piece[]): Piece[] {
  let text = template;
  for (let match = INNERMOST.exec(text); match !== null; match = INNERMOST.exec(text)) {
    const chosen = draw.pick((match[1] ?? '').split('|'));
    text = text.slice(0, match.index) + chosen + text.slice(match.index + match[0].length);
  }
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, 0: whole, groups } of text.matchAll(SLOT)) {
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push(...fill({ name: groups?.name ?? '', form: groups?.form, kind: groups?.kind }));
    at = index + whole.length;
  }
  pieces.push({ text: text.slice(at) });
  return pieces;
}
