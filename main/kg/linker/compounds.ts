/**
 * Joins the name of a part of the body with the noun after it that no name covers: 左心室|血栓, 视网膜动脉|痉挛, and
 * drops parts of words that name no part of the body: 心脏|专科.
 */
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { Mention } from '../../../shared/domain/mention.ts';
import { fold } from '../../text/folding.ts';
import type { CompoundRules } from '../../text/rule-schemas.ts';

type Found = Omit<Mention, 'assertion'>;
/** Entity of a whole name of one of these types, if there is one. */
type Lookup = (name: string, type: EntityType) => Pick<Found, 'entityId' | 'name' | 'type'> | undefined;

export interface CompoundReader {
  /**
   * @param folded the text as the linker reads it
   * @param mentions by start, outer before inner
   */
  join(text: string, folded: string, mentions: readonly Found[], lookup: Lookup): Found[];
}

interface Noun {
  readonly word: string;
  readonly type: EntityType;
}

interface Head extends Noun {
  readonly adjectives: string;
}

/** Matches a measured size between a part of the body and its noun: 肾上腺|1.6×1.2cm|结节. */
const SIZE = '约?\\d+(?:\\.\\d+)?(?:[×x*]\\d+(?:\\.\\d+)?){0,2}(?:cm|mm)(?:大小)?的?';

export function buildCompoundReader(rules: CompoundRules): CompoundReader {
  const silent = rules.silent.map(fold);
  const heads: Noun[] = rules.heads
    .flatMap(({ type, words }) => words.map((word) => ({ word: fold(word), type })))
    .sort((a, b) => b.word.length - a.word.length);
  const notAfter = rules.notAfter.map(fold);
  const operation = operationPattern(rules);
  const modifiers = new RegExp(`(?:${[SIZE, ...rules.modifiers.map(fold)].join('|')}){1,3}`, 'uy');

  /** Returns the noun at an offset, with the adjectives before it: 少量|积液. */
  function headAt(folded: string, at: number, limit: number): Head | undefined {
    modifiers.lastIndex = at;
    const adjectives = modifiers.exec(folded)?.[0] ?? '';
    const head = nounAt(folded, at + adjectives.length, limit);
    return head && { ...head, adjectives };
  }

  function nounAt(folded: string, at: number, limit: number): Noun | undefined {
    operation.lastIndex = at;
    const word = operation.exec(folded)?.[0];
    if (word !== undefined && at + word.length <= limit) return { word, type: 'treatment' };
    const head = heads.find((noun) => folded.startsWith(noun.word, at) && at + noun.word.length <= limit);
    if (head === undefined) return undefined;
    return notAfter.some((after) => folded.startsWith(after, at + head.word.length)) ? undefined : head;
  }

  return {
    join(text, folded, mentions, lookup) {
      const joined: Found[] = [];
      for (let i = 0; i < mentions.length; ) {
        const end = chainEnd(mentions, i);
        const chain = mentions.slice(i, end);
        i = end;
        const last = chain.findLast(({ depth }) => depth === 0)!;
        const next = mentions[end]?.start ?? text.length;
        if (last.type !== 'anatomy' || next === last.end) {
          joined.push(...chain);
          continue;
        }
        if (silent.some((word) => folded.startsWith(word, last.end))) continue;
        const head = headAt(folded, last.end, next);
        if (head === undefined) {
          joined.push(...chain);
          continue;
        }
        const { start } = chain[0]!;
        const words = text.slice(start, last.end + head.adjectives.length + head.word.length);
        const part = text.slice(start, last.end);
        const entity = namesOf(last.name, part, head).reduce<ReturnType<Lookup>>(
          (found, name) => found ?? lookup(name, head.type),
          undefined,
        );
        const whole = { start, end: start + words.length, text: words, depth: 0 };
        joined.push({ ...whole, type: head.type, name: words, ...entity });
        joined.push(...chain.map((inner) => ({ ...inner, depth: inner.depth + 1 })));
      }
      return joined;
    },
  };
}

/** Returns names that the whole may have in the graph: 下腹|持续性|隐痛 is 下腹隐痛 or 下腹痛. */
function namesOf(entity: string, part: string, { word, adjectives }: Head): string[] {
  const words = word.length > 1 && word.endsWith('痛') && !/[压叩触跳]/.test(word) ? [word, '痛'] : [word];
  const parts = [...new Set([part, entity, part.replace(/部$/u, ''), entity.replace(/部$/u, '')])];
  return words.flatMap((head) => parts.flatMap((name) => [`${name}${adjectives}${head}`, `${name}${head}`]));
}

/** Returns the index behind the outermost mention at `from`, its inner ones, and parts of the body right after it. */
function chainEnd(mentions: readonly Found[], from: number): number {
  let outer = mentions[from]!;
  let i = from + 1;
  for (; i < mentions.length; i++) {
    const mention = mentions[i]!;
    if (mention.depth > 0) continue;
    if (outer.type !== 'anatomy' || mention.type !== 'anatomy' || mention.start !== outer.end) break;
    outer = mention;
  }
  return i;
}

/** Matches the rest of a name of an operation: 软镜钬激光碎石术. */
function operationPattern({ operations, operationReach }: CompoundRules): RegExp {
  const han = `[\\p{Script=Han}]{0,${operationReach}}?`;
  return new RegExp(`${han}(?:${operations.map(fold).join('|')})${han}术(?![语士式者区野])`, 'uy');
}
