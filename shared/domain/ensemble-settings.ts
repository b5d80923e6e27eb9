/** Settings of runs that train several models and make one of them. */
import { z } from 'zod';
import { learnsParents } from './hierarchy-settings.ts';
import { ClassifyNetwork, LinearNetwork, linearMethod, NerNetwork, networkRow } from './networks.ts';
import { teachersToTrain } from './unlabelled-settings.ts';

/** Returns whether a network reads the run's own front, so that it can stand beside others. */
const readsAnyFront = (network: string): boolean =>
  linearMethod(network) === undefined && networkRow(network)?.front === undefined;

const Count = z.number().int().min(1).max(10).default(1);

const COUNTS = {
  /** Networks trained one after another, from the run's seed on, whose answers are averaged; 1: no ensemble. */
  ensemble: Count,
  /** Networks of the other kind, from the run's seed on. */
  ensembleOthers: Count,
};

export const TaggerEnsembleSettings = z.object({
  ...COUNTS,
  /** Other network that stands in the ensemble beside the run's own; it trains without R-Drop. */
  ensembleOther: z.enum(['none', ...NerNetwork.options.filter(readsAnyFront)]).default('none'),
});

export const TextEnsembleSettings = z.object({
  ...COUNTS,
  ensembleOther: z.enum(['none', ...ClassifyNetwork.options.filter(readsAnyFront)]).default('none'),
  /** Linear classifier that stands in the ensemble beside the networks. */
  ensembleLinear: z.enum(['none', ...LinearNetwork.options]).default('none'),
});

export type TextEnsembleSettings = z.infer<typeof TextEnsembleSettings>;

interface Trained {
  readonly epochs: number;
  readonly network?: string;
  readonly ensemble?: number;
  readonly ensembleOther?: string;
  readonly ensembleOthers?: number;
  readonly parentLabels?: boolean;
  readonly hierarchySeparator?: string;
  readonly unlabelled?: string | undefined;
  readonly teacher?: string | undefined;
}

/** Returns how many networks a run trains; a linear classifier is the same from any seed. */
export function trainedNetworks({
  network = '',
  ensemble = 1,
  ensembleOther = 'none',
  ensembleOthers = 1,
  unlabelled,
  teacher,
  ...labels
}: Trained): number {
  const levels = learnsParents(labels) ? 2 : 1;
  if (linearMethod(network) !== undefined) return levels;
  return (
    teachersToTrain({ unlabelled, teacher }) +
    levels * (ensemble + (ensembleOther === 'none' ? 0 : ensembleOthers))
  );
}

/** Returns the epochs of all networks of a run. */
export const totalEpochs = (settings: Trained): number => settings.epochs * trainedNetworks(settings);
