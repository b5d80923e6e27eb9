/** Relations between the mentions of a record, whose types may be named otherwise than in a model's training. */
import {
  MAX_EVIDENCE,
  MAX_MENTION,
  type RecordRelation,
  type TypedMention,
  tripleOf,
} from '../../../../shared/domain/record-relations.ts';
import type { PairRules } from '../../../../shared/domain/relations.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import type { LabelledSpan } from '../../../../shared/domain/training.ts';
import { typeOfLabel } from '../../../../shared/entity-type-aliases.ts';
import { splitSentences } from '../../../text/sentences.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { type PairClassifier, relate } from './relate.ts';

/** Returns the relations of a record by place, each triple of words and types once. @throws AppError as `relate` */
export async function relateRecord(
  predictor: PairClassifier,
  { text, mentions }: { readonly text: string; readonly mentions: readonly TypedMention[] },
  options: BatchOptions = {},
): Promise<RecordRelation[]> {
  const entities = predictor.pairs === undefined ? [] : inTypesOf(predictor.pairs, mentions);
  const [found = []] = await relate(predictor, [{ text, entities }], options);
  const evidenceOf = evidenceIn(text);
  const endOf = ({ start, end, type }: LabelledSpan) => ({ start, end, type, text: text.slice(start, end) });
  const triples = new Map<string, RecordRelation>();
  for (const { type, from, to, confidence } of found) {
    const [head, tail] = [endOf(entities[from]!), endOf(entities[to]!)];
    const relation = { type, head, tail, confidence, evidence: evidenceOf(head, tail) };
    const known = triples.get(tripleOf(relation));
    if (known === undefined || known.confidence < confidence) triples.set(tripleOf(relation), relation);
  }
  const placeOf = ({ head, tail }: RecordRelation) => Math.min(head.start, tail.start);
  return [...triples.values()].sort((a, b) => placeOf(a) - placeOf(b) || b.confidence - a.confidence);
}

/**
 * Returns the mentions with the types of the model: the same name, else each one that denotes the same type of the graph.
 * Mentions of other types are left out, as are overlong ones.
 */
function inTypesOf({ signatures }: PairRules, mentions: readonly TypedMention[]): LabelledSpan[] {
  const types = [...new Set(signatures.flatMap(({ from, to }) => [from, to]))];
  const known = new Map<string, readonly string[]>();
  const typesFor = (name: string): readonly string[] => {
    const wanted = typeOfLabel(name);
    const own =
      known.get(name) ??
      (types.includes(name)
        ? [name]
        : types.filter((type) => wanted !== undefined && typeOfLabel(type) === wanted));
    known.set(name, own);
    return own;
  };
  return mentions.flatMap(({ start, end, types: names }) => {
    if (end - start > MAX_MENTION) return [];
    const own = names.map(typesFor).find(({ length }) => length > 0) ?? [];
    return own.map((type) => ({ start, end, type }));
  });
}

/** Returns a function to the words from the first sentence of two spans to the last. */
function evidenceIn(text: string): (a: Span, b: Span) => string {
  const sentences = splitSentences(text);
  return (a, b) => {
    const [start, end] = [Math.min(a.start, b.start), Math.max(a.end, b.end)];
    const first = sentences.findLast((sentence) => sentence.start <= start) ?? { start };
    const last = sentences.find((sentence) => sentence.end >= end) ?? { end };
    return text.slice(first.start, last.end).slice(0, MAX_EVIDENCE);
  };
}
