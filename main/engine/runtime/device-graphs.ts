/**
 * Small captured graphs over WebGPU buffers, which stay on the GPU between runs. Upload and download are such graphs as
 * well.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { type CaptureTools, capture } from './capture-backend.ts';
import { type Opened, openGraph, runSession } from './onnx-graphs.ts';
import { type OrtTensor, type SessionSettings, tensorOver } from './onnx-session.ts';
import type { Values } from './program.ts';

type Shapes = readonly { readonly name: string; readonly shape: readonly number[] }[];
/** GPU buffers by name. */
export type Buffers = Map<string, OrtTensor>;

export class DeviceGraphs {
  private readonly settings: SessionSettings;
  private readonly opened = new Map<string, Promise<Opened>>();

  constructor(settings: SessionSettings) {
    this.settings = settings;
  }

  /** Runs the graph `key`, captured from `build` at first use. `onDevice` keeps its results in GPU buffers. */
  async run(
    key: string,
    feeds: Readonly<Record<string, OrtTensor>>,
    onDevice: boolean,
    build: (input: (name: string) => Tensor) => Record<string, Tensor>,
  ): Promise<Map<string, OrtTensor>> {
    const known =
      this.opened.get(key) ?? openGraph(capture(inputsOf(feeds, build)), this.settings, () => onDevice);
    this.opened.set(key, known);
    const graph = await known;
    const results = await runSession(graph, feeds);
    return new Map([...graph.outputs].map(([name, output]) => [name, results[output]!]));
  }

  async upload(values: Shapes, data: Values): Promise<Buffers> {
    const feeds = Object.fromEntries(
      values.map(({ name, shape }) => [name, tensorOver(data[name]!, shape, 'float32')]),
    );
    return this.run(`upload ${Object.keys(feeds).join()}`, feeds, true, copies(feeds));
  }

  async download(buffers: ReadonlyMap<string, OrtTensor>): Promise<Record<string, Float32Array>> {
    const feeds = Object.fromEntries(buffers);
    const results = await this.run(`download ${Object.keys(feeds).join()}`, feeds, false, copies(feeds));
    return Object.fromEntries([...results].map(([name, { data }]) => [name, data as Float32Array])); // safe: float32
  }

  async dispose(): Promise<void> {
    for (const graph of this.opened.values()) await (await graph).session.release();
    this.opened.clear();
  }
}

/** Creates one graph input per feed. */
const inputsOf =
  (
    feeds: Readonly<Record<string, OrtTensor>>,
    build: (input: (name: string) => Tensor) => Record<string, Tensor>,
  ) =>
  ({ input }: CaptureTools) => {
    const made = new Map(
      Object.entries(feeds).map(([name, { dims }]) => [name, input(name, dims, 'float32')]),
    );
    return build((name) => made.get(name)!);
  };

const copies = (feeds: Readonly<Record<string, OrtTensor>>) => (input: (name: string) => Tensor) =>
  Object.fromEntries(Object.keys(feeds).map((name) => [name, input(name)]));

export function disposeAll(buffers: Iterable<OrtTensor>): void {
  for (const buffer of buffers) buffer.dispose();
}

/** Replaces buffers by name and disposes of the old ones. */
export function replaceIn(place: Buffers, buffers: ReadonlyMap<string, OrtTensor>): void {
  for (const [name, buffer] of buffers) {
    place.get(name)?.dispose();
    place.set(name, buffer);
  }
}
