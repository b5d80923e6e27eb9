/**
 * Files of an ensemble: those of its members in one. Tensors have the member's number before their names; the
 * vocabularies follow each other after a header with their numbers of lines.
 */
import { message } from '../../../shared/messages/message.ts';
import { isEnsemble, type ModelFileConfig, type ModelFiles } from './model-files.ts';
import { readSafetensors, safetensorsChunks } from './safetensors.ts';
import { badFile, joinChunks, type TensorData } from './tensor-data.ts';

const HEADER = 'meridian-vocabularies 1';

/** A model in an ensemble. */
export interface Member {
  readonly name: string;
  readonly files: ModelFiles;
}

/** Returns vocabulary and weights of an ensemble of these members, in their order. */
export function packMembers(members: readonly Member[]): Pick<ModelFiles, 'vocabulary' | 'weights'> {
  const lines = members.map(({ files }) => files.vocabulary.split('\n').length);
  const tensors = members.flatMap(({ files }, member) =>
    [...readSafetensors(joinChunks(files.weights)).tensors].map(([name, tensor]): [string, TensorData] => [
      `${member}.${name}`,
      tensor,
    ]),
  );
  return {
    vocabulary: [`${HEADER} ${lines.join(' ')}`, ...members.map(({ files }) => files.vocabulary)].join('\n'),
    weights: safetensorsChunks(new Map(tensors), { format: 'pt' }),
  };
}

/**
 * Returns the members of an ensemble, or a model that is none as its only member.
 * @throws AppError when the files do not hold the members that the settings name
 */
export function membersOf({ config, vocabulary, weights }: ModelFiles): ModelFiles[] {
  if (!isEnsemble(config)) return [{ config, vocabulary, weights }];
  const { members } = config.model;
  const vocabularies = partVocabularies(vocabulary, members.length);
  const tensors = members.map(() => new Map<string, TensorData>());
  for (const [name, tensor] of readSafetensors(joinChunks(weights)).tensors) {
    const [member = '', own] = splitOnce(name, '.');
    const part = /^\d+$/.test(member) ? tensors[Number(member)] : undefined;
    if (part === undefined || own === undefined)
      throw badFile('model.safetensors', `"${name}" is of no member`);
    part.set(own, tensor);
  }
  return members.map((member: { readonly config: ModelFileConfig }, number) => ({
    config: member.config,
    vocabulary: vocabularies[number]!,
    weights: safetensorsChunks(tensors[number]!, { format: 'pt' }),
  }));
}

function splitOnce(text: string, separator: string): [string] | [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function partVocabularies(text: string, count: number): string[] {
  const [first = '', ...lines] = text.split('\n');
  const counts = new RegExp(`^${HEADER}((?: \\d{1,9}){${count}})$`)
    .exec(first)?.[1]
    ?.trim()
    .split(' ')
    .map(Number);
  if (counts === undefined || counts.reduce((sum, own) => sum + own, 0) !== lines.length)
    throw badFile('vocab.txt', message('vocabulary.no-header', { header: HEADER }));
  let from = 0;
  return counts.map((own) => {
    from += own;
    return lines.slice(from - own, from).join('\n');
  });
}
