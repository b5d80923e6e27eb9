import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The renderer's build. Vitest reads this file too and must keep the repository as its root. */
export default defineConfig(
  process.env.VITEST
    ? {}
    : {
        root: here('./renderer'),
        base: './', // the same files are served by app:// and by the loopback server
        plugins: [react()],
        build: {
          outDir: here('./dist/renderer'),
          emptyOutDir: true,
          target: 'chrome130',
          modulePreload: { polyfill: false }, // the polyfill is for browsers without modulepreload
          chunkSizeWarningLimit: 4000, // Monaco is one chunk; it is read from disk
          reportCompressedSize: false,
          license: { fileName: 'licences.json' },
        },
        worker: { format: 'es' },
      },
);
