/** The command line: the same services without a window. Exit codes: 0 done, 1 failed, 2 wrong use. */
import './compile-cache.ts';

// A closed pipe (| head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Imported now, so that the cache holds it.
const { main } = await import('./cli/main.ts');
await main(process.argv.slice(2), {
  serve: async (request) => (await import('./hosts/server-main.ts')).runServer(request),
});
