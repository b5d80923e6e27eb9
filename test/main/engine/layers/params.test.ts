/** Parameter layouts between files and the engine. */
import { describe, expect, it } from 'vitest';
import { conv1dSpec } from '../../../../main/engine/layers/conv1d.ts';
import { ZEROS } from '../../../../main/engine/layers/initialisers.ts';
import { linearSpec } from '../../../../main/engine/layers/linear.ts';
import { fileShape, fromFile, type ParamSpec, param, toFile } from '../../../../main/engine/layers/params.ts';

const counting = (size: number) => Float32Array.from({ length: size }, (_, i) => i);

describe('file layouts', () => {
  it('turns a linear weight round: [in, out] inside, [out, in] in the file', () => {
    const [weight, bias] = linearSpec('dense', 2, 3) as [ParamSpec, ParamSpec];
    expect([weight.name, weight.shape, fileShape(weight)]).toEqual(['dense.weight', [2, 3], [3, 2]]);
    expect([...toFile(weight, counting(6))]).toEqual([0, 3, 1, 4, 2, 5]);
    expect(toFile(bias, counting(3))).toEqual(counting(3));
  });

  it('turns a convolution round: [width, in, out] inside, [out, in, width] in the file', () => {
    const [weight] = conv1dSpec('conv', 2, 3, 4) as [ParamSpec];
    expect(fileShape(weight)).toEqual([4, 3, 2]);
    const inside = counting(24);
    const file = toFile(weight, inside);
    for (let k = 0; k < 2; k++)
      for (let i = 0; i < 3; i++)
        for (let o = 0; o < 4; o++) expect(file[(o * 3 + i) * 2 + k]).toBe(inside[(k * 3 + i) * 4 + o]);
  });

  it('comes back as it went', () => {
    const spec = (shape: number[], fileAxes: number[]): ParamSpec => ({
      name: 'w',
      shape,
      init: ZEROS,
      decay: true,
      fileAxes,
    });
    for (const one of [spec([2, 3, 4], [1, 2, 0]), spec([5, 1, 2], [2, 0, 1]), spec([3, 2], [1, 0])]) {
      const values = counting(one.shape.reduce((a, b) => a * b, 1));
      expect(fromFile(one, toFile(one, values))).toEqual(values);
    }
  });

  it('names the parameter that is missing or of another size', () => {
    const [weight] = linearSpec('dense', 2, 3) as [ParamSpec];
    expect(() => fromFile(weight, counting(5))).toThrow(/dense\.weight.*\[2, 3\].*6 values, got 5/);
    expect(() => param({}, 'dense.weight')).toThrow(/dense\.weight is missing/);
  });
});
