/** Recipes: settings of a training run by the time that the user has and by what the data are like. */
import { z } from 'zod';
import type { TextEnsembleSettings } from './ensemble-settings.ts';
import { FrontSettings } from './front-settings.ts';
import type { HierarchySettings } from './hierarchy-settings.ts';
import type { LexiconSettings } from './lexicon-settings.ts';
import type { NgramSettings } from './linear.ts';
import type { LoopSettings, RDropSettings } from './loop-settings.ts';
import {
  type ClassifyNetwork,
  isNestedTagger,
  type LinearNetwork,
  type NerNetwork,
  type NetworkSettings,
  TextNetworkSettings,
} from './networks.ts';
import { type PretrainedSettings, pretrainedName } from './pretrained.ts';
import { STARTER } from './starter.ts';
import { tasksWith } from './tasks.ts';

export const RecipeName = z.enum(['fast', 'balanced', 'best']);
export type RecipeName = z.infer<typeof RecipeName>;

/** Setting that names the recipe of a run; absent: every setting was chosen by hand. */
export const RECIPE_SETTING = { recipe: RecipeName.optional() } as const;

/** Tasks that have recipes. */
export const RecipeTask = z.enum(tasksWith('recipes'));
export type RecipeTask = z.infer<typeof RecipeTask>;

/** Facts of a training set and its workspace that decide the settings. */
export interface RecipeFacts {
  readonly task: RecipeTask;
  readonly documents: number;
  /** UTF-16 code units. */
  readonly characters: number;
  /** Share of the entities that overlap a longer one. */
  readonly overlapping: number;
  /** Word vectors for the lexicon, by name. */
  readonly wordVectors?: string | undefined;
  /** Trained model that the user wants to begin with, or `none`; absent: the recipe chooses. */
  readonly from?: string | undefined;
  /** Whether the starter tagger is at hand. */
  readonly starterTagger?: boolean;
  /** Whether texts of one label name the parent of it. */
  readonly hasParents?: boolean;
}

/** Largest share of overlapping entities that a network which tags characters may lose. */
export const MOST_OVERLAPPING = 0.03;

/** Returns the tagger for data of which such a share of the entities overlaps longer ones. */
export const taggerFor = (overlapping: number): NerNetwork =>
  overlapping > MOST_OVERLAPPING ? 'bilstm-globalpointer' : 'bilstm-crf';

/** Passes over the data: as many as read so many characters, within bounds. */
interface Passes {
  readonly characters: number;
  readonly fewest: number;
  readonly most: number;
}

/** Settings of a recipe that differ from the defaults of its network. */
type RecipeSettings = Partial<
  LoopSettings &
    LexiconSettings &
    FrontSettings &
    NetworkSettings &
    Omit<TextEnsembleSettings, 'ensembleOther'> &
    HierarchySettings &
    PretrainedSettings &
    RDropSettings &
    NgramSettings
> & {
  readonly ensembleOther?: NerNetwork | ClassifyNetwork;
  readonly recipe: RecipeName;
  readonly network: NerNetwork | ClassifyNetwork;
};

/** Passes of taggers over the data. */
const FEW_PASSES: Passes = { characters: 2e6, fewest: 2, most: 5 };
const MANY_PASSES: Passes = { characters: 5.5e6, fewest: 4, most: 14 };
/**
 * Most CRF taggers that are trained from one seed after another: three raised the dev F1 of cMedQANER from 0.813 to
 * 0.826 in three times four minutes.
 */
const MOST_TAGGERS = 3;
/** Characters that all taggers of `balanced` together may read: 20 minutes on two cores. */
const MOST_READ = 9.5e6;
/** Weight of R-Drop that raised the dev F1 of CRF taggers from random weights by 0.011, mean of three seeds. */
const R_DROP = 1;
/** Raised the dev F1 of three CRF taggers from 0.826 to 0.834; six times as slow. */
const OTHER_TAGGER = 'bilstm-globalpointer';
/** Passes of the networks beside a linear classifier; `fast` is the linear classifier alone. */
const CLASSIFIER_PASSES: Passes = { characters: 8e6, fewest: 2, most: 10 };

/** Members of a classifier: a linear one, and networks that are trained from one seed after another. */
interface ClassifierMembers {
  readonly linear: LinearNetwork;
  /** N-grams of the linear classifier. */
  readonly analyzer: NgramSettings['analyzer'];
  readonly networks: Readonly<Record<RecipeName, number>>;
  /** Settings of `best` besides. */
  readonly best?: Partial<RecipeSettings>;
}
/** Three networks raised the dev accuracy of KUAKE-QIC by 0.8 points over one; each takes a minute for 10,000 texts. */
const SHORT_TEXTS: ClassifierMembers = {
  /** With names of the graph the best of the linear classifiers by cross-validation on KUAKE-QIC. */
  linear: 'logistic-regression',
  analyzer: 'char',
  networks: { fast: 0, balanced: 3, best: 3 },
  /** Three convolutional networks beside three recurrent ones raised it by half a point more. */
  best: { ensembleOther: 'avcnn', ensembleOthers: 3, filters: 100 },
};
const LONG_TEXTS: ClassifierMembers = {
  linear: 'logistic-regression',
  /** Words raised the accuracy of haodf by 0.3 to 0.4 points by cross-validation, and lowered that of short texts. */
  analyzer: 'char+word',
  networks: { fast: 0, balanced: 1, best: 3 },
};
/** Mean length in UTF-16 code units from which on texts are long. */
const LONG_TEXT = 60;

const classifierMembers = ({ characters, documents }: RecipeFacts): ClassifierMembers =>
  characters < LONG_TEXT * documents ? SHORT_TEXTS : LONG_TEXTS;

/** Training sets with fewer documents take smaller batches and more passes, so that weights are updated often enough. */
const FEW_DOCUMENTS = 600;
const SMALL_BATCH = 16;
const MOST_PASSES = 40;

/** Returns the settings of a recipe for data with these facts. */
export const recipeSettings = (recipe: RecipeName, facts: RecipeFacts): RecipeSettings =>
  facts.task === 'ner' ? taggerSettings(recipe, facts) : classifierSettings(recipe, facts);

function taggerSettings(recipe: RecipeName, facts: RecipeFacts): RecipeSettings {
  const { overlapping, wordVectors } = facts;
  const from = beginningOf(recipe, facts);
  const words: Partial<LexiconSettings> =
    wordVectors === undefined ? { lexicon: 'graph' } : { lexicon: 'both', lexiconVectors: wordVectors };
  const network = taggerFor(overlapping);
  const isMeasured = !isNestedTagger(network) && from === undefined;
  const updates = updatesOf(recipe === 'fast' ? FEW_PASSES : MANY_PASSES, facts);
  const affordable = Math.floor(MOST_READ / Math.max(1, updates.epochs * facts.characters));
  const ensemble = { fast: 1, balanced: isMeasured ? affordable : 1, best: MOST_TAGGERS }[recipe];
  return {
    recipe,
    network,
    ...(from === undefined ? words : { from }),
    ...updates,
    ...(recipe !== 'fast' && isMeasured ? { rDrop: R_DROP } : {}),
    ensemble: Math.min(MOST_TAGGERS, Math.max(1, ensemble)),
    ...(recipe === 'best' && isMeasured ? { ensembleOther: OTHER_TAGGER } : {}),
  };
}

/** Characters of the largest training sets that begin with the starter tagger: about the largest that gained from it. */
const MOST_FOR_STARTER = 100_000;

/** Returns the name of the model that a tagger begins with; the lexicon is then that of the model. */
function beginningOf(
  recipe: RecipeName,
  { from, starterTagger, characters }: RecipeFacts,
): string | undefined {
  if (from !== undefined) return pretrainedName({ from });
  return starterTagger === true && recipe !== 'fast' && characters <= MOST_FOR_STARTER ? STARTER : undefined;
}

function classifierSettings(recipe: RecipeName, facts: RecipeFacts): RecipeSettings {
  const { wordVectors, from = 'none' } = facts;
  const { linear, analyzer, networks, best } = classifierMembers(facts);
  const ensemble = networks[recipe];
  const levels = facts.hasParents === true ? { parentLabels: true } : {};
  if (ensemble === 0) return { recipe, network: linear, analyzer, ...levels };
  return {
    recipe,
    network: 'avrnn',
    ...levels,
    ...(pretrainedName({ from }) !== undefined
      ? { from }
      : wordVectors === undefined
        ? {}
        : { front: 'vectors', vectors: wordVectors }),
    ...updatesOf(CLASSIFIER_PASSES, facts),
    ensemble,
    ensembleLinear: linear,
    analyzer,
    ...(recipe === 'best' ? best : {}),
  };
}

/** Returns epochs and size of batches. */
function updatesOf(passes: Passes, facts: RecipeFacts): { epochs: number; batchSize?: number } {
  const isSmall = facts.documents < FEW_DOCUMENTS;
  return { epochs: epochsOf(passes, facts, isSmall), ...(isSmall ? { batchSize: SMALL_BATCH } : {}) };
}

function epochsOf({ characters, fewest, most }: Passes, facts: RecipeFacts, isSmall: boolean): number {
  const passes = Math.min(most, Math.max(fewest, Math.round(characters / Math.max(1, facts.characters))));
  if (!isSmall) return passes;
  return Math.min(MOST_PASSES, Math.ceil((passes * FEW_DOCUMENTS) / Math.max(1, facts.documents)));
}

/** Dev score of a recipe on a public set. */
interface ExpectedScore {
  readonly set: string;
  readonly measure: 'F1' | 'accuracy';
  readonly score: number;
  /** The vectors that ship were smaller then. */
  readonly earlierVectors?: true;
}

const TAGGERS = { set: 'cMedQANER', measure: 'F1' } as const;
/**
 * Expected F1 with the word vectors and the graph of a new workspace. With the earlier vectors, of 50 dimensions, `fast`
 * reached 0.764.
 */
const TAGGER_SCORES: Readonly<Record<RecipeName, ExpectedScore>> = {
  fast: { ...TAGGERS, score: 0.774 },
  balanced: { ...TAGGERS, score: 0.826, earlierVectors: true },
  best: { ...TAGGERS, score: 0.834, earlierVectors: true },
};
/** Accuracy of classifiers with the word vectors and the graph of a new workspace, by what decides their members. */
const CLASSIFIER_SCORES: Readonly<Partial<Record<string, Partial<Record<RecipeName, ExpectedScore>>>>> = {
  [SHORT_TEXTS.analyzer]: {
    fast: { set: 'KUAKE-QIC', measure: 'accuracy', score: 0.785 },
    balanced: { set: 'KUAKE-QIC', measure: 'accuracy', score: 0.821 },
  },
  [LONG_TEXTS.analyzer]: {
    fast: { set: 'haodf', measure: 'accuracy', score: 0.859 },
    balanced: { set: 'haodf', measure: 'accuracy', score: 0.871 },
  },
};

interface Measured {
  readonly network: ClassifyNetwork | NerNetwork;
  readonly recipe?: RecipeName | undefined;
  readonly ensembleLinear?: string;
  readonly analyzer?: string;
  readonly from?: PretrainedSettings['from'] | undefined;
}

/**
 * Returns what a recipe reached on dev of similar public data; `undefined` where it has not been measured, and for runs
 * that begin with a trained model.
 */
export function expectedScore(task: RecipeTask, settings: Measured): ExpectedScore | undefined {
  const { network, recipe, ensembleLinear, analyzer = '', from = 'none' } = settings;
  if (recipe === undefined || pretrainedName({ from }) !== undefined) return undefined;
  if (task === 'ner') return network === taggerFor(0) ? TAGGER_SCORES[recipe] : undefined;
  const linear = recipe === 'fast' ? network : ensembleLinear;
  return linear === SHORT_TEXTS.linear ? CLASSIFIER_SCORES[analyzer]?.[recipe] : undefined;
}

/** Settings that choose a network themselves, so that no recipe is meant where none is named. */
const NETWORK_CHOICES: ReadonlySet<string> = new Set(
  ['network', ...Object.keys(FrontSettings.shape), ...Object.keys(TextNetworkSettings.shape)].filter(
    (name) => name !== 'extraVectors',
  ),
);

/** Returns whether the settings choose a network or its parts. */
export const choosesNetwork = (given: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(given).some(([name, value]) => value !== undefined && NETWORK_CHOICES.has(name));
