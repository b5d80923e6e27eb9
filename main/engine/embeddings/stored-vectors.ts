/** File content of word vectors: the vectors and the tokenization they belong to. */
import { z } from 'zod';
import { VectorUnit } from '../../../shared/domain/embeddings.ts';
import { AppError } from '../../../shared/result.ts';
import type { UserWord } from '../../text/segmentation.ts';
import { readSafetensors, type SafetensorsFile, safetensorsChunks } from '../io/safetensors.ts';
import type { WordVectors } from './word-vectors.ts';

/** Vectors with everything needed to align them with a text. */
export interface StoredVectors {
  readonly vectors: WordVectors;
  /** Whether texts were folded in width and case before tokenization. */
  readonly folded: boolean;
  /** Words added to jieba's dictionary, for unit word; see `loadSegmenter`. */
  readonly userWords: readonly UserWord[];
  /** For entities of a knowledge graph. */
  readonly graph?: StoredGraphVectors;
}

interface StoredGraphVectors {
  /** Hash of the graph: row i of the vectors is its i-th entity. */
  readonly fingerprint: string;
  readonly relationNames: readonly string[];
  /** [relations, width] */
  readonly relations: Float32Array;
}

const TENSOR = 'vectors';
const RELATIONS = 'relations';

const UserWords = z.array(
  z
    .object({ word: z.string(), frequency: z.number().optional() })
    .transform(({ word, frequency }): UserWord => (frequency === undefined ? { word } : { word, frequency })),
);
const GraphMetadata = z.object({ fingerprint: z.string(), relationNames: z.array(z.string()) });
const Metadata = z.object({
  unit: VectorUnit,
  folded: z.enum(['true', 'false']).transform((text) => text === 'true'),
  tokens: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  userWords: z.string().transform((text) => UserWords.parse(JSON.parse(text))),
  graph: z
    .string()
    .transform((text) => GraphMetadata.parse(JSON.parse(text)))
    .optional(),
});

/** Limit on tokens, which are stored in the header of at most 100 MB; each takes its bytes and about six more. */
const MAX_TOKEN_BYTES = 80_000_000;

/** Returns the file's bytes in chunks. @throws AppError `too-large` */
export function vectorChunks({ vectors, folded, userWords, graph }: StoredVectors): Uint8Array[] {
  const { unit, dimension, tokens, values } = vectors;
  const metadata = {
    unit,
    folded: String(folded),
    tokens: JSON.stringify(tokens),
    userWords: JSON.stringify(userWords),
    ...(graph === undefined ? {} : { graph: JSON.stringify(GraphMetadata.parse(graph)) }),
  };
  const words = tokens.length + userWords.length;
  if (
    Buffer.byteLength(metadata.tokens) + Buffer.byteLength(metadata.userWords) + 2 * words >
    MAX_TOKEN_BYTES
  )
    throw new AppError(
      'too-large',
      'vectors.too-many-for-file',
      { tokens: tokens.length },
      { hint: 'hint.most-frequent-only' },
    );
  const tensor = { type: 'F32' as const, shape: [tokens.length, dimension], data: values };
  const tensors = new Map([[TENSOR, tensor]]);
  if (graph !== undefined) {
    const { relations, relationNames } = graph;
    const shape = [relationNames.length, relations.length / relationNames.length];
    tensors.set(RELATIONS, { type: 'F32', shape, data: relations });
  }
  return safetensorsChunks(tensors, metadata);
}

/** @throws AppError `corrupt` */
export function parseVectors(bytes: Uint8Array): StoredVectors {
  const { tensors, metadata } = readSafetensors(bytes);
  const { unit, folded, tokens, userWords, graph } = parseMetadata(metadata);
  const { values, width: dimension } = tableOf(tensors, TENSOR, tokens.length);
  const stored = { vectors: { unit, dimension, tokens, values }, folded, userWords };
  if (graph === undefined) return stored;
  const { values: relations } = tableOf(tensors, RELATIONS, graph.relationNames.length);
  return { ...stored, graph: { ...graph, relations } };
}

function parseMetadata(metadata: SafetensorsFile['metadata']): z.output<typeof Metadata> {
  try {
    return Metadata.parse(metadata);
  } catch (cause) {
    throw notVectors(cause);
  }
}

/** Returns a tensor of so many rows of finite values. @throws AppError `corrupt` for any other */
function tableOf(tensors: SafetensorsFile['tensors'], name: string, rows: number) {
  const tensor = tensors.get(name);
  if (tensor?.type !== 'F32' || tensor.shape.length !== 2 || tensor.shape[0] !== rows) throw notVectors();
  if (!tensor.data.every(Number.isFinite)) throw notVectors();
  return { values: tensor.data, width: tensor.shape[1]! };
}

function notVectors(cause?: unknown): AppError {
  return new AppError('corrupt', 'vectors.file-unreadable', {}, { kept: 'kept.it-unchanged', cause });
}
