/** Settings of StaResGRU-CNN's experiments (tables 3 to 6); what it leaves open is listed in docs/user-guide.md. */
import { NETWORKS, type NetworkRow, networkRow } from './networks.ts';
import type { RecipeTask } from './recipes.ts';

const rows: readonly (readonly [string, NetworkRow])[] = Object.entries(NETWORKS);
export const PAPER_NETWORKS = rows.flatMap(([name, { paper }]) => (paper === undefined ? [] : [name]));

const BATCH = 64;
const LENGTH = 384;
const LOOP = {
  batchSize: BATCH,
  batchTokens: BATCH * LENGTH,
  epochs: 100,
  patience: 10,
  dropout: 0.4,
} as const;
/** Adam as Keras has it, since the paper names no optimiser. */
const ADAM = {
  learningRate: 1e-3,
  schedule: 'constant',
  warmupShare: 0,
  weightDecay: 0,
  clipNorm: 0,
} as const;
const FROZEN = {
  embedding: {},
  vectors: { freezeVectors: true, characterVectors: false },
  encoder: { freezeEncoder: true, headRate: 1 },
} as const;

interface Choice {
  readonly task: RecipeTask;
  readonly network: string;
  readonly front: keyof typeof FROZEN;
}

/** Returns the settings of the paper for a network and front, `undefined` for a network that it does not have. */
export function paperSettings({
  task,
  network,
  front,
}: Choice): Readonly<Record<string, unknown>> | undefined {
  const row = networkRow(network);
  if (row?.paper === undefined) return undefined;
  const common = { network, ...LOOP, [task === 'ner' ? 'windowLength' : 'length']: LENGTH };
  // an encoder that is the whole network is fine-tuned at its own rates
  if (row.front === 'encoder') return common;
  return { ...common, ...ADAM, hiddenSize: 0, layers: 0, ...row.paper, ...FROZEN[front] };
}
