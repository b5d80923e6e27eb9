/** Setting that names a trained model with which a run begins. */
import { z } from 'zod';
import { FrontSettings } from './front-settings.ts';
import { LexiconSettings } from './lexicon-settings.ts';
import { TextNetworkSettings } from './networks.ts';

/** Value of `from` for runs that begin with random weights. */
const NO_MODEL = 'none';

export const PretrainedSettings = z.object({
  /** Trained model whose network, vocabulary and weights the run begins with: its name, `starter`, or `none`. */
  from: z.string().min(1).max(200).default(NO_MODEL),
});

export type PretrainedSettings = z.infer<typeof PretrainedSettings>;

/** Settings of any task; those of pre-training have no `from`. */
type Given = Readonly<Record<string, unknown>>;

/** Returns the name of the trained model that a run begins with, or `undefined`. */
export const pretrainedName = ({ from = NO_MODEL }: Given): string | undefined =>
  from === NO_MODEL ? undefined : String(from);

/** Settings that the trained model decides; its network may only get another head. */
const DECIDED: ReadonlySet<string> = new Set(
  [
    ...Object.keys(FrontSettings.shape),
    ...Object.keys(LexiconSettings.shape),
    ...Object.keys(TextNetworkSettings.shape),
    'minCount',
  ].filter((name) => name !== 'headRate' && name !== 'layerDecay'),
);

/** Returns whether the given settings choose what a trained model would decide. */
export const choosesParts = (given: Given): boolean =>
  Object.keys(given).some((name) => given[name] !== undefined && (name === 'network' || DECIDED.has(name)));

/** Returns whether the trained model that the settings name decides a setting. */
export const isDecided = (name: string, settings: Given): boolean =>
  DECIDED.has(name) && pretrainedName(settings) !== undefined;

/** Returns the given settings that the trained model decides, by name. */
export const decidedAmong = (given: Given): string[] =>
  Object.keys(given).filter((name) => given[name] !== undefined && isDecided(name, given));
