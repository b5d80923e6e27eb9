/** Whether a model's files fit together: vocabulary, settings, and every weight by name and shape. */
import { fileShape, type ParamSpec } from '../layers/params.ts';
import { tagger } from '../models/tagger/model.ts';
import { nerReader } from '../tasks/ner/reader.ts';
import { joinChunks } from './describe-model.ts';
import { MODEL_FILES, type ModelFiles } from './model-files.ts';
import { readSafetensors } from './safetensors.ts';
import { badFile, formatShape, sameShape } from './tensor-data.ts';

/** @throws AppError that names the file and what is wrong with it */
export function checkTagger({ config, vocabulary, weights }: ModelFiles): void {
  if (config.task !== 'ner') throw badFile(MODEL_FILES.config, `its task is ${config.task}. (任务不符)`);
  nerReader(config, vocabulary);
  checkTensors(tagger(config.model).params, joinChunks(weights));
}

/** Every parameter and nothing else. */
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
  throw badFile(MODEL_FILES.weights, `tensors differ from config.json: ${shown}${more} (权重与配置不符)`);
}

const MAX_SHOWN = 5;
