/** Writes the mentions of a batch that are linked to entities: inputs of encoders and objectives that read them. */

import type { EntityNeighbours } from '../../text/entity-section.ts';
import { mentionPlaces } from '../layers/mention-tokens.ts';
import type { BatchSize } from '../models/model.ts';
import type { Mention } from './knowledge.ts';
import type { BatchArrays, Row } from './objective.ts';

/** A mention that is read, and the number of its place in the batch. */
export interface PlacedMention extends Mention {
  readonly place: number;
}

/** Writes the mentions of a row, and returns them. */
export function writeMentions(
  arrays: BatchArrays,
  { mentions = [], number }: Pick<Row, 'mentions' | 'number'>,
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

/** Neighbours of entities, and the number of each entity's type. */
interface TypedNeighbours {
  readonly types: Int32Array;
  readonly neighbours: EntityNeighbours;
}

/** Writes the neighbours of placed mentions, and the changes of their border tokens. */
export function writeNeighbours(
  arrays: BatchArrays,
  mentions: readonly PlacedMention[],
  source: TypedNeighbours,
  size: BatchSize,
): void {
  const most = arrays.neighbourMask!.length / arrays.mentionWeights!.length;
  for (const mention of mentions) writeNeighboursOf(arrays, mention, source, most);
  for (const { place } of mentions) writeChanges(arrays, place, size, most);
}

function writeNeighboursOf(
  arrays: BatchArrays,
  { entity, place }: PlacedMention,
  { types, neighbours: { starts, entities } }: TypedNeighbours,
  most: number,
): void {
  const found = entities.subarray(starts[entity]!, Math.min(starts[entity + 1]!, starts[entity]! + most));
  const at = place * most;
  arrays.neighbours!.set(found, at);
  arrays.neighbourTypes!.set(
    found.map((neighbour) => types[neighbour]!),
    at,
  );
  arrays.neighbourMask!.fill(1, at, at + found.length);
}

/** First tokens take changes 1 … N, last tokens the others; mentions without neighbours change nothing. */
function writeChanges(arrays: BatchArrays, place: number, { batch, length }: BatchSize, most: number): void {
  if (arrays.neighbourMask![place * most] === 0) return;
  arrays.changes![arrays.mentionEnds![place]!] = batch * mentionPlaces(length) + place + 1;
  arrays.changes![arrays.mentionStarts![place]!] = place + 1;
}
