/** Settings of runs that train several models and make one of them. */
import { z } from 'zod';
import { LinearNetwork, linearMethod } from './networks.ts';

export const EnsembleSettings = z.object({
  /** Networks trained one after another, from the run's seed on, whose answers are averaged; 1: no ensemble. */
  ensemble: z.number().int().min(1).max(10).default(1),
});

export const TextEnsembleSettings = EnsembleSettings.extend({
  /** Linear classifier that stands in the ensemble beside the networks. */
  ensembleLinear: z.enum(['none', ...LinearNetwork.options]).default('none'),
});

export type TextEnsembleSettings = z.infer<typeof TextEnsembleSettings>;

interface Trained {
  readonly epochs: number;
  readonly network?: string;
  readonly ensemble?: number;
}

/** Returns how many networks a run trains; a linear classifier is the same from any seed. */
export const trainedNetworks = ({ network = '', ensemble = 1 }: Trained): number =>
  linearMethod(network) === undefined ? ensemble : 1;

/** Returns the epochs of all networks of a run. */
export const totalEpochs = (settings: Trained): number => settings.epochs * trainedNetworks(settings);
