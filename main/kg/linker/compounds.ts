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

interface Head {
  readonly word: string;
  readonly type: EntityType;
}

export function buildCompoundReader(rules: CompoundRules): CompoundReader {
  const silent = rules.silent.map(fold);
  const heads: Head[] = rules.heads
    .flatMap(({ type, words }) => words.map((word) => ({ word: fold(word), type })))
    .sort((a, b) => b.word.length - a.word.length);
  const notAfter = rules.notAfter.map(fold);
  const operation = operationPattern(rules);

  function headAt(folded: string, at: number, limit: number): Head | undefined {
    const head = heads.find(({ word }) => folded.startsWith(word, at) && at + word.length <= limit);
    if (head !== undefined)
      return notAfter.some((word) => folded.startsWith(word, at + head.word.length)) ? undefined : head;
    operation.lastIndex = at;
    const word = operation.exec(folded)?.[0];
    return word !== undefined && at + word.length <= limit ? { word, type: 'treatment' } : undefined;
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
        const words = text.slice(start, last.end + head.word.length);
        const entity = lookup(`${last.name}${head.word}`, head.type);
        const whole = { start, end: start + words.length, text: words, depth: 0 };
        joined.push({ ...whole, type: head.type, name: words, ...entity });
        joined.push(...chain.map((inner) => ({ ...inner, depth: inner.depth + 1 })));
      }
      return joined;
    },
  };
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
