/** Seals the weights of a model that is not in the registry yet. Runs in any process. */
import { describeModel, type ModelFacts } from '../../engine/io/describe-model.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import { writeSealed } from '../../workspace/sealed-file.ts';

export interface SealedModel {
  /** Path of the sealed weights. */
  readonly file: string;
  readonly facts: ModelFacts;
  /** Settings as JSON. */
  readonly config: string;
  readonly vocabulary: string;
}

/** @param fileKey from `fileKeyOf`; null in a plain workspace */
export function sealModel(files: ModelFiles, file: string, fileKey: Uint8Array | null): SealedModel {
  const facts = describeModel(files);
  writeSealed(file, files.weights, fileKey);
  return { file, facts, config: JSON.stringify(files.config), vocabulary: files.vocabulary };
}
