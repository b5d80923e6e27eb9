/** `engine info|pin` as processes of their own; `engine calibrate` is what test/main/engine/runtime/calibrate.test.ts runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownExecutors } from '../../../main/engine/runtime/executor-name.ts';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';

const Info = z.object({
  versions: z.record(z.string(), z.string()),
  processor: z.object({ cores: z.number().int().positive() }),
  memory: z.object({ total: z.number().positive(), free: z.number().positive() }),
  executors: z.array(z.object({ name: z.string(), available: z.boolean(), reason: z.string().optional() })),
  calibratedAt: z.null(),
  chosen: z.string(),
  pinned: z.string(),
});

/** A workspace without the starter graph: it is there at once. */
function start() {
  const home = new Home();
  const triples = join(home.dir, 'kg.tsv');
  writeFileSync(triples, 'head\trelation\ttail\n肺炎\tHAS_SYMPTOM\t发热\n');
  const run = (...args: string[]) => cli(home, args);
  expect(run('kg', 'import', triples).code).toBe(0);
  return { run, remove: () => home.remove() };
}

describe('engine', () => {
  it('tells what there is, and keeps what is pinned', () => {
    const { run, remove } = start();
    try {
      const before = run('engine', 'info', '--json');
      expect(before.err).not.toMatch(/Vulkan/);
      const info = Info.parse(JSON.parse(before.out));
      expect(info.executors.map(({ name }) => name)).toEqual(knownExecutors());
      expect(info).toMatchObject({ chosen: 'onnx:cpu', pinned: 'auto' });
      for (const { available, reason } of info.executors) expect(available).toBe(reason === undefined);

      expect(run('engine', 'pin', 'wasm').out).toBe('auto is wasm, pinned\n');
      expect(JSON.parse(run('engine', 'pin', 'auto', '--json').out)).toMatchObject({
        chosen: 'onnx:cpu',
        pinned: 'auto',
      });
      const unknown = run('engine', 'pin', 'tpu');
      expect(unknown).toMatchObject({ code: 1, out: '' });
      expect(unknown.err).toContain('There is no executor tpu');
      expect(run('engine')).toMatchObject({ code: 2 });
      expect(run('engine', 'pin')).toMatchObject({ code: 2 });
    } finally {
      remove();
    }
  });
});
