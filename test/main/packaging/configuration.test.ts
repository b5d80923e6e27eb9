/** Checks the configuration of installers, those for other systems too, by electron-builder's own schema. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { expect, it } from 'vitest';
import { appRoot } from '../../../main/resources.ts';

const read = () => getConfig(appRoot, null, null);
const validate = (config: Awaited<ReturnType<typeof read>>) =>
  validateConfiguration(config, new DebugLogger(false));

it('is valid for Windows, macOS and Linux', async () => {
  const config = await read();
  await validate(config);
  expect([config.win?.target, config.mac?.target]).toEqual([
    ['nsis', 'zip'],
    ['dmg', 'zip'],
  ]);
  // Installed for one person without administrator's rights; nothing is published.
  expect([config.nsis?.perMachine, config.nsis?.oneClick, config.publish]).toEqual([false, false, null]);
  expect(config.asar).toBe(true);
  expect(existsSync(join(appRoot, config.directories?.buildResources ?? ''))).toBe(true);
});

it('is refused with an option that electron-builder does not know', async () => {
  const config = await read();
  await expect(validate({ ...config, nsis: { ...config.nsis, ...{ onClick: true } } })).rejects.toThrow(
    'nsis',
  );
});
