/**
 * Electron's fuses: switches inside its binary, set when the app is packed (https://www.electronjs.org/docs/latest/tutorial/fuses).
 * A fuse that a later Electron adds fails the build until it is listed.
 */
import { FuseV1Options, FuseVersion } from '@electron/fuses';

export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Chromium's default: bounds of WebAssembly memory are checked by traps.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;
