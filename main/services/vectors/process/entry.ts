/**
 * Entry of the process of word vectors, which trains one set or answers queries. A training writes a checkpoint and
 * ends after its parent has ended.
 */
import { lowerPriority } from '../../../processes/low-priority.ts';
import { limitMemory, shareOfMemory } from '../../../processes/memory-limit.ts';
import { forEachStep, type RequestContext, serve } from '../../../processes/serve.ts';
import type { VectorMethods, VectorQuestion } from './protocol.ts';
import { VectorReader } from './reader.ts';
import { trainRequest } from './train-request.ts';

/** Longest time for the blocks under way and a checkpoint. */
const LAST_BLOCKS_MS = 60_000;
const SHARE_EVERY_MS = 200;

const reader = new VectorReader();

function answer<Q extends VectorQuestion>(question: Q) {
  return ({ input, access }: VectorMethods[Q]['input'], { emit }: RequestContext<number>) => {
    let told = performance.now();
    const onShare = (share: number): void => {
      if (performance.now() - told < SHARE_EVERY_MS) return;
      told = performance.now();
      emit(share);
    };
    return reader.answers[question](input, { access, onShare });
  };
}

serve<VectorMethods>(
  {
    train: (request, { signal, emit }) => {
      lowerPriority();
      return forEachStep(trainRequest(request, signal), emit);
    },
    neighbours: answer('neighbours'),
    tokens: answer('tokens'),
    points: answer('points'),
    export: answer('export'),
    import: answer('import'),
  },
  { method: 'train', ms: LAST_BLOCKS_MS },
);
limitMemory(shareOfMemory());
