/** Describes word vectors for their card. */
import type { TokenNeighbours, VectorsCard } from '../../../shared/domain/vectors.ts';
import type { StoredVectors } from './stored-vectors.ts';
import { VectorIndex, vectorStatistics } from './word-vectors.ts';

/** Common medical words of one and more characters, whose neighbours show the quality of vectors. */
const COMMON = {
  word: ['糖尿病', '阿司匹林', '肺', '咳嗽', '高血压', '头痛', '手术', '发热'],
  character: ['肺', '痛', '糖', '咳', '药', '血', '肾', '癌'],
} as const;
const SHOWN = 6;
const NEIGHBOURS = 8;

type Facts = Pick<
  VectorsCard,
  'unit' | 'dimension' | 'tokens' | 'folded' | 'userWords' | 'norm' | 'bytes' | 'neighbours'
>;

export function describeVectors({ vectors, folded, userWords }: StoredVectors): Facts {
  const { unit, dimension, tokens, values } = vectors;
  return {
    unit,
    dimension,
    tokens: tokens.length,
    folded,
    userWords: userWords.length,
    norm: vectorStatistics(vectors).norm,
    bytes: values.byteLength,
    neighbours: commonNeighbours(new VectorIndex(vectors)),
  };
}

const commonNeighbours = (index: VectorIndex): TokenNeighbours[] =>
  COMMON[index.vectors.unit]
    .filter((token) => index.rowOf(token) !== undefined)
    .slice(0, SHOWN)
    .map((token) => ({
      token,
      near: index
        .neighbours(token, NEIGHBOURS)!
        .map((near) => ({ token: near.token, similarity: near.similarity })),
    }));
