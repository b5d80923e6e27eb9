/** onnxruntime would keep a log of its use under the home folder and send it off. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '../../../../main/resources.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';

it('opening an executor leaves nothing behind', () => {
  const home = temporaryDir();
  const module = join(appRoot, 'main', 'engine', 'runtime', 'executors.ts');
  const code = `const { openExecutor } = await import(${JSON.stringify(module)});
    console.log((await openExecutor({ id: 'onnx' })).provider);`;
  const { ORT_DISABLE_TELEMETRY: _inherited, ...others } = process.env;
  const env = { ...others, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), TMPDIR: home };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env });
  expect(stdout.toString(), stderr.toString()).toBe('cpu\n');
  expect(readdirSync(home, { recursive: true })).toEqual([]);
});
