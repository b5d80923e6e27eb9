/** Texts as every task reads them: tokens, beside them the rows of their words, as padded batches. */
import { invariant } from '../../../shared/assert.ts';
import type { TokenSequence } from '../../text/tokens.ts';
import { PAD, type Vocabulary } from '../../text/vocabulary.ts';
import type { Tokenizer } from '../../text/wordpiece.ts';
import type { BatchSize } from '../models/model.ts';

/** Reader of a stored model. */
export interface TokenReader {
  readonly tokenize: Tokenizer;
  readonly vocabulary: Vocabulary;
  /** Whether inputs stand between [CLS] and [SEP]. */
  readonly specials: boolean;
  /** Row of each token in the model's table of words; absent where it has none. Models with [CLS] have none. */
  readonly wordRows?: (text: string, tokens: TokenSequence) => Int32Array;
}

/** One input without padding. */
export interface TokenInput {
  /** With [CLS] and [SEP] where the model reads them. */
  readonly ids: Int32Array;
  /** Row of each token in the table of words. */
  readonly words?: Int32Array;
}

/** Inputs by name, [B, T] each: `mask` is 1 at real tokens. */
export interface TokenBatch {
  readonly ids: Int32Array;
  readonly types: Int32Array;
  readonly mask: Int32Array;
  readonly words: Int32Array;
}

/** At most `batch` inputs; missing ones are all padding. */
export function batchInputs(
  inputs: readonly TokenInput[],
  { vocabulary }: TokenReader,
  { batch, length }: BatchSize,
): TokenBatch {
  invariant(inputs.length <= batch, `batchInputs: ${inputs.length} inputs for a batch of ${batch}`);
  const out = {
    ids: new Int32Array(batch * length).fill(vocabulary.requireId(PAD)),
    types: new Int32Array(batch * length),
    mask: new Int32Array(batch * length),
    words: new Int32Array(batch * length),
  };
  for (const [row, { ids, words }] of inputs.entries()) {
    invariant(ids.length <= length, `batchInputs: ${ids.length} tokens, the graph has ${length}`);
    out.ids.set(ids, row * length);
    out.mask.fill(1, row * length, row * length + ids.length);
    if (words !== undefined) out.words.set(words, row * length);
  }
  return out;
}
