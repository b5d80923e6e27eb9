/** Runs of a workspace handed over to PyTorch. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { exportRunForTorch, importRunFromTorch } from '../../../../main/services/runs/run-torch.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { pausedEncoderRun } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

describe('a run of a workspace', () => {
  it('leaves as a folder once it is paused, comes back and goes on to its end', async () => {
    const session = openTestSession();
    const { runs, id } = await pausedEncoderRun(session);
    const folder = join(temporaryDir(), 'run');
    expect(await exportRunForTorch(session, runs, id, folder)).toBe(folder);
    expect(readdirSync(folder).sort()).toEqual(
      [
        ...['config.json', 'continue.py', 'dev.jsonl', 'model.safetensors', 'optimizer.safetensors'],
        ...['order.jsonl', 'run.json', 'tokenizer_config.json', 'train.jsonl', 'vocab.txt'],
      ].sort(),
    );
    await expect(exportRunForTorch(session, runs, id, folder)).rejects.toMatchObject({ code: 'conflict' });
    await expect(importRunFromTorch(session, runs, id, temporaryDir())).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await importRunFromTorch(session, runs, id, folder)).toBe(2);
    await runs.control(id, 'resume');
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'finished' });
    const other = join(temporaryDir(), 'other');
    await expect(exportRunForTorch(session, runs, id, other)).rejects.toMatchObject({
      localized: { id: 'runs.torch-pause-first' },
    });
    expect(existsSync(other)).toBe(false);
    const actions = listAudit(dbOf(session), { limit: 20 }).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['run.export', 'run.import']));
  });
});
