/** Mentions of a batch that are linked to entities: inputs of the objectives that read them. */
import { type MentionSpans, mentionPlaces } from '../layers/mention-tokens.ts';
import { type BatchSize, type InputSpec, input, type Tensors } from '../models/model.ts';
import type { Mention } from './knowledge.ts';
import type { BatchArrays, Row } from './objective.ts';

/** Places of first and last tokens of mentions in the batch, their entities, and 1 where there is a mention; all [N]. */
export function mentionInputs({ batch, length }: BatchSize): readonly InputSpec[] {
  const shape = [batch * mentionPlaces(length)];
  return [
    { name: 'mentionStarts', shape, dtype: 'int32' },
    { name: 'mentionEnds', shape, dtype: 'int32' },
    { name: 'mentionEntities', shape, dtype: 'int32' },
    { name: 'mentionWeights', shape, dtype: 'float32' },
  ];
}

export const mentionSpans = (inputs: Tensors): MentionSpans => ({
  starts: input(inputs, 'mentionStarts'),
  ends: input(inputs, 'mentionEnds'),
});

/** A mention that is read, and the number of its place in the batch. */
export interface PlacedMention extends Mention {
  readonly place: number;
}

/** Writes the mentions of a row, and returns them. */
export function writeMentions(
  arrays: BatchArrays,
  { mentions = [], number }: Row,
  { length }: BatchSize,
): PlacedMention[] {
  const places = mentionPlaces(length);
  const placed = mentions.slice(0, places).map((mention, i) => ({ ...mention, place: number * places + i }));
  for (const { first, last, entity, place } of placed) {
    arrays.mentionStarts![place] = number * length + first;
    arrays.mentionEnds![place] = number * length + last;
    arrays.mentionEntities![place] = entity;
    arrays.mentionWeights![place] = 1;
  }
  return placed;
}
