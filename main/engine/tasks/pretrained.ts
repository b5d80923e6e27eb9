/** Begins a network with the weights of a trained one. */
import { invariant } from '../../../shared/assert.ts';
import { isNetworkModel, type ModelFiles } from '../io/model-files.ts';
import { weightsFromFile } from '../io/weights.ts';
import { type ParamSpec, sizeOf } from '../layers/params.ts';
import { tagger } from '../models/tagger/model.ts';
import { textClassifier } from '../models/text-classifier/model.ts';
import type { Values } from '../runtime/program.ts';
import { checkFinite } from './check-finite.ts';

/**
 * Returns first values of a network: those of the trained one where names and sizes agree, of parameters with labels the
 * places of labels that both know; drawn ones elsewhere.
 * @throws AppError `bad-input`, `corrupt` when the trained model is damaged
 */
export function beginningWith(
  { config, weights }: ModelFiles,
  specs: readonly ParamSpec[],
  drawn: Values,
): Values {
  if (config.task === 'encoder') return drawn; // its values are among those of the front
  invariant(isNetworkModel(config), 'a run begins with a network');
  const known = (config.task === 'ner' ? tagger(config.model) : textClassifier(config.model)).params;
  const values = weightsFromFile(known, weights);
  checkFinite(values);
  const byName = new Map(known.map((spec) => [spec.name, spec]));
  return Object.fromEntries(
    specs.map((spec) => {
      const places = placesOf(spec, byName.get(spec.name));
      const own = drawn[spec.name]!;
      return [spec.name, places === undefined ? own : copied(places, values[spec.name]!, own)];
    }),
  );
}

interface AxisPlaces {
  /** Size of the axis in the trained parameter. */
  readonly size: number;
  /** Place in the trained parameter for each place of the new one; −1: none. */
  readonly from: readonly number[];
}

/** Returns the places along each axis, or `undefined` where a size without labels differs. */
function placesOf(spec: ParamSpec, known: ParamSpec | undefined): AxisPlaces[] | undefined {
  if (known?.shape.length !== spec.shape.length) return undefined;
  const axes = spec.shape.map((size, axis): AxisPlaces | undefined => {
    const [labels, before] = [spec.labels?.[axis], known.labels?.[axis]];
    const knownSize = known.shape[axis]!;
    if (labels !== undefined && before !== undefined)
      return { size: knownSize, from: labels.map((label) => before.indexOf(label)) };
    return knownSize === size ? { size, from: Array.from({ length: size }, (_, i) => i) } : undefined;
  });
  return axes.every((axis) => axis !== undefined) ? axes : undefined;
}

/** Returns `drawn` with the values of the known places, in row-major order. */
function copied(axes: readonly AxisPlaces[], known: Float32Array, drawn: Float32Array): Float32Array {
  const out = drawn.slice();
  const inner = axes.map((_, axis) => sizeOf(axes.slice(axis + 1).map(({ from }) => from.length)));
  const knownInner = axes.map((_, axis) => sizeOf(axes.slice(axis + 1).map(({ size }) => size)));
  const walk = (axis: number, to: number, from: number): void => {
    if (axis === axes.length) out[to] = known[from]!;
    else
      for (const [i, place] of axes[axis]!.from.entries())
        if (place >= 0) walk(axis + 1, to + i * inner[axis]!, from + place * knownInner[axis]!);
  };
  walk(0, 0, 0);
  return out;
}
