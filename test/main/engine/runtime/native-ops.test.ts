/** Every op that states its own gradient: against finite differences, and its captured form against the eager one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appRoot } from '../../../../main/resources.ts';
import { expectDerivatives } from './finite-differences.ts';
import { NATIVE_OP_CASES } from './native-op-cases.ts';
import { generator } from './run-captured.ts';

/** `const GELU: NativeOp = {`, `function lstmOp(reverse: boolean): NativeOp {` … */
const DEFINITION = /(?:const|function) (\w+)[^;{}]*?: NativeOp\b/g;
const RUNTIME = join('runtime', 'custom-op.ts'); // the type itself

function definedOps(): string[] {
  const engine = join(appRoot, 'main', 'engine');
  return readdirSync(engine, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== RUNTIME)
    .flatMap((file) => [...readFileSync(join(engine, file), 'utf8').matchAll(DEFINITION)])
    .map(([, name]) => name!);
}

describe('native ops', () => {
  it('have a test each', () => {
    expect(Object.keys(NATIVE_OP_CASES).toSorted()).toEqual(definedOps().toSorted());
  });

  it.each(Object.entries(NATIVE_OP_CASES))('%s agrees with finite differences', async (_, cases) => {
    const random = generator(17);
    for (const { shapes, run } of cases) {
      const samples = shapes.map((shape) => ({
        shape,
        dtype: 'float32' as const,
        data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 2 * random() - 1),
      }));
      await expectDerivatives(samples, run);
    }
  });
});
