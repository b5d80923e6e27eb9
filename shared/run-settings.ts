/** Settings of training runs of every task: schemas, recommended values, and effect. */
import { ClassifySettings, classifyDefaults, type TextSettings } from './domain/classification.ts';
import { fineTuningDefaults } from './domain/fine-tuning.ts';
import { FRONTS, FrontSettings, frontRead } from './domain/front-settings.ts';
import { HierarchySettings, learnsParents } from './domain/hierarchy-settings.ts';
import { LexiconSettings, lexiconReads, WORD_LEXICON_SETTINGS } from './domain/lexicon-settings.ts';
import { isLinearSetting, isNgramSetting, linearApplies } from './domain/linear.ts';
import { hasSetting, isNestedTagger, isNetworkSetting, linearMethod, networkRow } from './domain/networks.ts';
import { NormalisationSettings, normalisationDefaults } from './domain/normalisation.ts';
import { PairSettings, pairDefaults, VectorSettings } from './domain/pairs.ts';
import { isDecided } from './domain/pretrained.ts';
import { knowledgeApplies, PretrainSettings, pretrainDefaults } from './domain/pretraining.ts';
import { RelationSettings, relationDefaults } from './domain/relations.ts';
import { isOfKind, TASKS, type TaskKind, type TaskName } from './domain/tasks.ts';
import { EncoderSize, NerSettings, nerDefaults, TrainingTask } from './domain/training.ts';

/** Settings of any task by name. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Settings of each kind of task, and what is recommended for a network and front. */
const OF_KIND = {
  entities: { schema: NerSettings, suited: nerDefaults },
  labels: { schema: ClassifySettings, suited: classifyDefaults },
  pairs: { schema: PairSettings, suited: pairDefaults },
  terms: { schema: NormalisationSettings, suited: normalisationDefaults },
  relations: { schema: RelationSettings, suited: relationDefaults },
  texts: { schema: PretrainSettings, suited: pretrainDefaults },
} as const satisfies Readonly<Record<TaskKind, unknown>>;
type KindOf<Name extends TaskName> = (typeof TASKS)[Name]['kind'];

// safe: a schema for each task
export const SETTINGS = Object.fromEntries(
  TrainingTask.options.map((task) => [task, OF_KIND[TASKS[task].kind].schema]),
) as { readonly [Name in TaskName]: (typeof OF_KIND)[KindOf<Name>]['schema'] };

/** Returns the names of a task's settings but for the recipe, which decides the others. */
export const settingNames = (task: TrainingTask): string[] =>
  Object.keys(SETTINGS[task].shape).filter((name) => name !== 'task' && name !== 'recipe');

/** Returns whether an encoder starts with random weights, so that its vocabulary comes from the training set. */
export const isRandomEncoder = (encoder: unknown): boolean => EncoderSize.safeParse(encoder).success;

/** Chooses the word-vector front when vectors are named and no front is. */
export const withFront = <Given extends SettingValues>(given: Given): Given =>
  given.vectors === undefined || given.front !== undefined ? given : { ...given, front: 'vectors' };

/**
 * Returns the recommended settings of a network, front and encoder that differ from the schema's defaults. Returns
 * nothing for invalid values, which parsing will report.
 */
export function suitedDefaults(task: TrainingTask, given: SettingValues): SettingValues {
  if (isOfKind('texts', task)) {
    const encoder = PretrainSettings.shape.encoder.safeParse(given.encoder);
    const model = PretrainSettings.shape.model.safeParse(given.model);
    return encoder.success && model.success
      ? pretrainDefaults(isRandomEncoder(encoder.data), model.data)
      : {};
  }
  const front = FrontSettings.shape.front.safeParse(given.front);
  if (!front.success) return {};
  if (isOfKind('entities', task)) {
    const network = NerSettings.shape.network.safeParse(given.network);
    return network.success ? nerDefaults(network.data, front.data) : {};
  }
  const { schema, suited } = OF_KIND[TASKS[task].kind];
  const network = schema.shape.network.safeParse(given.network);
  return network.success ? suited({ network: network.data, front: front.data }) : {};
}

/** Returns the recommended settings that differ where the settings read an imported encoder, one of the `cards`. */
export const encoderDefaults = (
  given: SettingValues,
  cards: Parameters<typeof fineTuningDefaults>[1],
): SettingValues => (frontOf(given) === 'encoder' ? fineTuningDefaults(given.encoder, cards) : {});

const ALONE = { ensemble: 1, ensembleOther: 'none', ensembleOthers: 1, ensembleLinear: 'none' } as const;

const ONE_LEVEL = HierarchySettings.parse({});

/** Returns the settings of each model that a run trains for one level of labels: a linear classifier, the run's networks by seed, the others. */
export function memberSettings(settings: NerSettings | TextSettings): (NerSettings | TextSettings)[] {
  const { task, network, front, seed, ensemble, ensembleOther, ensembleOthers } = settings;
  const alone = { ...settings, ...ALONE, ...(task === 'ner' ? {} : ONE_LEVEL) } as typeof settings; // safe: the same task
  if (linearMethod(network) !== undefined) return [alone];
  const linear = task === 'ner' ? 'none' : settings.ensembleLinear;
  const kinds: readonly [name: string, count: number, changes: SettingValues][] = [
    [linear, 1, suitedDefaults(task, { network: linear, front })],
    [network, ensemble, {}],
    [ensembleOther, ensembleOthers, { rDrop: 0 }],
  ];
  return kinds
    .filter(([name]) => name !== 'none')
    .flatMap(([name, count, changes]) =>
      // safe: the network is one of the task
      Array.from({ length: count }, (_, i) => {
        const own = linearMethod(name) === undefined ? seed + i : seed;
        return { ...alone, ...changes, network: name, seed: own } as typeof settings;
      }),
    );
}

/** Returns the front that the settings read: an encoder where no network is named, as in pre-training. */
function frontOf({ network, front }: SettingValues): ReturnType<typeof frontRead> {
  if (network === undefined) return 'encoder';
  const known = FrontSettings.shape.front.catch('embedding').parse(front);
  return frontRead({ network: String(network), front: known });
}

const FRONT_SETTINGS: ReadonlySet<string> = new Set(
  Object.values(FRONTS).flatMap(({ settings }) => settings),
);

const isBlank = (value: unknown): boolean => value === undefined || value === '';

const hasLinearMember = ({ ensembleLinear = 'none' }: SettingValues): boolean => ensembleLinear !== 'none';

/** Whether a setting has any effect beside the others. */
export function applies(name: string, settings: SettingValues): boolean {
  const network = String(settings.network);
  if (name === 'hierarchy') return learnsParents(settings);
  if (linearMethod(network) !== undefined) return linearApplies(name, settings);
  if (isDecided(name, settings)) return false;
  if (isLinearSetting(name))
    return isNgramSetting(name) && hasLinearMember(settings) && linearApplies(name, settings);
  const known = knowledgeApplies(name, settings.model);
  if (known !== undefined) return known;
  const front = frontOf(settings);
  if (isNetworkSetting(name))
    return hasSetting(network, name) || hasSetting(String(settings.ensembleOther), name);
  if (name === 'ensembleOthers') return (settings.ensembleOther ?? 'none') !== 'none';
  if (name === 'front') return networkRow(network)?.front === undefined;
  if (name === 'augmentShare' || name === 'augmentRejected') return !isBlank(settings.augment);
  if (name === 'scheme') return !isNestedTagger(network);
  if (name in VectorSettings.shape) return settings.pairReading === 'vectors';
  if (name === 'minCount') return front !== 'encoder' || isRandomEncoder(settings.encoder);
  const hasWords = lexiconReads(
    LexiconSettings.pick({ lexicon: true }).catch({ lexicon: 'none' }).parse(settings),
  ).vectors;
  if (WORD_LEXICON_SETTINGS.includes(name)) return hasWords && network !== 'bert';
  if (name === 'extraVectors' && hasWords) return true;
  if (name === 'lexicon' || name === 'bigramSize') return network !== 'bert';
  if (!FRONT_SETTINGS.has(name)) return true;
  const used: readonly string[] = front === 'none' ? [] : FRONTS[front].settings;
  const isAlone = name === 'embeddingSize' && front === 'vectors' && settings.characterVectors === false;
  return used.includes(name) && !isAlone;
}
