/**
 * Encodes ONNX models: the part of onnx.proto3 that captured graphs use, IR version 10.
 * https://github.com/onnx/onnx/blob/main/docs/IR.md
 */
import protobuf from 'protobufjs/light.js';

/** TensorProto.DataType of the element types in use. */
export const ELEMENT_TYPE = {
  float32: 1,
  uint8: 2,
  int8: 3,
  int32: 6,
  int64: 7,
  bool: 9,
  float64: 11,
} as const;
export type ElementType = keyof typeof ELEMENT_TYPE;

const BYTES: Record<ElementType, number> = {
  float32: 4,
  uint8: 1,
  int8: 1,
  int32: 4,
  int64: 8,
  bool: 1,
  float64: 8,
};
export const elementBytes = (type: ElementType): number => BYTES[type];

/** AttributeProto.AttributeType. */
const ATTRIBUTE_TYPE = { float: 1, int: 2, string: 3, graph: 5, ints: 7 } as const;

/** TensorProto. `rawData` is little-endian. */
export interface TensorModel {
  name: string;
  dims: readonly number[];
  dataType: ElementType;
  rawData: Uint8Array;
}

/** Value of an attribute with its type, since ONNX distinguishes 1 from 1.0. */
export type AttributeModel =
  | { int: number }
  | { float: number }
  | { string: string }
  | { ints: readonly number[] }
  | { graph: GraphModel };

export interface NodeModel {
  op: string;
  domain: string;
  name: string;
  /** Names of values; an empty string omits an optional input or output. */
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: Readonly<Record<string, AttributeModel>>;
}

/** Returns a node without a name, of ONNX's own domain. */
export const plainNode = (
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: NodeModel['attributes'] = {},
): NodeModel => ({ op, domain: '', name: '', inputs, outputs, attributes });

interface ValueModel {
  name: string;
  dtype: ElementType;
  /** Sizes; a name stands for a size that inputs decide. */
  shape: readonly (number | string)[];
}

export interface GraphModel {
  name: string;
  nodes: readonly NodeModel[];
  initializers: readonly TensorModel[];
  inputs: readonly ValueModel[];
  outputs: readonly ValueModel[];
}

export interface OnnxModel {
  graph: GraphModel;
  opsets: Readonly<Record<string, number>>;
  producer: string;
}

const IR_VERSION = 10;

type Field = [type: string, id: number, rule?: 'repeated'];
const message = (fields: Record<string, Field>) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [type, id, rule]]) => [name, { type, id, ...(rule && { rule }) }]),
  ),
});

const root = protobuf.Root.fromJSON({
  nested: {
    ModelProto: message({
      irVersion: ['int64', 1],
      producerName: ['string', 2],
      graph: ['GraphProto', 7],
      opsetImport: ['OperatorSetIdProto', 8, 'repeated'],
    }),
    OperatorSetIdProto: message({ domain: ['string', 1], version: ['int64', 2] }),
    GraphProto: message({
      node: ['NodeProto', 1, 'repeated'],
      name: ['string', 2],
      initializer: ['TensorProto', 5, 'repeated'],
      input: ['ValueInfoProto', 11, 'repeated'],
      output: ['ValueInfoProto', 12, 'repeated'],
    }),
    NodeProto: message({
      input: ['string', 1, 'repeated'],
      output: ['string', 2, 'repeated'],
      name: ['string', 3],
      opType: ['string', 4],
      attribute: ['AttributeProto', 5, 'repeated'],
      domain: ['string', 7],
    }),
    AttributeProto: message({
      name: ['string', 1],
      f: ['float', 2],
      i: ['int64', 3],
      s: ['bytes', 4],
      g: ['GraphProto', 6],
      ints: ['int64', 8, 'repeated'],
      type: ['int32', 20],
    }),
    TensorProto: message({
      dims: ['int64', 1, 'repeated'],
      dataType: ['int32', 2],
      name: ['string', 8],
      rawData: ['bytes', 9],
    }),
    ValueInfoProto: message({ name: ['string', 1], type: ['TypeProto', 2] }),
    TypeProto: message({ tensorType: ['TypeProtoTensor', 1] }),
    TypeProtoTensor: message({ elemType: ['int32', 1], shape: ['TensorShapeProto', 2] }),
    TensorShapeProto: message({ dim: ['Dimension', 1, 'repeated'] }),
    Dimension: message({ dimValue: ['int64', 1], dimParam: ['string', 2] }),
  },
});
export const ModelProto = root.lookupType('ModelProto');

const utf8 = new TextEncoder();

const tensorProto = (tensor: TensorModel): object => ({ ...tensor, dataType: ELEMENT_TYPE[tensor.dataType] });

function attributeProto(name: string, value: AttributeModel): object {
  if ('int' in value) return { name, type: ATTRIBUTE_TYPE.int, i: value.int };
  if ('float' in value) return { name, type: ATTRIBUTE_TYPE.float, f: value.float };
  if ('string' in value) return { name, type: ATTRIBUTE_TYPE.string, s: utf8.encode(value.string) };
  if ('ints' in value) return { name, type: ATTRIBUTE_TYPE.ints, ints: value.ints };
  return { name, type: ATTRIBUTE_TYPE.graph, g: graphProto(value.graph) };
}

function valueProto(value: ValueModel): object {
  const dim = value.shape.map((size) => (typeof size === 'string' ? { dimParam: size } : { dimValue: size }));
  return { name: value.name, type: { tensorType: { elemType: ELEMENT_TYPE[value.dtype], shape: { dim } } } };
}

function graphProto(graph: GraphModel): object {
  return {
    name: graph.name,
    node: graph.nodes.map((node) => ({
      opType: node.op,
      domain: node.domain,
      name: node.name,
      input: node.inputs,
      output: node.outputs,
      attribute: Object.entries(node.attributes).map(([name, value]) => attributeProto(name, value)),
    })),
    initializer: graph.initializers.map(tensorProto),
    input: graph.inputs.map(valueProto),
    output: graph.outputs.map(valueProto),
  };
}

/** Returns the model as the bytes of an .onnx file. Protobuf limits them to 2 GiB. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const proto = {
    irVersion: IR_VERSION,
    producerName: model.producer,
    graph: graphProto(model.graph),
    opsetImport: Object.entries(model.opsets).map(([domain, version]) => ({ domain, version })),
  };
  return ModelProto.encode(ModelProto.fromObject(proto)).finish();
}
