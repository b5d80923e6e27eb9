/** A whole small training run on the executor that vitest's project names: every loss and the scores as on `cpu`. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../main/engine/train/run-types.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';
import { finish, smallRun } from '../main/engine/train/runs.ts';
import { PARITY_EXECUTOR } from './executors.ts';

const name = process.env[PARITY_EXECUTOR] ?? 'onnx:cpu';
async function train(executor: string) {
  const { events, result } = await finish(
    smallRun(
      { epochs: 2, dropout: 0.3, accumulation: 2 },
      { train: nerDocuments(12), dev: nerDocuments(4, 1000), executor },
    ),
  );
  const started = events.find(({ kind }) => kind === 'started');
  const losses = events.flatMap((event: RunEvent) => (event.kind === 'step' ? [event.point.loss!] : []));
  return { started, losses, best: result.kind === 'finished' ? result.best : undefined };
}

describe(name, () => {
  it('trains a tagger as cpu does', async () => {
    const expected = await train('cpu');
    const { started, losses, best } = await train(name);
    expect(started).toMatchObject({ executor: name, warnings: [] });
    expect(losses).toHaveLength(expected.losses.length);
    losses.forEach((loss, step) => {
      const reference = expected.losses[step]!;
      expect(Math.abs(loss - reference), `loss of step ${step}`).toBeLessThan(1e-3 * Math.abs(reference));
    });
    expect(best?.step).toBe(expected.best?.step);
  });
});
