/**
 * Corrections of highlights: what people say of words that dictionary or model marked wrongly, kept with a record, and
 * rules about words that are never marked again in the workspace.
 */
import { z } from 'zod';
import { EntityId, EntityType } from './graph.ts';
import { Token } from './limits.ts';
import { Assertion } from './mention.ts';
import { MAX_MENTION } from './record-relations.ts';
import { Span } from './span.ts';

/** Changes of one request, such as the corrections that one undo takes back. */
export const MAX_CORRECTIONS = 1000;

const Words = z.string().min(1).max(MAX_MENTION);

/** A mention as dictionary or model had marked it; `type` is a type of the graph or a label of the model. */
const FoundMention = z.object({ ...Span.shape, type: z.string().max(100) });

/** A mention as a person marked it. */
const RightMention = z.object({
  ...Span.shape,
  type: EntityType,
  assertion: Assertion,
  /** Null: linked to no entity. Without `id`, the graph no longer has the entity. */
  entity: z.object({ id: EntityId.optional(), type: EntityType, name: Words }).nullable(),
});

export const Correction = z.object({
  id: Token,
  /** The words from the first to the last that either mention holds. */
  ...Span.shape,
  text: Words,
  /** Null: nothing was marked here. */
  found: FoundMention.nullable(),
  /** Null: the words are no mention. */
  mention: RightMention.nullable(),
});
export type Correction = z.infer<typeof Correction>;

/** A correction with its author; offsets are those of the text that it came with. */
export const MadeCorrection = Correction.extend({
  at: z.string(),
  actor: z.string(),
  /** The words are no longer in the record; offsets are those where they stood last. */
  gone: z.boolean(),
});
export type MadeCorrection = z.infer<typeof MadeCorrection>;

/** One correction before and after; null: there is none. */
export const CorrectionChange = z.object({ before: Correction.nullable(), after: Correction.nullable() });
export type CorrectionChange = z.infer<typeof CorrectionChange>;

/** Words that are not marked anywhere in the workspace while the rule is on. */
export const MentionRule = z.object({
  words: Words,
  /** Type of the graph or label of a model; empty: whatever type they are given. */
  type: z.string().max(100),
  active: z.boolean(),
  at: z.string(),
  actor: z.string(),
});
export type MentionRule = z.infer<typeof MentionRule>;

/** Decisions of people that the highlights of a text respect. */
export interface Review {
  /** At their places in that text. */
  readonly corrections: readonly MadeCorrection[];
  readonly rules: readonly Pick<MentionRule, 'words' | 'type'>[];
}

/** Returns a correction with the place and the words that hold both mentions. */
export function correctionOf(
  text: string,
  { id, found, mention }: Pick<Correction, 'id' | 'found' | 'mention'>,
): Correction {
  const spans = [found, mention].filter((span) => span !== null);
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  return { id, start, end, text: text.slice(start, end), found, mention };
}

/** Returns the correction where its words stand after moving by `shift` code units. */
export function shiftCorrection<C extends Correction>(correction: C, shift: number): C {
  const moved = <S extends Span>(span: S | null): S | null =>
    span && { ...span, start: span.start + shift, end: span.end + shift };
  return {
    ...correction,
    ...moved(correction),
    found: moved(correction.found),
    mention: moved(correction.mention),
  };
}
