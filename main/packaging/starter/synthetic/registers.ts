/**
 * Layouts of many registers, from a grammar: `registers.txt` lists the lines of each, of which a record takes some;
 * `grammar.txt` the phrases (`$said`) that lines are put together from, which hold further phrases. Two records of one
 * register share few sentences, so that a tagger learns what stands around identifiers rather than forms by heart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composedPart } from './composed.ts';
import type { Draw } from './draw.ts';
import { type Layout, readLayouts } from './template.ts';

type Phrases = ReadonlyMap<string, readonly string[]>;

const PHRASE = /\$([a-z]+)/g;
/** Phrases within phrases; a grammar that goes deeper is one that never ends. */
const DEEPEST = 8;
/** Line of which a record takes exactly one of its register. */
const HEAD = '^';
const SHARE = { head: 0.75, turned: 0.2, foreign: 0.1, carrier: 0.18 };

let read: { readonly phrases: Phrases; readonly registers: readonly Layout[] } | undefined;
function parts() {
  if (read !== undefined) return read;
  const text = readFileSync(join(import.meta.dirname, 'grammar.txt'), 'utf8');
  const sections = text.split(/^= /m).flatMap((section): [string, readonly string[]][] => {
    const [name = '', ...productions] = section.trimEnd().split('\n');
    return name === '' ? [] : [[name, productions]];
  });
  read = { phrases: new Map(sections), registers: readLayouts('registers') };
  return read;
}

/** Returns the registers of the grammar. */
export const grammarRegisters = (): readonly Layout[] => parts().registers;

/** Replaces phrases by one of their productions each. @throws Error for a phrase that the grammar lacks */
function expanded(text: string, draw: Draw, phrases: Phrases, depth = 0): string {
  if (depth > DEEPEST) throw new Error(`grammar: ${text} has no end`);
  return text.replace(PHRASE, (_, name: string) => {
    const productions = phrases.get(name);
    if (productions === undefined) throw new Error(`grammar: no phrase ${name}`);
    return expanded(draw.pick(productions), draw, phrases, depth + 1);
  });
}

/**
 * Returns a layout of a register.
 * @param registers whose lines may stand between its own
 * @param carriers sentences that may stand there too
 */
export function registerLayout(
  draw: Draw,
  register: Layout,
  { registers, carriers }: { readonly registers: readonly Layout[]; readonly carriers: readonly string[] },
): Layout {
  const { phrases } = parts();
  const foreign = (): string => {
    if (draw.chance(0.5)) return composedPart(draw, carriers);
    return draw.pick(
      draw
        .pick(registers)
        .template.split('\n')
        .filter((text) => !text.startsWith(HEAD)),
    );
  };
  const all = register.template.split('\n');
  const heads = all.filter((line) => line.startsWith(HEAD)).map((line) => line.slice(HEAD.length));
  const body = all.filter((line) => !line.startsWith(HEAD));
  const share = (30 + draw.between(0, 60)) / 100;
  const kept = body.filter(() => draw.chance(share));
  const lines = kept.length > 0 ? kept : [draw.pick(body)];
  if (draw.chance(SHARE.turned)) lines.push(...lines.splice(0, draw.between(0, lines.length)));
  const mixed = lines.flatMap((line) => {
    if (draw.chance(SHARE.foreign)) return [line, foreign()];
    return carriers.length > 0 && draw.chance(SHARE.carrier) ? [line, draw.pick(carriers)] : [line];
  });
  const head = heads.length > 0 && draw.chance(SHARE.head) ? [draw.pick(heads)] : [];
  const between = draw.pick(['\n', '\n', '\n', '\n', '\n', '\n', ' ', '　', '', '\n\n']);
  // Each line by itself: the name of a phrase at its end must not run on into the next.
  const written = [...head, ...mixed].map((line) => expanded(line, draw, phrases));
  return { ...register, template: written.join(between) };
}
