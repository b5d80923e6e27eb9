/** A graph of any size for speed and memory: entities by random numbers, mentioned every twenty characters. */
import { RandomStream } from '../../../main/engine/layers/random.ts';
import type { KnowledgeSource } from '../../../main/engine/objectives/knowledge.ts';
import type { AnnotatedDocument } from '../../../main/engine/tasks/pretrain/corpus.ts';
import type { CorpusDocument } from '../../../shared/domain/pretraining.ts';

const EVERY = 20;
const UNITS = 3;
const NEIGHBOURS = 10;
const [TYPES, RELATIONS, ENTITY_SIZE] = [20, 20, 200];

export function madeUpKnowledge(
  documents: readonly CorpusDocument[],
  entities: number,
): { readonly train: AnnotatedDocument[]; readonly knowledge: KnowledgeSource } {
  const random = new RandomStream({ seed: 1, purpose: 'made-up graph' });
  const draw = (count: number, below: number) =>
    Int32Array.from({ length: count }, () => random.below(below));
  const frequencies = new Int32Array(entities);
  const train = documents.map((document) => {
    const starts = Array.from({ length: Math.floor(document.text.length / EVERY) }, (_, i) => EVERY * i);
    const mentions = starts.flatMap((start) => {
      const entity = random.below(entities);
      frequencies[entity]!++;
      return [start, start + UNITS, entity];
    });
    return { ...document, mentions: Int32Array.from(mentions) };
  });
  const named = Array.from({ length: entities }, (_, row) => ({
    ...{ type: 'other' as const, name: `e${row}`, otherNames: [], weight: NEIGHBOURS, row },
  }));
  const knowledge = {
    ...{ entitySize: ENTITY_SIZE, relations: RELATIONS, values: {}, frequencies },
    types: draw(entities, TYPES),
    neighbours: {
      starts: Int32Array.from({ length: entities + 1 }, (_, i) => NEIGHBOURS * i),
      entities: draw(NEIGHBOURS * entities, entities),
      relations: draw(NEIGHBOURS * entities, RELATIONS),
    },
    graph: { fingerprint: 'made up', entities: named },
  };
  return { train, knowledge };
}
