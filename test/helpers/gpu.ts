/**
 * A Vulkan device for tests of WebGPU: the machine's own, else SwiftShader, which computes on the processor and comes
 * with Chromium and Electron. Environment variables of the drivers count only for processes started with them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../../main/hosts/open-browser.ts';
import { appRoot } from '../../main/resources.ts';

export type TestGpu =
  | { readonly env: Readonly<Record<string, string>> }
  /** Why there is none. */
  | { readonly missing: string };

const ICD = 'vk_swiftshader_icd.json';
const PROBE = `
  const { create } = await import('webgpu');
  process.exit((await create([]).requestAdapter()) ? 0 : 3);
`;
const PROBE_LIMIT_MS = 60_000;

let found: TestGpu | undefined;

export function findGpu(): TestGpu {
  found ??= search();
  return found;
}

function search(): TestGpu {
  if (hasAdapter({})) return { env: {} };
  const folders = swiftShaderFolders();
  for (const folder of folders) {
    const env = swiftShader(folder);
    if (hasAdapter(env)) return { env };
  }
  return {
    missing:
      folders.length === 0
        ? `no Vulkan device, and no ${ICD} of Chromium's or Electron's (SwiftShader) beside a browser`
        : `no Vulkan device; SwiftShader in ${folders.join(', ')} gives none`,
  };
}

const hasAdapter = (env: Readonly<Record<string, string>>): boolean =>
  spawnSync(process.execPath, ['--input-type=module', '-e', PROBE], {
    cwd: appRoot,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: PROBE_LIMIT_MS,
  }).status === 0;

/** Folders with the driver and, mostly, a loader for it. */
function swiftShaderFolders(): string[] {
  const browser = findBrowser();
  const folders = [
    '/usr/lib/chromium',
    '/usr/lib/chromium-browser',
    ...(browser === undefined ? [] : [dirname(browser)]),
    dirname(chromium.executablePath()),
    process.env.ELECTRON_OVERRIDE_DIST_PATH,
    join(appRoot, 'node_modules', 'electron', 'dist'),
  ];
  return folders.filter((folder) => folder !== undefined && existsSync(join(folder, ICD))) as string[]; // safe: filtered
}

const swiftShader = (folder: string): Record<string, string> => ({
  VK_ICD_FILENAMES: join(folder, ICD),
  VK_DRIVER_FILES: join(folder, ICD),
  LD_LIBRARY_PATH: [folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
});
