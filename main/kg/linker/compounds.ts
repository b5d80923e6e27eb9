/**
 * Joins the name of a part of the body with the noun after it that no name covers: 左心室|血栓, 视网膜动脉|痉挛, and
 * drops parts of words that name no part of the body: 心脏|专科. A name that goes on as a test is that test: 风湿|三项.
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
  const tests = new RegExp(`(?:${rules.tests.map(fold).join('|')})`, 'uy');
  const removals = new RegExp(`(?:${rules.removals.map(fold).join('|')})`, 'uy');
  const general = new Set(rules.general.map(fold));
  const leading = leadingWords(rules);
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

  /** Returns the test that the words after a mention make of it, if they do: 风湿|三项, 腺病毒|IgM抗体. */
  function testOf(text: string, folded: string, mentions: readonly Found[], at: number, lookup: Lookup) {
    const outer = mentions[at]!;
    if (outer.depth > 0 || outer.type === 'department') return undefined;
    let end = at + 1;
    while (end < mentions.length && mentions[end]!.depth > 0) end++;
    tests.lastIndex = outer.end;
    const tail = tests.exec(folded)?.[0];
    if (tail === undefined) return undefined;
    const to = outer.end + tail.length;
    // 风疹|IgG: the test has a name of its own
    while (mentions[end]?.type === 'exam' && mentions[end]!.end <= to) end++;
    if (to > (mentions[end]?.start ?? folded.length)) return undefined;
    const words = text.slice(outer.start, outer.end + tail.length);
    const entity = lookup(words, 'exam') ?? (outer.type === 'exam' ? outer : undefined);
    const whole = { start: outer.start, end: outer.start + words.length, text: words, depth: 0 };
    const known = entity && { entityId: entity.entityId, name: entity.name };
    return { mentions: [{ ...whole, type: 'exam' as const, name: words, ...known }], end };
  }

  /** Returns the operation that the words after a condition make of it: 鼻息肉|摘除术. */
  function removalOf(text: string, folded: string, mentions: readonly Found[], at: number, lookup: Lookup) {
    const outer = mentions[at]!;
    if (outer.depth > 0 || !CONDITIONS.has(outer.type)) return undefined;
    let end = at + 1;
    while (end < mentions.length && mentions[end]!.depth > 0) end++;
    removals.lastIndex = outer.end;
    const tail = removals.exec(folded)?.[0];
    if (tail === undefined || outer.end + tail.length > (mentions[end]?.start ?? folded.length))
      return undefined;
    const words = text.slice(outer.start, outer.end + tail.length);
    const whole = { start: outer.start, end: outer.start + words.length, text: words, depth: 0 };
    const entity = lookup(words, 'treatment');
    const inner = mentions.slice(at, end).map((mention) => ({ ...mention, depth: mention.depth + 1 }));
    return { mentions: [{ ...whole, type: 'treatment' as const, name: words, ...entity }, ...inner], end };
  }

  /** Returns the mentions with the words before them that belong to their names: 尿|Hb, 应激性|溃疡. */
  function withLeads(text: string, folded: string, mentions: readonly Found[], lookup: Lookup): Found[] {
    let before = 0;
    return mentions.map((mention) => {
      if (mention.depth > 0) return mention;
      const from = before;
      before = mention.end;
      const lead = leading(folded, mention, from);
      if (lead === 0) return mention;
      const start = mention.start - lead;
      const words = text.slice(start, mention.end);
      const entity = lookup(words, mention.type);
      if (mention.type !== 'exam') return { ...mention, start, text: words, ...entity };
      return { start, end: mention.end, text: words, type: 'exam', name: words, depth: 0, ...entity };
    });
  }

  return {
    join(text, folded, found, lookup) {
      const mentions = withLeads(text, folded, found, lookup);
      const joined: Found[] = [];
      for (let i = 0; i < mentions.length; ) {
        const changed =
          testOf(text, folded, mentions, i, lookup) ?? removalOf(text, folded, mentions, i, lookup);
        if (changed !== undefined) {
          joined.push(...changed.mentions);
          i = changed.end;
          continue;
        }
        const end = chainEnd(mentions, i);
        const chain = mentions.slice(i, end);
        i = end;
        const last = chain.findLast(({ depth }) => depth === 0)!;
        const next = mentions[end]?.start ?? text.length;
        if (last.type === 'anatomy' && next === last.end && general.has(mentions[end]?.text ?? '')) {
          // 声门|水肿 is no oedema of the body
          const { start } = chain[0]!;
          const { end: to, type } = mentions[end]!;
          const words = text.slice(start, to);
          const whole = { start, end: to, text: words, depth: 0, type, name: words };
          joined.push({ ...whole, ...lookup(words, type) });
          joined.push(...chain.map((inner) => ({ ...inner, depth: inner.depth + 1 })));
          for (i++; i < mentions.length && mentions[i]!.depth > 0; ) i++;
          continue;
        }
        const known =
          last.type === 'anatomy' && next === last.end
            ? knownWhole(text, chain, mentions[end], lookup)
            : undefined;
        if (known !== undefined) {
          joined.push(known, ...chain.map((inner) => ({ ...inner, depth: inner.depth + 1 })));
          joined.push({ ...mentions[i]!, depth: 1 });
          for (i++; i < mentions.length && mentions[i]!.depth > 0; i++)
            joined.push({ ...mentions[i]!, depth: mentions[i]!.depth + 1 });
          continue;
        }
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

/** Types of names that begin with a part of the body. */
const OF_A_PART: ReadonlySet<EntityType> = new Set([
  'disease',
  'symptom',
  'sign',
  'finding',
  'treatment',
  'exam',
]);

const CONDITIONS: ReadonlySet<EntityType> = new Set(['disease', 'symptom', 'sign', 'finding']);
const ADJECTIVE_OF: ReadonlySet<EntityType> = new Set(['disease', 'finding']);

/** Returns a measure of the words right before a mention, not before `from`, that belong to its name, in code units. */
function leadingWords(
  rules: CompoundRules,
): (folded: string, mention: Pick<Found, 'start' | 'type' | 'text'>, from: number) => number {
  const longest = (words: readonly string[]) => words.map(fold).toSorted((a, b) => b.length - a.length);
  const fluids = longest(rules.fluids);
  const adjectives = longest(rules.adjectives);
  const other = new RegExp(rules.notOfFluids.map(fold).join('|'), 'u');
  return (folded, { start, type, text }, from) => {
    const words = type === 'exam' ? fluids : ADJECTIVE_OF.has(type) ? adjectives : [];
    const word = words.find(
      (one) => start - one.length >= from && folded.startsWith(one, start - one.length),
    );
    return word === undefined || (type === 'exam' && other.test(fold(text))) ? 0 : word.length;
  };
}

interface BodyParts {
  /** Start of the longest that ends at an offset; the length of the text where none does. */
  readonly startAt: Int32Array;
  /** End of the longest that starts at an offset; 0 where none does. */
  readonly endAt: Int32Array;
}

/**
 * Returns the mentions with those made whole that share characters with the part of the body before them:
 * 十二指|肠|梗阻 is no 肠梗阻 but one of the 十二指肠, whose entity it keeps unless the graph has the whole.
 * @param parts of the body, by where they start and end
 */
export function withWholeParts(
  text: string,
  mentions: readonly Found[],
  parts: BodyParts,
  lookup: Lookup,
): Found[] {
  let before = 0;
  return mentions.map((mention) => {
    if (mention.depth > 0) return mention;
    const from = before;
    before = mention.end;
    if (!OF_A_PART.has(mention.type)) return mention;
    // 膝前|交叉韧带断裂: the name begins with a longer part of its own
    const own = Math.max(parts.endAt[mention.start]!, mention.start + 1);
    let start = mention.start;
    for (let at = own; at < mention.end; at++) start = Math.min(start, parts.startAt[at]!);
    if (start === mention.start || start < from) return mention;
    const words = text.slice(start, mention.end);
    return { ...mention, start, text: words, ...lookup(words, mention.type) };
  });
}

/** Returns the mention of a part of the body and the name right after it if the graph has both as one: 下肢血管|超声. */
function knownWhole(
  text: string,
  chain: readonly Found[],
  head: Found | undefined,
  lookup: Lookup,
): Found | undefined {
  if (head === undefined || !OF_A_PART.has(head.type)) return undefined;
  const last = chain.findLast(({ depth }) => depth === 0)!;
  const start = chain[0]!.start;
  const part = text.slice(start, last.end);
  for (const name of new Set([part + head.text, part + head.name, last.name + head.name])) {
    const entity = lookup(name, head.type);
    if (entity !== undefined)
      return { start, end: head.end, text: text.slice(start, head.end), depth: 0, ...entity };
  }
  return undefined;
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
