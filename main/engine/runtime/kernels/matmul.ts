/** Matrix products. */
import type { _FusedMatMulAttrs, BatchMatMulAttrs } from '@tensorflow/tfjs-core';
import type { Operand } from '../capture-operand.ts';
import type { Graph, Value } from '../graph.ts';
import { input, type KernelInputs, type KernelTable, kernel, result } from './kernel.ts';

function product(graph: Graph, inputs: KernelInputs, { transposeA, transposeB }: BatchMatMulAttrs): Value {
  const a = input(inputs, 'a').value;
  const b = input(inputs, 'b').value;
  return graph.matMul(a, b, { transposeA: transposeA ?? false, transposeB: transposeB ?? false });
}

function activated(graph: Graph, x: Value, attrs: _FusedMatMulAttrs, alpha: Operand | undefined): Value {
  switch (attrs.activation) {
    case 'linear':
      return x;
    case 'relu':
      return graph.unary('Relu', x);
    case 'elu':
      return graph.unary('Elu', x);
    case 'sigmoid':
      return graph.unary('Sigmoid', x);
    case 'relu6':
      return graph.op('Clip', [x, graph.scalar(0), graph.scalar(6)], x.shape, x.dtype);
    case 'leakyrelu':
      return graph.unary('LeakyRelu', x, { attributes: { alpha: { float: attrs.leakyreluAlpha ?? 0.2 } } });
    case 'prelu':
      if (!alpha) throw new Error('prelu needs its weights');
      return graph.op('PRelu', [x, alpha.value], x.shape, x.dtype);
  }
}

export const MATMUL: KernelTable = {
  BatchMatMul: kernel<BatchMatMulAttrs>(({ graph, inputs, attrs }) =>
    result(graph, product(graph, inputs, attrs), 'float32'),
  ),
  _FusedMatMul: kernel<_FusedMatMulAttrs>(({ graph, inputs, attrs }) => {
    const plain = product(graph, inputs, attrs);
    const biased = inputs.bias ? graph.binary('Add', plain, inputs.bias.stored) : plain;
    return result(graph, activated(graph, biased, attrs, inputs.preluActivationWeights), 'float32');
  }),
};
