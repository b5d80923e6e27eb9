/** Loading the native TensorFlow package, played by one that computes on tfjs's cpu backend and behaves as rudely. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { appRoot } from '../../../../main/resources.ts';
import { calibrateInChildren } from '../../../../main/services/executors/measurer.ts';
import { saying } from '../../../helpers/words.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';

/** Imitates loading TensorFlow 4.22: calls removed functions of Node, brings gradients, sets the default backend. */
const PLAYED = `
const util = require('util');
if (!util.isNullOrUndefined(undefined) || util.isNullOrUndefined(0) || !util.isArray([])) throw new Error('util');
const tf = require('@tensorflow/tfjs-core');
const { MathBackendCPU } = require('@tensorflow/tfjs-backend-cpu');
tf.registerBackend('tensorflow', () => new MathBackendCPU(), 3);
for (const kernel of tf.getKernelsForBackend('cpu')) tf.registerKernel({ ...kernel, backendName: 'tensorflow' });
const wrong = () => ({ a: () => tf.scalar(0), b: () => tf.scalar(0) });
tf.unregisterGradient('BatchMatMul');
tf.registerGradient({ kernelName: 'BatchMatMul', gradFunc: wrong });
tf.setBackend('tensorflow');
`;
const WITHOUT_LIBRARY = `throw new Error('The Node.js native addon module (tfjs_binding.node) can not be found at path: x.\\nPlease run …');`;

/** A folder in which somebody has installed the package. */
function install(name: string, code: string): string {
  const folder = temporaryDir();
  const packages = join(folder, 'node_modules', '@tensorflow');
  const own = join(folder, 'node_modules', ...name.split('/'));
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name, version: '4.22.0', main: 'index.js' }));
  writeFileSync(join(own, 'index.js'), code);
  for (const shared of ['tfjs-core', 'tfjs-backend-cpu'])
    symlinkSync(join(appRoot, 'node_modules', '@tensorflow', shared), join(packages, shared), 'junction');
  return folder;
}

async function askTensorFlow(kind: 'probe' | 'measure') {
  const spawn = () => spawnNode('measurer');
  const [report] = await calibrateInChildren(kind, { spawn, names: ['tensorflow'] });
  return report;
}

describe('the tensorflow executor', () => {
  const before = process.env.MERIDIAN_TENSORFLOW;
  afterEach(() => {
    if (before === undefined) delete process.env.MERIDIAN_TENSORFLOW;
    else process.env.MERIDIAN_TENSORFLOW = before;
  });

  it.each(['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node'])(
    'runs on %s, with our derivatives, under a Node that dropped what it calls',
    async (name) => {
      process.env.MERIDIAN_TENSORFLOW = install(name, PLAYED);
      const kind = name.endsWith('gpu') ? 'measure' : 'probe';
      const report = await askTensorFlow(kind);
      expect(report).toMatchObject({ id: 'tensorflow', available: true });
      if (kind === 'measure') expect(report?.maxError).toBe(0); // it is the reference
    },
    120_000,
  );

  it('says how to install it when it is not, and what is wrong when it does not load', async () => {
    process.env.MERIDIAN_TENSORFLOW = dirname(install('@tensorflow/other', ''));
    expect(await askTensorFlow('probe')).toMatchObject({
      available: false,
      reason: saying(
        /^not installed; run npm install @tensorflow\/tfjs-node-gpu@4\.22\.0 .*MERIDIAN_TENSORFLOW/,
      ),
    });
    process.env.MERIDIAN_TENSORFLOW = install('@tensorflow/tfjs-node-gpu', WITHOUT_LIBRARY);
    expect(await askTensorFlow('probe')).toMatchObject({
      available: false,
      reason: saying(/^The Node\.js native addon module .* can not be found at path: x\.$/),
    });
  });
});
