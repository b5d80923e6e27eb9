/** Reading ONNX models back: what tests and tools look into. */
import {
  ATTRIBUTE_TYPE,
  type AttributeModel,
  ELEMENT_TYPE,
  type ElementType,
  EXTERNAL,
  type GraphModel,
  ModelProto,
  type OnnxModel,
  type TensorModel,
  type ValueModel,
} from './onnx-model.ts';

const text = new TextDecoder();

/** What protobufjs hands back with `longs: Number` and every field present. */
interface RawTensor {
  name: string;
  dims: number[];
  dataType: number;
  rawData: Uint8Array;
  externalData: { key: string; value: string }[];
  dataLocation: number;
}
interface RawAttribute {
  name: string;
  type: number;
  f: number;
  i: number;
  s: Uint8Array;
  t: RawTensor | null;
  g: RawGraph | null;
  floats: number[];
  ints: number[];
  strings: Uint8Array[];
}
interface RawValue {
  name: string;
  type: { tensorType: { elemType: number; shape: { dim: { dimValue: number }[] } } };
}
interface RawGraph {
  name: string;
  node: {
    opType: string;
    domain: string;
    name: string;
    input: string[];
    output: string[];
    attribute: RawAttribute[];
  }[];
  initializer: RawTensor[];
  input: RawValue[];
  output: RawValue[];
}
interface RawModel {
  producerName: string;
  graph: RawGraph;
  opsetImport: { domain: string; version: number }[];
}

function elementType(code: number): ElementType {
  const found = Object.entries(ELEMENT_TYPE).find(([, id]) => id === code);
  if (!found) throw new Error(`onnx model: element type ${code} is not supported`);
  return found[0] as ElementType; // safe: a key of ELEMENT_TYPE
}

function readTensor(raw: RawTensor): TensorModel {
  const base = { name: raw.name, dims: raw.dims, dataType: elementType(raw.dataType) };
  if (raw.dataLocation !== EXTERNAL) return { ...base, rawData: Uint8Array.from(raw.rawData) };
  const entries = new Map(raw.externalData.map(({ key, value }) => [key, value]));
  return {
    ...base,
    external: {
      location: entries.get('location') ?? '',
      offset: Number(entries.get('offset') ?? 0),
      length: Number(entries.get('length') ?? 0),
    },
  };
}

function readAttribute(raw: RawAttribute): AttributeModel {
  switch (raw.type) {
    case ATTRIBUTE_TYPE.int:
      return { int: raw.i };
    case ATTRIBUTE_TYPE.float:
      return { float: raw.f };
    case ATTRIBUTE_TYPE.string:
      return { string: text.decode(raw.s) };
    case ATTRIBUTE_TYPE.ints:
      return { ints: raw.ints };
    case ATTRIBUTE_TYPE.floats:
      return { floats: raw.floats };
    case ATTRIBUTE_TYPE.strings:
      return { strings: raw.strings.map((s) => text.decode(s)) };
    case ATTRIBUTE_TYPE.graph:
      if (raw.g) return { graph: readGraph(raw.g) };
      break;
    case ATTRIBUTE_TYPE.tensor:
      if (raw.t) return { tensor: readTensor(raw.t) };
      break;
  }
  throw new Error(`onnx model: attribute ${raw.name} of type ${raw.type} is not supported`);
}

const readValue = ({ name, type }: RawValue): ValueModel => ({
  name,
  dtype: elementType(type.tensorType.elemType),
  shape: type.tensorType.shape.dim.map(({ dimValue }) => dimValue),
});

function readGraph(raw: RawGraph): GraphModel {
  return {
    name: raw.name,
    nodes: raw.node.map((node) => ({
      op: node.opType,
      domain: node.domain,
      name: node.name,
      inputs: node.input,
      outputs: node.output,
      attributes: Object.fromEntries(node.attribute.map((a) => [a.name, readAttribute(a)])),
    })),
    initializers: raw.initializer.map(readTensor),
    inputs: raw.input.map(readValue),
    outputs: raw.output.map(readValue),
  };
}

/** Reads back what `encodeModel` writes (not every ONNX file). Throws on damaged bytes and unknown types. */
export function decodeModel(bytes: Uint8Array): OnnxModel {
  const object = ModelProto.toObject(ModelProto.decode(bytes), {
    longs: Number,
    defaults: true,
    arrays: true,
  });
  const raw = object as RawModel; // safe: the descriptor above, with defaults filled in
  if (!raw.graph) throw new Error('onnx model: no graph inside');
  return {
    producer: raw.producerName,
    graph: readGraph(raw.graph),
    opsets: Object.fromEntries(raw.opsetImport.map(({ domain, version }) => [domain, version])),
  };
}
