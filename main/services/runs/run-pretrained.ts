/** Trained model that a run begins with: an encoder below new layers, or a whole tagger or classifier. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readsEncoder } from '../../../shared/domain/front-settings.ts';
import {
  ClassifyNetwork,
  isNestedTagger,
  isNetworkSetting,
  NETWORKS,
  NerNetwork,
  type NetworkRow,
} from '../../../shared/domain/networks.ts';
import { isDecided, pretrainedName } from '../../../shared/domain/pretrained.ts';
import { MOST_OVERLAPPING } from '../../../shared/domain/recipes.ts';
import { starterModelOf } from '../../../shared/domain/starter.ts';
import { EncoderSize, RunSettings } from '../../../shared/domain/training.ts';
import { message, type PlainId } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { SETTINGS, type SettingValues, suitedDefaults } from '../../../shared/run-settings.ts';
import { findModelByName, getModelSources } from '../../db/repositories/models.ts';
import { isEnsemble, isNetworkModel, ModelFileConfig, type ModelFiles } from '../../engine/io/model-files.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { starterModel } from '../../inference/starter.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { PretrainedSource } from './process/protocol.ts';

/** A network of the task, without the models that are several or none. */
type Beginning = Exclude<
  ModelFileConfig,
  { task: 'encoder' } | { family: 'ensemble' } | { family: 'linear' } | { family: 'normaliser' }
>;

/** Returns the model that the settings name, or `undefined` for random weights. @throws AppError when it does not do */
export function pretrainedOf(session: Session, settings: RunSettings): PretrainedSource | undefined {
  const from = settings.task === 'pretrain' ? undefined : pretrainedName(settings);
  if (from === undefined) return encoderOf(session, settings);
  const { source, config } = namedModel(session, from, settings.task);
  refuseDecided(from, settings);
  checkNetwork(from, config, 'network' in settings ? settings.network : '');
  return source;
}

/** Returns the config of the model that a run begins with. @throws AppError as `pretrainedOf` does */
export function pretrainedConfig(session: Session, settings: RunSettings): ModelFileConfig | undefined {
  const source = pretrainedOf(session, settings);
  if (source?.kind === 'starter') return starterModel(source.part).files.config;
  return source?.kind === 'stored' ? source.config : undefined;
}

/** @throws AppError `bad-request` naming the settings that the model decides and the run would change */
function refuseDecided(from: string, settings: RunSettings): void {
  const { task } = settings;
  const suited: SettingValues = SETTINGS[task].parse({ ...suitedDefaults(task, settings), task });
  const names = Object.entries(settings)
    .filter(([name, value]) => name !== 'front' && isDecided(name, settings) && value !== suited[name])
    .map(([name]) => name);
  if (names.length === 0) return;
  throw new AppError(
    'bad-request',
    'settings.decided',
    { from, names: names.join(', ') },
    { hint: 'hint.leave-out-or-none' },
  );
}

/** Returns settings of a run that begins with the named model: its network, or for nested entities one with a span head. */
export function beginningSettings(
  session: Session,
  {
    task,
    from,
    network,
    overlapping,
  }: {
    readonly task: RunSettings['task'];
    readonly from: string;
    /** Network that the user named. */
    readonly network?: unknown;
    readonly overlapping: number;
  },
): SettingValues {
  const { config } = namedModel(session, from, task);
  const networks = networksFor(config);
  if (network !== undefined) checkNetwork(from, config, String(network));
  const nested = overlapping > MOST_OVERLAPPING ? networks.find(isNestedTagger) : undefined;
  return {
    from,
    network: network ?? nested ?? networks[0],
    ...(config.model.front.kind === 'bert' ? { front: 'encoder' } : {}),
    ...(config.task === 'ner' ? { scheme: config.model.tags.scheme } : {}),
  };
}

/** Returns the settings of a run with the sizes that its model took from the one it began with, for the model's card. */
export function withDecidedSizes(settings: RunSettings, config: ModelFileConfig): RunSettings {
  const begins = settings.task !== 'pretrain' && pretrainedName(settings) !== undefined;
  if (!begins || config.task === 'encoder' || !isNetworkModel(config)) return settings;
  const { front } = config.model;
  const network = config.task === 'ner' ? config.model.middle : config.model.body;
  return RunSettings.parse({
    ...settings,
    ...Object.fromEntries(Object.entries(network).filter(([name]) => isNetworkSetting(name))),
    ...(front.kind === 'bert' ? {} : { embeddingSize: front.size }),
  });
}

/** Returns the networks that can begin with a model, its own first: of taggers also those with another head. */
function networksFor(config: Beginning): string[] {
  const isBert = config.model.front.kind === 'bert';
  const rows: readonly (readonly [string, NetworkRow])[] = Object.entries(NETWORKS);
  if (config.task === 'ner') {
    const { middle, head } = config.model;
    return rows
      .filter(([name, row]) => NerNetwork.safeParse(name).success && row.architecture === middle.kind)
      .filter(([, { front }]) => front === undefined || isBert)
      .sort(([, a], [, b]) => Number(b.ner?.head === head) - Number(a.ner?.head === head))
      .map(([name]) => name);
  }
  const { body, spatial } = config.model;
  return rows
    .filter(([name, row]) => ClassifyNetwork.safeParse(name).success && row.architecture === body.kind)
    .filter(([, { texts }]) => (texts?.spatial ?? false) === spatial)
    .map(([name]) => name);
}

/** @throws AppError `bad-request` when a network cannot begin with the model */
function checkNetwork(name: string, config: Beginning, network: string): void {
  const networks = networksFor(config);
  if (networks.includes(network)) return;
  throw new AppError(
    'bad-request',
    'models.begins-other-network',
    { name, network },
    { hint: message('hint.name-network', { networks: networks.join(', ') }) },
  );
}

interface NamedModel {
  readonly source: PretrainedSource;
  readonly config: Beginning;
}

/** @throws AppError `not-found`, or `bad-request` when it is no network for the task */
function namedModel(session: Session, name: string, task: RunSettings['task']): NamedModel {
  const db = dbOf(session);
  const card = findModelByName(db, name);
  const part = card === undefined ? starterModelOf(name) : undefined;
  if (card === undefined && part === undefined)
    throw new AppError('not-found', 'models.not-found', { name }, { hint: 'hint.train-or-import-first' });
  const source: PretrainedSource =
    part === undefined ? storedModel(session, card!.id) : { kind: 'starter', part };
  const config = source.kind === 'stored' ? source.config : starterModel(part!).files.config;
  if (config.task === 'encoder') throw unfit('models.begins-encoder', name, 'hint.encoder-option');
  if ((config.task === 'ner') !== (task === 'ner'))
    throw new AppError(
      'bad-request',
      'models.begins-other-task',
      { name, task: message(`value.${config.task}`), wanted: message(`value.${task}`) },
      { hint: 'hint.model-of-same-task' },
    );
  if (isEnsemble(config)) throw unfit('models.begins-ensemble', name, 'hint.name-one-network');
  if (!isNetworkModel(config)) throw unfit('models.begins-linear', name, 'hint.name-one-network');
  return { source, config };
}

/** Returns a model of the registry as a run begins with it; its weights are read later. @throws AppError `newer-version` */
export function storedModel(session: Session, id: number): Extract<PretrainedSource, { kind: 'stored' }> {
  const sources = getModelSources(dbOf(session), id);
  const config = ModelFileConfig.safeParse(JSON.parse(sources?.config ?? 'null'));
  if (sources === undefined || !config.success)
    throw new AppError('newer-version', 'models.unreadable-settings', { id }, { hint: 'hint.newer-model' });
  return { kind: 'stored', id, config: config.data, vocabulary: sources.vocabulary };
}

/** Returns the encoder of the registry that the settings name; `undefined` for random initial weights. */
function encoderOf(session: Session, settings: RunSettings): PretrainedSource | undefined {
  const { encoder: name } = settings;
  if (!(settings.task === 'pretrain' || readsEncoder(settings)) || EncoderSize.safeParse(name).success)
    return undefined;
  const card = findModelByName(dbOf(session), name);
  if (card?.task === 'encoder') return storedModel(session, card.id);
  const id = card === undefined ? 'models.encoder-not-found' : 'models.no-encoder';
  const hint = message('hint.import-encoder', { sizes: EncoderSize.options.join(', ') });
  throw new AppError('not-found', id, { name }, { hint });
}

/** Names of the copy in a run's folder; the second one is written last. */
const WEIGHTS = 'pretrained-weights';
const KEPT = 'pretrained';
const Kept = z.object({ config: ModelFileConfig, vocabulary: z.string() });

/** Returns the model that a run begins with; one that has begun has a copy, so that its model may be gone. */
export const pretrainedOfRun = (
  session: Session,
  settings: RunSettings,
  folder: string,
): PretrainedSource | undefined =>
  existsSync(join(folder, KEPT)) ? { kind: 'kept' } : pretrainedOf(session, settings);

/** Reads the files of the model, and copies those of a tagger or classifier to the run's folder. */
export function pretrainedFiles(
  source: PretrainedSource,
  storage: RunStorage,
  readWeights: (id: number) => ModelFiles['weights'],
): ModelFiles {
  const kept = storage.read(KEPT);
  if (kept !== undefined)
    return { ...Kept.parse(JSON.parse(new TextDecoder().decode(kept))), weights: [storage.read(WEIGHTS)!] };
  const files = filesOf(source, readWeights);
  if (files.config.task === 'encoder') return files; // an encoder that a run builds on cannot be deleted
  const { config, vocabulary, weights } = files;
  storage.write(WEIGHTS, weights);
  storage.write(KEPT, [new TextEncoder().encode(JSON.stringify({ config, vocabulary }))]);
  return files;
}

function filesOf(source: PretrainedSource, readWeights: (id: number) => ModelFiles['weights']): ModelFiles {
  if (source.kind === 'starter') return starterModel(source.part).files;
  if (source.kind === 'kept') throw new AppError('corrupt', 'runs.weights-gone');
  const { id, config, vocabulary } = source;
  return { config, vocabulary, weights: readWeights(id) };
}

const unfit = (
  id: 'models.begins-encoder' | 'models.begins-ensemble' | 'models.begins-linear',
  name: string,
  hint: PlainId,
) => new AppError('bad-request', id, { name }, { hint });
