/**
 * Keeps V8's compiled code and the stripped types between runs of plain Node, in a folder that no other user may write
 * to. Electron checks the integrity of its code, which a cache outside of the app would evade.
 */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { cacheDir } from './workspace/paths.ts';

if (process.versions.electron === undefined) {
  try {
    mkdirSync(cacheDir(), { recursive: true, mode: 0o700 });
    process.env.NODE_COMPILE_CACHE ??= cacheDir(); // child processes inherit it
    enableCompileCache(process.env.NODE_COMPILE_CACHE);
  } catch {} // a read-only home: everything is compiled anew
}
