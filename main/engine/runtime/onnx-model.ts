/**
 * Writing ONNX models: the part of onnx.proto3 that captured graphs use (field numbers from
 * onnx/onnx.proto3, IR version 10). https://github.com/onnx/onnx/blob/main/docs/IR.md
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
export const ATTRIBUTE_TYPE = {
  float: 1,
  int: 2,
  string: 3,
  tensor: 4,
  graph: 5,
  floats: 6,
  ints: 7,
  strings: 8,
} as const;

/** TensorProto. `rawData` is little-endian; `external` names a buffer handed to the session beside the model. */
export interface TensorModel {
  name: string;
  dims: readonly number[];
  dataType: ElementType;
  rawData?: Uint8Array;
  external?: { location: string; offset: number; length: number };
}

/** An attribute states its type, since ONNX tells 1 from 1.0. */
export type AttributeModel =
  | { int: number }
  | { float: number }
  | { string: string }
  | { ints: readonly number[] }
  | { floats: readonly number[] }
  | { strings: readonly string[] }
  | { graph: GraphModel }
  | { tensor: TensorModel };

export interface NodeModel {
  op: string;
  domain: string;
  name: string;
  /** Empty string: an optional input or output left out. */
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: Readonly<Record<string, AttributeModel>>;
}

export interface ValueModel {
  name: string;
  dtype: ElementType;
  shape: readonly number[];
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
      t: ['TensorProto', 5],
      g: ['GraphProto', 6],
      floats: ['float', 7, 'repeated'],
      ints: ['int64', 8, 'repeated'],
      strings: ['bytes', 9, 'repeated'],
      type: ['int32', 20],
    }),
    TensorProto: message({
      dims: ['int64', 1, 'repeated'],
      dataType: ['int32', 2],
      name: ['string', 8],
      rawData: ['bytes', 9],
      externalData: ['StringStringEntryProto', 13, 'repeated'],
      dataLocation: ['int32', 14],
    }),
    StringStringEntryProto: message({ key: ['string', 1], value: ['string', 2] }),
    ValueInfoProto: message({ name: ['string', 1], type: ['TypeProto', 2] }),
    TypeProto: message({ tensorType: ['TypeProtoTensor', 1] }),
    TypeProtoTensor: message({ elemType: ['int32', 1], shape: ['TensorShapeProto', 2] }),
    TensorShapeProto: message({ dim: ['Dimension', 1, 'repeated'] }),
    Dimension: message({ dimValue: ['int64', 1] }),
  },
});
export const ModelProto = root.lookupType('ModelProto');
export const EXTERNAL = 1; // TensorProto.DataLocation

const utf8 = new TextEncoder();

function tensorProto(tensor: TensorModel): object {
  const { external } = tensor;
  return {
    name: tensor.name,
    dims: tensor.dims,
    dataType: ELEMENT_TYPE[tensor.dataType],
    ...(tensor.rawData && { rawData: tensor.rawData }),
    ...(external && {
      dataLocation: EXTERNAL,
      externalData: Object.entries(external).map(([key, value]) => ({ key, value: String(value) })),
    }),
  };
}

function attributeProto(name: string, value: AttributeModel): object {
  if ('int' in value) return { name, type: ATTRIBUTE_TYPE.int, i: value.int };
  if ('float' in value) return { name, type: ATTRIBUTE_TYPE.float, f: value.float };
  if ('string' in value) return { name, type: ATTRIBUTE_TYPE.string, s: utf8.encode(value.string) };
  if ('ints' in value) return { name, type: ATTRIBUTE_TYPE.ints, ints: value.ints };
  if ('floats' in value) return { name, type: ATTRIBUTE_TYPE.floats, floats: value.floats };
  if ('strings' in value) {
    return { name, type: ATTRIBUTE_TYPE.strings, strings: value.strings.map((s) => utf8.encode(s)) };
  }
  if ('graph' in value) return { name, type: ATTRIBUTE_TYPE.graph, g: graphProto(value.graph) };
  return { name, type: ATTRIBUTE_TYPE.tensor, t: tensorProto(value.tensor) };
}

function valueProto(value: ValueModel): object {
  const dim = value.shape.map((dimValue) => ({ dimValue }));
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

/** The model as the bytes of an .onnx file. Protobuf holds 2 GiB at most: large weights go `external`. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const proto = {
    irVersion: IR_VERSION,
    producerName: model.producer,
    graph: graphProto(model.graph),
    opsetImport: Object.entries(model.opsets).map(([domain, version]) => ({ domain, version })),
  };
  return ModelProto.encode(ModelProto.fromObject(proto)).finish();
}
