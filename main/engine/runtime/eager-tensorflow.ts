/**
 * Loads the native TensorFlow packages under tfjs's `tensorflow` backend. They are not installed with Meridian
 * (docs/decisions/004-captured-training.md); MERIDIAN_TENSORFLOW names their folder when Node cannot resolve them.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AppError } from '../../../shared/result.ts';
import { appRoot } from '../../resources.ts';
import { registerGradients } from './gradients/index.ts';

const PACKAGES = ['@tensorflow/tfjs-node-gpu', '@tensorflow/tfjs-node'];

/** @throws AppError when no package is installed; the package's own error when its libraries do not load */
export async function loadTensorFlow(): Promise<void> {
  await provideUtil();
  const named = process.env.MERIDIAN_TENSORFLOW;
  for (const folder of [appRoot, ...(named ? [named] : [])]) {
    const require = createRequire(join(folder, 'package.json'));
    const found = PACKAGES.find((name) => isInstalled(require, name));
    if (found === undefined) continue;
    require(found);
    registerGradients(); // replaces the derivatives that the package registers
    return;
  }
  throw new AppError('engine-down', 'executors.tensorflow-not-installed');
}

/** Provides deprecated functions of node:util that the packages call. */
async function provideUtil(): Promise<void> {
  const util = (await import('node:util')).default as { isNullOrUndefined?: unknown; isArray?: unknown }; // safe: deprecated functions
  util.isNullOrUndefined ??= (value: unknown) => value === null || value === undefined;
  util.isArray ??= Array.isArray;
}

function isInstalled(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
