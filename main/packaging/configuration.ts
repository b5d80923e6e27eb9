/** electron-builder's settings that depend on the machine and the environment; the others stand in electron-builder.yml. */
import { execFileSync } from 'node:child_process';
import type { AfterPackContext, Configuration } from 'electron-builder';

export interface PackagingOptions {
  readonly out: string;
  /** Version of Electron, and its unpacked folder where one is there. */
  readonly electron: { readonly electronVersion: string; readonly electronDist?: string };
  /** Program that is called with the path of each file to sign. */
  readonly signer?: string | undefined;
  readonly afterPack: (packed: AfterPackContext) => Promise<void>;
}

/** Returns the settings. With a signer, the app of macOS and every program of Windows are signed before they are packed. */
export function configuration({ out, electron, signer, afterPack }: PackagingOptions): Configuration {
  const settings = { ...electron, afterPack, directories: { output: out, buildResources: 'resources' } };
  if (signer === undefined) return settings;
  return {
    ...settings,
    win: { signtoolOptions: { sign: async ({ path }) => sign(signer, path) } },
    mac: { sign: async ({ app }) => sign(signer, app) },
  };
}

export function sign(signer: string, path: string): void {
  execFileSync(signer, [path], { stdio: 'inherit' });
}
