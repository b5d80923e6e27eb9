/**
 * Products with weights in eight bits while training (SwitchBack, Wortsman et al. 2023, arXiv:2304.13013): rows of
 * activations or gradients have a scale each, a weight has one. Gradients of weights stay float32, since their sums run
 * over all tokens of a batch.
 */
import { Graph } from './graph.ts';
import type { Int8Codes } from './graph-core.ts';
import type { Value } from './graph-value.ts';
import { SHIFT } from './quantize.ts';

/** Largest code; codes are symmetric, so that 0 is exact. */
const LARGEST = 127;
/** Least largest value of a row, so that rows of zeros have a scale. */
const LEAST = 1e-30;

/** Smaller weights gain nothing; of longer ones, tables of the vocabulary, every value decides about one token. */
const SMALLEST = 64;
const LONGEST_SIDE = 8;

/** Graph that computes products of rows with large parameters in eight bits. */
export class MixedGraph extends Graph {
  protected override matrixProduct(
    a: Value,
    b: Value,
    transA: boolean,
    transB: boolean,
    alpha: number,
    bias?: Value,
  ): Value {
    const { mixed, parameters } = this.options;
    if (mixed === undefined || transA || alpha !== 1 || bias || !parameters?.has(b.name) || !isLarge(b))
      return super.matrixProduct(a, b, transA, transB, alpha, bias);
    const rows = this.quantized(a, [1], 'unsigned');
    const weight = this.quantized(b, [0, 1], mixed);
    const matrix = transB ? this.transpose(weight.codes, [1, 0]) : weight.codes;
    const product = this.op(
      'MatMulIntegerToFloat',
      [rows.codes, matrix, this.scalar(1), weight.scale, this.zeroOf('unsigned'), this.zeroOf(mixed)],
      [a.shape[0]!, matrix.shape[1]!],
      'float32',
      { domain: 'com.microsoft' },
    );
    return this.binary('Mul', product, rows.scale);
  }

  /** Codes of x with a scale for the largest magnitude over `axes`: x ≈ (codes − zero) · scale. */
  private quantized(x: Value, axes: readonly number[], codes: Int8Codes): { codes: Value; scale: Value } {
    const isWhole = axes.length === x.shape.length;
    const largest = this.reduce('ReduceMax', this.unary('Abs', x), axes, !isWhole);
    const scale = this.withScalar('Div', this.withScalar('Max', largest, LEAST), LARGEST);
    const scaled = isWhole ? x : this.binary('Div', x, scale);
    const operands = [scaled, isWhole ? scale : this.scalar(1), this.zeroOf(codes)];
    return {
      codes: this.op('QuantizeLinear', operands, x.shape, codes === 'signed' ? 'int8' : 'uint8'),
      scale,
    };
  }

  private zeroOf(codes: Int8Codes): Value {
    return codes === 'signed'
      ? this.constant(Int8Array.of(0), [], 'int8')
      : this.constant(Uint8Array.of(SHIFT), [], 'uint8');
  }
}

/** Whether products with a weight gain by eight bits. */
function isLarge({ shape }: Value): boolean {
  const [least = 0, most = 0] = shape.toSorted((a, b) => a - b);
  return shape.length === 2 && least >= SMALLEST && most <= LONGEST_SIDE * least;
}
