/** Links the texts of a model that reads entities where they are mentioned (SMedBERT), as the editor links records. */
import { EntityType } from '../../../shared/domain/graph.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { buildLinker, type Linker } from '../../kg/linker/linker.ts';
import { type EntityNeighbours, type EntitySection, namesOf } from '../../text/entity-section.ts';
import { loadRules } from '../../text/rules.ts';
import type { TokenSequence } from '../../text/tokens.ts';
import type { Window } from '../../text/windows.ts';
import { badFile } from '../io/tensor-data.ts';
import { LONGEST_MENTION } from '../layers/mention-tokens.ts';
import type { BertConfig } from '../models/bert/config.ts';
import { mentionInputs } from '../models/bert/linking.ts';
import { neighbourInputs } from '../models/bert/neighbours.ts';
import type { BatchSize } from '../models/model.ts';
import type { Mention } from '../objectives/knowledge.ts';
import { writeMentions, writeNeighbours } from '../objectives/mentions.ts';

type NeighbourConfig = NonNullable<BertConfig['neighbours']>;

export interface EntityReader {
  readonly config: NeighbourConfig;
  /** Number of the type of each entity. */
  readonly types: Int32Array;
  readonly neighbours: EntityNeighbours;
  /** Returns the marks of the entities that a text mentions, as `mentionMarks` does. */
  marks(text: string, tokens: TokenSequence): Int32Array;
}

/** @throws AppError when entities and settings do not fit together */
export function entityReader(config: NeighbourConfig, { entities, neighbours }: EntitySection): EntityReader {
  const linked = entities.filter(({ row }) => row !== undefined);
  if (linked.length !== config.entities || neighbours.entities.some((entity) => entity >= config.entities))
    throw badFile('vocab.txt', message('models.entities-differ'));
  const types = Int32Array.from(linked, ({ type }) => EntityType.options.indexOf(type));
  let linker: Linker | undefined;
  return {
    config,
    types,
    neighbours,
    marks(text, tokens) {
      linker ??= buildLinker(namesOf(entities), loadRules());
      const mentions = linker.link(text).flatMap(({ start, end, entityId }) => {
        const row = entities[entityId]!.row;
        return row === undefined ? [] : [start, end, row];
      });
      return mentionMarks(tokens, Int32Array.from(mentions));
    },
  };
}

/**
 * Marks the tokens of mentions: the first by the entity's number from 1, the others by its negative; 0 elsewhere. Leaves
 * out mentions whose borders are within a token, and those of too many tokens.
 * @param mentions start, end and entity of each mention, one after another by start
 */
export function mentionMarks({ starts, ends }: TokenSequence, mentions: Int32Array): Int32Array {
  const marks = new Int32Array(starts.length);
  let first = 0;
  for (let i = 0; i < mentions.length; i += 3) {
    const [start, end, entity] = [mentions[i]!, mentions[i + 1]!, mentions[i + 2]!];
    while (first < starts.length && starts[first]! < start) first++;
    let last = first;
    while (last + 1 < starts.length && ends[last]! < end) last++;
    if (starts[first] !== start || ends[last] !== end || last - first >= LONGEST_MENTION) continue;
    marks.fill(-entity - 1, first, last + 1);
    marks[first] = entity + 1;
    first = last + 1;
  }
  return marks;
}

/** Returns the marks of a window; mentions that its borders cut are left out. */
export function sliceMarks(marks: Int32Array, { from, to }: Window): Int32Array {
  const part = marks.slice(from, to);
  for (let token = 0; token < part.length && part[token]! < 0; token++) part[token] = 0;
  if (to < marks.length && marks[to]! < 0)
    for (let token = part.length - 1; token >= 0 && part[token] !== 0; token--) {
      const isFirst = part[token]! > 0;
      part[token] = 0;
      if (isFirst) break;
    }
  return part;
}

/** Returns the mentions that marks stand for, by their tokens. */
export function markedMentions(marks: Int32Array): Mention[] {
  const found: Mention[] = [];
  for (const [first, mark] of marks.entries()) {
    if (mark <= 0) continue;
    let last = first;
    while (last + 1 < marks.length && marks[last + 1] === -mark) last++;
    found.push({ first, last, entity: mark - 1 });
  }
  return found;
}

/** Returns a warning where a model reads entities and not one of its training texts mentions any with neighbours. */
export function mentionWarnings(
  reader: { readonly entities?: EntityReader },
  inputs: readonly { readonly mentions?: Int32Array }[],
): Message[] {
  if (reader.entities === undefined) return [];
  const { starts } = reader.entities.neighbours;
  const isRead = inputs.some(({ mentions = new Int32Array() }) =>
    mentions.some((mark) => mark > 0 && starts[mark]! > starts[mark - 1]!),
  );
  return isRead ? [] : [message('training.texts-without-mentions')];
}

type EntityInput =
  | `mention${'Starts' | 'Ends' | 'Entities' | 'Weights'}`
  | `neighbour${'s' | 'Types' | 'Mask'}`
  | 'changes';
/** Inputs of `mentionInputs` and `neighbourInputs` by name. */
export type EntityBatch = Readonly<Record<EntityInput, Int32Array | Float32Array>>;

/** Writes the mentions of a batch whose inputs begin with [CLS]. */
export function batchMentions(
  inputs: readonly { readonly mentions?: Int32Array }[],
  { config, types, neighbours }: EntityReader,
  size: BatchSize,
): EntityBatch {
  const arrays = Object.fromEntries(
    [...mentionInputs(size), ...neighbourInputs(size, config)].map(({ name, shape, dtype }) => {
      const length = shape.reduce((product, n) => product * n, 1);
      return [name, dtype === 'int32' ? new Int32Array(length) : new Float32Array(length)];
    }),
  );
  for (const [number, { mentions }] of inputs.entries()) {
    if (mentions === undefined) continue;
    const found = markedMentions(mentions).map(({ first, last, entity }) => ({
      first: first + 1,
      last: last + 1,
      entity,
    }));
    writeNeighbours(
      arrays,
      writeMentions(arrays, { mentions: found, number }, size),
      { types, neighbours },
      size,
    );
  }
  return arrays as EntityBatch; // safe: the names of both
}
