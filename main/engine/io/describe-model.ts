/** Describes a model from its files, for its card. */
import { assertNever } from '../../../shared/assert.ts';
import { classifierNetwork } from '../../../shared/domain/networks.ts';
import type { BertConfig } from '../models/bert/config.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import type { TaggerConfig } from '../models/tagger/config.ts';
import type { TextClassifierConfig } from '../models/text-classifier/config.ts';
import { isLinearModel, type ModelFileConfig, type ModelFiles } from './model-files.ts';
import { readSafetensors } from './safetensors.ts';
import { joinChunks } from './tensor-data.ts';

export interface ModelFacts {
  readonly task: ModelFileConfig['task'];
  /** For example `bilstm-crf` or `bert-crf 4×256`. */
  readonly network: string;
  readonly labels: string[];
  readonly parameters: number;
  /** Size of the weights in bytes. */
  readonly bytes: number;
}

export function describeModel({ config, weights }: ModelFiles): ModelFacts {
  const bytes = weights.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const { tensors } = readSafetensors(joinChunks(weights));
  const parameters = [...tensors.values()].reduce((sum, { data }) => sum + data.length, 0);
  return { task: config.task, ...nameAndLabels(config), parameters, bytes };
}

function nameAndLabels(config: ModelFileConfig): Pick<ModelFacts, 'network' | 'labels'> {
  switch (config.task) {
    case 'ner':
      return { network: taggerName(config.model), labels: config.model.tags.types };
    case 'encoder':
      return { network: `bert ${bertSize(config.model)}`, labels: [] };
    case 'classify':
    case 'diagnose':
      return {
        network: isLinearModel(config) ? config.model.network : classifierName(config.model),
        labels: config.model.labels,
      };
    default:
      return assertNever(config);
  }
}

function taggerName({ front, lexicon, middle, head }: TaggerConfig): string {
  const parts = [
    ...(front.kind === 'bert' ? ['bert'] : []),
    ...(middle.kind === 'none' ? [] : [middle.kind]),
    ...(head === 'softmax' ? (middle.kind === 'none' ? ['fc'] : []) : [head.replaceAll('-', '')]),
  ];
  return `${parts.join('-')}${frontName(front)}${lexicon === undefined ? '' : ' lexicon'}`;
}

function classifierName({ front, body, spatial }: TextClassifierConfig): string {
  if (front.kind === 'bert' && body.kind === 'cls') return `bert${frontName(front)}`;
  const name = classifierNetwork(body.kind, spatial) ?? body.kind;
  return (front.kind === 'bert' ? `bert-${name}` : name) + frontName(front);
}

/** Returns the part of a card's name that tells the front: an encoder's size, or ` words`. */
function frontName(front: FrontConfig): string {
  if (front.kind === 'bert') return ` ${bertSize(front.bert)}`;
  const hasWords = front.kind === 'words' || (front.kind === 'embedding' && front.words !== undefined);
  return hasWords ? ' words' : '';
}

const bertSize = ({ num_hidden_layers: layers, hidden_size: width }: BertConfig): string =>
  `${layers}×${width}`;
