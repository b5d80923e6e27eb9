/** The command line: the same services without a window. Exit codes: 0 done, 1 failed, 2 wrong use. */
import './compile-cache.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt } from './bundle.ts';
import { appRoot } from './resources.ts';

// A closed pipe (| head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Imported now, so that the cache holds it.
if (import.meta.filename.endsWith('.ts') && isBuilt('main')) {
  await import(pathToFileURL(join(appRoot, 'dist', 'main', 'cli.js')).href); // a third faster than hundreds of sources
} else {
  const { main } = await import('./cli/main.ts');
  await main(process.argv.slice(2), {
    serve: async (request) => (await import('./hosts/server-main.ts')).runServer(request),
  });
}
