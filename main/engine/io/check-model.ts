/** Checks that a model's files fit together: vocabulary, settings, and every weight by name and shape. */

import { message } from '../../../shared/messages/message.ts';
import { fileShape, type ParamSpec } from '../layers/params.ts';
import { tagger } from '../models/tagger/model.ts';
import { textClassifier } from '../models/text-classifier/model.ts';
import { openLinear } from '../tasks/classify/linear-classifier.ts';
import { checkDecision, classifyReader } from '../tasks/classify/reader.ts';
import { nerReader } from '../tasks/ner/reader.ts';
import { EVIDENCE_COLUMNS } from '../tasks/normalise/evidence.ts';
import { PAIR_LABELS } from '../tasks/normalise/normaliser.ts';
import { membersOf } from './ensemble-files.ts';
import {
  type EnsembleFile,
  isEnsemble,
  isLinearModel,
  isNormaliser,
  labelsOf,
  MODEL_FILES,
  type ModelFileConfig,
  type ModelFiles,
  type NetworkFileConfig,
  type NormaliserFile,
} from './model-files.ts';
import { readSafetensors } from './safetensors.ts';
import { badFile, formatShape, joinChunks, sameShape } from './tensor-data.ts';

/** @throws AppError that names the file and the problem */
export function checkModel(files: ModelFiles): void {
  const { config, vocabulary, weights } = files;
  if (isEnsemble(config)) return checkEnsemble(config, files);
  if (isNormaliser(config)) return checkNormaliser(config, files);
  if (!isLinearModel(config)) return checkTensors(paramsOf(config, vocabulary), joinChunks(weights));
  checkDecision(config);
  openLinear(config.model, { vocabulary, weights });
}

function checkEnsemble(config: EnsembleFile, files: ModelFiles): void {
  const { labels, members } = config.model;
  const hierarchy = 'hierarchy' in config.model ? config.model.hierarchy : undefined;
  if (config.task !== 'ner') checkDecision(config);
  const levels = [
    { labels, members: members.filter(({ level }) => level === undefined) },
    ...(hierarchy === undefined
      ? []
      : [{ labels: hierarchy.parents, members: members.filter(({ level }) => level === 'parents') }]),
  ];
  const fits = levels.every(
    (level) =>
      isWhole(level.members) && level.members.every((one) => isFit(one.config, config, level.labels)),
  );
  const isJoined = hierarchy === undefined || hierarchy.parentOf.length === labels.length;
  if (!fits || !isJoined || levels.flatMap((level) => level.members).length < members.length)
    throw badFile(MODEL_FILES.config, message('models.members-differ', { labels: labels.length }));
  for (const member of membersOf(files)) checkModel(member);
}

function checkNormaliser(config: NormaliserFile, files: ModelFiles): void {
  const { labels, rules, pairs } = config.model;
  checkDecision(config);
  const fits =
    rules.known.every(({ terms }) => terms.every((term) => term < labels.length)) &&
    rules.weights.length === EVIDENCE_COLUMNS + 1 &&
    Object.values(PAIR_LABELS).every((label) => pairs.model.labels.includes(label));
  if (!fits) throw badFile(MODEL_FILES.config, message('models.terms-differ', { terms: labels.length }));
  checkModel({ ...files, config: pairs });
}

/** Returns whether the shares of members add up to 1. */
const isWhole = (members: readonly { readonly weight: number }[]): boolean =>
  Math.abs(members.reduce((sum, { weight }) => sum + weight, 0) - 1) <= 1e-6;

const isFit = (member: ModelFileConfig, ensemble: EnsembleFile, labels: readonly string[]): boolean =>
  member.task === ensemble.task && modeOf(member) === modeOf(ensemble) && isSameSet(labelsOf(member), labels);

/** Returns whether a classifier gives a text one label or several; undefined of other models. */
const modeOf = ({ model }: ModelFileConfig): string | undefined => ('mode' in model ? model.mode : undefined);

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return set.size === b.length && b.every((label) => set.has(label));
}

function paramsOf(config: NetworkFileConfig, vocabulary: string): readonly ParamSpec[] {
  switch (config.task) {
    case 'ner':
      nerReader(config, vocabulary);
      return tagger(config.model).params;
    case 'encoder':
      throw badFile(
        MODEL_FILES.config,
        message('models.other-task', { task: message(`value.${config.task}`) }),
      );
    default:
      classifyReader(config, vocabulary);
      return textClassifier(config.model).params;
  }
}

/** Requires every parameter and nothing else. */
function checkTensors(params: readonly ParamSpec[], bytes: Uint8Array): void {
  const { tensors } = readSafetensors(bytes);
  const problems: string[] = [];
  for (const spec of params) {
    const tensor = tensors.get(spec.name);
    if (tensor === undefined) problems.push(`"${spec.name}" is missing`);
    else if (tensor.type === 'I64') problems.push(`"${spec.name}" holds whole numbers`);
    else if (!sameShape(tensor.shape, fileShape(spec)))
      problems.push(`"${spec.name}" is ${formatShape(tensor.shape)}, not ${formatShape(fileShape(spec))}`);
  }
  const known = new Set(params.map(({ name }) => name));
  for (const name of tensors.keys()) if (!known.has(name)) problems.push(`"${name}" is of no such model`);
  if (problems.length === 0) return;
  const shown = problems.slice(0, MAX_SHOWN).join('; ');
  const more = problems.length > MAX_SHOWN ? `; and ${problems.length - MAX_SHOWN} more` : '';
  throw badFile(MODEL_FILES.weights, message('models.other-tensors', { differences: shown + more }));
}

const MAX_SHOWN = 5;
