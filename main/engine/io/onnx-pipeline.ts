/** Fine-tuned taggers and classifiers on an encoder as ONNX graphs of any batch size and length. */
import type { Activation } from '../layers/activation-names.ts';
import { type BertConfig, embeddingSize } from '../models/bert/config.ts';
import {
  type AttributeModel,
  type ElementType,
  encodeModel,
  type NodeModel,
  plainNode,
  type TensorModel,
} from '../runtime/onnx-model.ts';
import { transposed } from '../runtime/quantize.ts';
import type { FloatTensorData } from './tensor-data.ts';

/** Head over an encoder, named as in the classes of transformers. */
export type PipelineKind = 'TokenClassification' | 'SequenceClassification';

/** Returns a parameter by its name in files, [out, in] for matrices of linear layers. */
type Weights = (name: string) => FloatTensorData;

/** GELU and LayerNormalization are operators since 20 and 17. */
const OPSET = 20;
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'] as const;
/** Score of a key that is not attended to, as in `layers/attention.ts`. */
const MASKED = -1e4;

/**
 * Returns the bytes of an .onnx file. Inputs, int64 [batch, length]: `input_ids`, `attention_mask`, `token_type_ids`.
 * Output, float32: `logits` [batch, length, tags] or [batch, labels].
 */
export function encodePipeline(config: BertConfig, kind: PipelineKind, weights: Weights): Uint8Array {
  const graph = new Writer(weights);
  const { op } = graph;
  const bias = op('Unsqueeze', [paddingBias(graph), graph.ints([1, 2])]); // [B, 1, 1, T]
  let x = embeddings(graph, config); // [B, T, E]
  if (embeddingSize(config) !== config.hidden_size) x = graph.linear('bert.embeddings_project', x); // [B, T, H]
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const prefix = `bert.encoder.layer.${config.num_hidden_groups === undefined ? layer : 0}`;
    const attended = op('Add', [x, attention(graph, `${prefix}.attention`, x, bias, config)]);
    const middle = graph.norm(`${prefix}.attention.output.LayerNorm`, attended, config.layer_norm_eps);
    const inner = activation(graph, graph.linear(`${prefix}.intermediate.dense`, middle), config.hidden_act);
    const fed = op('Add', [middle, graph.linear(`${prefix}.output.dense`, inner)]);
    x = graph.norm(`${prefix}.output.LayerNorm`, fed, config.layer_norm_eps); // [B, T, H]
  }
  if (kind === 'SequenceClassification') {
    const first = op('Gather', [x, graph.int(0)], { axis: { int: 1 } }); // [B, H]
    x = op('Tanh', [graph.linear('bert.pooler.dense', first)]);
  }
  const logits = graph.linear('classifier', x);
  const labels = weights('classifier.bias').shape[0]!;
  return encodeModel({
    producer: 'Meridian',
    opsets: { '': OPSET },
    graph: {
      name: kind,
      nodes: [...graph.nodes, plainNode('Identity', [logits], ['logits'])],
      initializers: [...graph.initializers.values()],
      inputs: INPUTS.map((name) => ({ name, dtype: 'int64', shape: ['batch', 'length'] })),
      outputs: [
        {
          ...{ name: 'logits', dtype: 'float32' },
          shape: kind === 'TokenClassification' ? ['batch', 'length', labels] : ['batch', labels],
        },
      ],
    },
  });
}

/** Collects nodes and constants; values are named by number, parameters by their names. */
class Writer {
  readonly nodes: NodeModel[] = [];
  readonly initializers = new Map<string, TensorModel>();
  private readonly weights: Weights;

  constructor(weights: Weights) {
    this.weights = weights;
  }

  /** Returns the name of the node's result. */
  readonly op = (
    name: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeModel>> = {},
  ): string => {
    const output = `value${this.nodes.length}`;
    this.nodes.push(plainNode(name, inputs, [output], attributes));
    return output;
  };

  parameter(name: string): string {
    const { shape, data } = this.weights(name);
    return this.constant(name, 'float32', shape, () => data);
  }

  float = (value: number): string =>
    this.constant(`float ${value}`, 'float32', [], () => Float32Array.of(value));
  int = (value: number): string =>
    this.constant(`int ${value}`, 'int64', [], () => BigInt64Array.of(BigInt(value)));
  ints = (values: readonly number[]): string =>
    this.constant(`ints ${values.join()}`, 'int64', [values.length], () =>
      BigInt64Array.from(values, BigInt),
    );

  /** x [..., in] → [..., out] */
  linear(prefix: string, x: string): string {
    const { shape, data } = this.weights(`${prefix}.weight`);
    const [out = 0, width = 0] = shape;
    const matrix = this.constant(`${prefix}.weight`, 'float32', [width, out], () =>
      transposed(data, out, width),
    );
    return this.op('Add', [this.op('MatMul', [x, matrix]), this.parameter(`${prefix}.bias`)]);
  }

  norm(prefix: string, x: string, epsilon: number): string {
    const inputs = [x, this.parameter(`${prefix}.weight`), this.parameter(`${prefix}.bias`)];
    return this.op('LayerNormalization', inputs, { axis: { int: -1 }, epsilon: { float: epsilon } });
  }

  private constant(
    name: string,
    dataType: ElementType,
    dims: readonly number[],
    data: () => Float32Array | BigInt64Array,
  ): string {
    if (!this.initializers.has(name)) {
      const { buffer, byteOffset, byteLength } = data();
      const rawData = new Uint8Array(buffer, byteOffset, byteLength);
      this.initializers.set(name, { name, dims, dataType, rawData });
    }
    return name;
  }
}

function paddingBias({ op, float }: Writer): string {
  const mask = op('Cast', ['attention_mask'], { to: { int: 1 } });
  return op('Mul', [op('Sub', [float(1), mask]), float(MASKED)]); // [B, T]
}

function embeddings(graph: Writer, { layer_norm_eps }: BertConfig): string {
  const { op } = graph;
  const table = (name: string) => graph.parameter(`bert.embeddings.${name}_embeddings.weight`);
  const length = op('Shape', ['input_ids'], { start: { int: 1 }, end: { int: 2 } }); // [1]
  const places = op('Slice', [table('position'), graph.ints([0]), length, graph.ints([0])]); // [T, E]
  const words = op('Gather', [table('word'), 'input_ids']); // [B, T, E]
  const types = op('Gather', [table('token_type'), 'token_type_ids']); // [B, T, E]
  return graph.norm(
    'bert.embeddings.LayerNorm',
    op('Add', [op('Add', [words, types]), places]),
    layer_norm_eps,
  );
}

/** softmax(q kᵀ / √D + bias) v over heads of size D, projected. */
function attention(
  graph: Writer,
  prefix: string,
  x: string,
  bias: string,
  { hidden_size: width, num_attention_heads: heads }: BertConfig,
): string {
  const { op } = graph;
  const size = width / heads;
  const split = (name: string, perm: readonly number[]) => {
    const rows = op('Reshape', [graph.linear(`${prefix}.self.${name}`, x), graph.ints([0, 0, heads, size])]);
    return op('Transpose', [rows], { perm: { ints: perm } });
  };
  const product = op('MatMul', [split('query', [0, 2, 1, 3]), split('key', [0, 2, 3, 1])]); // [B, heads, T, T]
  const scores = op('Add', [op('Mul', [product, graph.float(1 / Math.sqrt(size))]), bias]);
  const shares = op('Softmax', [scores], { axis: { int: -1 } });
  const mixed = op('MatMul', [shares, split('value', [0, 2, 1, 3])]); // [B, heads, T, D]
  const joined = op('Transpose', [mixed], { perm: { ints: [0, 2, 1, 3] } });
  return graph.linear(`${prefix}.output.dense`, op('Reshape', [joined, graph.ints([0, 0, width])])); // [B, T, H]
}

function activation({ op }: Writer, x: string, name: Activation): string {
  if (name === 'relu') return op('Relu', [x]);
  return op('Gelu', [x], { approximate: { string: name === 'gelu' ? 'none' : 'tanh' } });
}
