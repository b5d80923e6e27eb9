/** Default folders on each system, which tests and the command line replace, and places in a workspace's folder. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the per-user settings folder, which holds key files, outside every workspace. */
export function configDir(env = process.env, platform = process.platform): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Meridian');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Meridian');
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'meridian');
}

/** Returns the workspace that the app opens when none is named. */
export function defaultWorkspace(env = process.env, platform = process.platform): string {
  if (env.MERIDIAN_WORKSPACE !== undefined && env.MERIDIAN_WORKSPACE !== '') return env.MERIDIAN_WORKSPACE;
  if (platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Meridian', 'workspace');
  if (platform === 'darwin') return join(configDir(env, platform), 'workspace');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'meridian', 'workspace');
}

/** Returns the per-user folder of compiled code, which may be removed at any time. */
export function cacheDir(env = process.env, platform = process.platform): string {
  if (platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Meridian', 'compiled');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Meridian', 'compiled');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'meridian', 'compiled');
}

export const modelFolder = (workspaceDir: string): string => join(workspaceDir, 'models');

export const modelFile = (workspaceDir: string, id: number): string =>
  join(modelFolder(workspaceDir), `${id}.safetensors`);
