/** Describes a model from its files, for its card. */
import { classifierNetwork } from '../../../shared/domain/networks.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import type { BertConfig } from '../models/bert/config.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import type { TaggerConfig } from '../models/tagger/config.ts';
import type { TextClassifierConfig } from '../models/text-classifier/config.ts';
import {
  type EnsembleFile,
  isEnsemble,
  isLinearModel,
  isNormaliser,
  labelsOf,
  type ModelFileConfig,
  type ModelFiles,
} from './model-files.ts';
import { readSafetensors } from './safetensors.ts';
import { joinChunks } from './tensor-data.ts';

export interface ModelFacts {
  readonly task: ModelFileConfig['task'];
  /** For example `bilstm-crf`, `bert-crf 4×256`, or an ensemble's `linear-svm + 3 × avrnn`. */
  readonly network: string;
  readonly labels: string[];
  readonly parameters: number;
  /** Size of the weights in bytes. */
  readonly bytes: number;
  /** Fingerprint of the knowledge graph whose entities the model reads. */
  readonly graph?: string;
  /** Models of an ensemble. */
  readonly members?: NonNullable<ModelCard['members']>;
}

export function describeModel({ config, weights }: ModelFiles): ModelFacts {
  const bytes = weights.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const { tensors } = readSafetensors(joinChunks(weights));
  const parameters = [...tensors.values()].reduce((sum, { data }) => sum + data.length, 0);
  return {
    task: config.task,
    network: networkName(config),
    labels: isNormaliser(config) ? [] : labelsOf(config), // tens of thousands of terms are no part of a card
    parameters,
    bytes,
    ...graphOf(config),
    ...membersIn(config),
  };
}

function graphOf(config: ModelFileConfig): Pick<ModelFacts, 'graph'> {
  if (isNormaliser(config)) return graphOf(config.model.pairs);
  if (isEnsemble(config) || isLinearModel(config)) return {};
  const { model } = config;
  const bert = 'front' in model ? (model.front.kind === 'bert' ? model.front.bert : undefined) : model;
  const graph = bert?.neighbours?.graph ?? bert?.linking?.graph;
  return graph === undefined ? {} : { graph };
}

function membersIn(config: ModelFileConfig): Pick<ModelFacts, 'members'> {
  if (!isEnsemble(config)) return {};
  const members = config.model.members.map(({ name, weight, config: own, level }) => ({
    name,
    network: networkName(own),
    weight,
    ...(level === undefined ? {} : { level }),
  }));
  return { members };
}

function networkName(config: ModelFileConfig): string {
  if (isEnsemble(config)) return ensembleName(config);
  if (isNormaliser(config)) return networkName(config.model.pairs);
  switch (config.task) {
    case 'ner':
      return taggerName(config.model);
    case 'encoder':
      return `bert ${bertSize(config.model)}`;
    default:
      return isLinearModel(config) ? config.model.network : classifierName(config.model);
  }
}

/** Returns the names of the members that tell labels, such as `linear-svm + 3 × avrnn`, and ` parents` where others do. */
function ensembleName({ model }: EnsembleFile): string {
  const counts = new Map<string, number>();
  for (const { config, level } of model.members) {
    if (level !== undefined) continue;
    const name = networkName(config);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(' + ');
  return 'hierarchy' in model && model.hierarchy !== undefined ? `${names} parents` : names;
}

function taggerName({ front, lexicon, middle, head }: TaggerConfig): string {
  const parts = [
    ...(front.kind === 'bert' ? ['bert'] : []),
    ...(middle.kind === 'none' ? [] : [middle.kind]),
    ...(head === 'softmax' ? (middle.kind === 'none' ? ['fc'] : []) : [head.replaceAll('-', '')]),
  ];
  return `${parts.join('-')}${frontName(front)}${lexiconName(lexicon)}`;
}

function classifierName({ front, lexicon, body, spatial }: TextClassifierConfig): string {
  if (front.kind === 'bert' && body.kind === 'cls') return `bert${frontName(front)}`;
  const name = classifierNetwork(body.kind, spatial) ?? body.kind;
  return `${front.kind === 'bert' ? 'bert-' : ''}${name}${frontName(front)}${lexiconName(lexicon)}`;
}

const lexiconName = (lexicon: unknown): string => (lexicon === undefined ? '' : ' lexicon');

/** Returns the part of a card's name that tells the front: an encoder's size, or ` words`. */
function frontName(front: FrontConfig): string {
  if (front.kind === 'bert') return ` ${bertSize(front.bert)}`;
  const hasWords = front.kind === 'words' || (front.kind === 'embedding' && front.words !== undefined);
  return hasWords ? ' words' : '';
}

const bertSize = ({ num_hidden_layers: layers, hidden_size: width }: BertConfig): string =>
  `${layers}×${width}`;
