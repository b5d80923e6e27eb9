/** The encoder of a stored model, read without the layers above it. */
import { AppError } from '../../../../shared/result.ts';
import { joinPair } from '../../../text/encoding.ts';
import { isNetworkModel, type ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import type { ParamSpec } from '../../layers/params.ts';
import type { BertConfig } from '../../models/bert/config.ts';
import { BERT, bertEncode, bertEncoderSpec, bertInputs, lastHidden } from '../../models/bert/model.ts';
import { FrontConfig } from '../../models/fronts/config.ts';
import type { Executor, ParameterStore } from '../../runtime/program.ts';
import { BatchedForward } from '../batched-forward.ts';
import { checkFinite } from '../check-finite.ts';
import { tokenReader } from '../read-vocabulary.ts';
import type { TokenInput, TokenReader } from '../token-inputs.ts';

export interface StoredEncoder {
  readonly bert: BertConfig;
  readonly reader: TokenReader;
}

/** Returns encoder and tokenizer of a model of any task. @throws AppError `bad-request` when it builds on no encoder */
export function storedEncoder(name: string, { config, vocabulary }: ModelFiles): StoredEncoder {
  if (isNetworkModel(config)) {
    const front =
      config.task === 'encoder'
        ? FrontConfig.parse({ kind: 'bert', bert: config.model })
        : config.model.front;
    if (front.kind === 'bert')
      return { bert: front.bert, reader: tokenReader(front, config.tokenizer, vocabulary) };
  }
  throw new AppError('bad-request', 'models.no-encoder', { name });
}

/** Returns a store that holds these parameters of a model. @throws AppError when the files are damaged */
export async function openStore(
  executor: Executor,
  specs: readonly ParamSpec[],
  weights: ModelFiles['weights'],
): Promise<ParameterStore> {
  const values = weightsFromFile(specs, weights);
  checkFinite(values);
  const store = executor.createStore(specs);
  try {
    await store.write(values);
    return store;
  } catch (error) {
    await store.dispose();
    throw error;
  }
}

/** Returns the mean of the last layer's states over the tokens of each text, without [CLS] and [SEP]; [H] each. */
export async function meanStates(
  executor: Executor,
  { bert, reader }: StoredEncoder,
  weights: ModelFiles['weights'],
  texts: readonly string[],
  onProgress?: (done: number, total: number) => void,
): Promise<Float32Array[]> {
  const store = await openStore(executor, bertEncoderSpec(bert), weights);
  const { hidden_size: width, max_position_embeddings: longest } = bert;
  const forward = new BatchedForward<TokenInput>(store, {
    model: {
      inputs: bertInputs,
      forward: (params, inputs) => ({ states: lastHidden(bertEncode(params, inputs, bert)) }),
    },
    reader,
    task: `${BERT}/states`,
    output: 'states',
    longest,
    split: (states, inputs, { length }) =>
      inputs.map(({ ids }, row) =>
        meanOfRows(states, width, { from: row * length + 1, count: ids.length - 2 }),
      ),
  });
  try {
    const inputs = texts.map((text) => {
      const { ids, length } = joinPair(reader.vocabulary, reader.tokenize(text), undefined, {
        maxLength: longest,
      });
      return { ids: ids.slice(0, length) };
    });
    return await forward.run(inputs, onProgress === undefined ? {} : { onProgress });
  } finally {
    await forward.dispose();
    await store.dispose();
  }
}

function meanOfRows(
  states: Float32Array,
  width: number,
  { from, count }: { readonly from: number; readonly count: number },
): Float32Array {
  const mean = new Float32Array(width);
  for (let at = 0; at < count * width; at++) mean[at % width]! += states[from * width + at]! / count;
  return mean;
}
