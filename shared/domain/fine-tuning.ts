/** Recommended rates for encoders that were trained elsewhere. */
import type { ModelCard } from './training.ts';

/** Rates of an encoder by its width: BERT's own 2e-5 to 5e-5, the larger the slower; layers below learn slower. */
const RATES = [
  { width: 512, learningRate: 5e-5, layerDecay: 0.9 },
  { width: 768, learningRate: 3e-5, layerDecay: 0.9 },
  { width: Number.POSITIVE_INFINITY, learningRate: 2e-5, layerDecay: 0.95 },
] as const;
/** New layers above learn at about 1e-3. */
const HEAD_RATE = 30;
const EPOCHS = 5;

type EncoderCard = Pick<ModelCard, 'name' | 'task' | 'network' | 'corpus' | 'origin'>;

/** Whether an encoder came from elsewhere: one that was pre-trained here has a corpus, one with random weights its origin. */
const isImported = ({ task, corpus, origin }: EncoderCard): boolean =>
  task === 'encoder' && corpus === undefined && origin !== 'init';

/** Returns the recommended settings for fine-tuning an imported encoder; none for other encoders. */
export function fineTuningDefaults(encoder: unknown, cards: readonly EncoderCard[]) {
  const card = cards.find((one) => one.name === encoder && isImported(one));
  if (card === undefined) return {};
  const width = Number(/×(\d+)$/.exec(card.network)?.[1] ?? 0);
  const { learningRate, layerDecay } = RATES.find((row) => width <= row.width)!;
  return { learningRate, layerDecay, headRate: HEAD_RATE, epochs: EPOCHS };
}
