/** The command line: the same services without a window. Exit codes: 0 done, 1 failed, 2 wrong use. */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { cacheDir } from './workspace/paths.ts';

// V8's compiled code and the stripped types are kept between runs, in a folder that no other user may write to.
try {
  mkdirSync(cacheDir(), { recursive: true, mode: 0o700 });
  enableCompileCache(cacheDir());
} catch {} // a read-only home: everything is compiled anew

// A closed pipe (| head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Imported now, so that the cache holds it.
const { main } = await import('./cli/main.ts');
await main(process.argv.slice(2));
