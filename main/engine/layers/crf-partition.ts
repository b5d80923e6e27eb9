/**
 * The CRF's log partition function, log Σ over all paths of exp(score): the forward algorithm in log space. Its
 * gradient is how often each tag and each pair of tags is expected, by the forward-backward algorithm.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type NativeOp, nativeOp, type Value } from '../runtime/custom-op.ts';
import { type PartitionInputs, partitionForward, partitionGradient } from './crf-partition-eager.ts';
import { emitPartition, emitPartitionGradient } from './crf-partition-emit.ts';

/** [B]; the first token counts as real whatever its mask says. */
export const crfLogPartition = (...inputs: PartitionInputs<Tensor>): Tensor => nativeOp(PARTITION, inputs);

const PARTITION: NativeOp = {
  name: 'CrfLogPartition',
  // safe: inputs everywhere below are those of crfLogPartition, in its order; what is saved comes back as it was
  forward: (inputs) => partitionForward(inputs as PartitionInputs<Tensor>),
  gradient: (dy, { inputs, output, saved }) =>
    partitionGradient(dy, inputs as PartitionInputs<Tensor>, { alphas: saved[0]!, total: output }),
  emit: {
    forward: (graph, inputs) => emitPartition(graph, inputs as PartitionInputs<Value>),
    gradient: (graph, dy, { inputs, saved }) =>
      emitPartitionGradient(graph, dy, { inputs: inputs as PartitionInputs<Value>, saved }),
  },
};
