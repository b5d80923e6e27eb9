/** Runs for tests that train nothing. */

import type { NewRun } from '../../main/db/repositories/runs.ts';
import { NerSettings, type RunPoint } from '../../shared/domain/training.ts';

export function newRun(change: Partial<NewRun> = {}): NewRun {
  return {
    name: 'ner-a',
    settings: NerSettings.parse({ task: 'ner' }),
    train: { id: 1, name: 'x/train', sha256: 'a'.repeat(64) },
    dev: { id: 2, name: 'x/dev', sha256: 'b'.repeat(64) },
    warnings: [],
    configHash: 'c'.repeat(64),
    version: '0.1.0',
    ...change,
  };
}

export const stepPoint = (step: number, loss = 1 / step): RunPoint => ({
  step,
  epoch: step / 10,
  seconds: step,
  loss,
  learningRate: 1e-3,
});

export const devPoint = (step: number, f1: number): RunPoint => ({
  step,
  epoch: step / 10,
  seconds: step,
  dev: { f1 },
});
