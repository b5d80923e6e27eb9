/** Builds dist/: the renderer, and main as bundles that Electron's own Node can run. */
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { beginBuild } from './bundle.ts';
import { listComponents } from './packaging/components.ts';
import { PROCESS_ENTRIES } from './processes/entries.ts';
import { appRoot } from './resources.ts';

const dist = join(appRoot, 'dist');
/** Left outside the bundles: Electron itself, and packages with native code. */
const EXTERNAL = ['electron', 'better-sqlite3', '@node-rs/jieba', 'onnxruntime-node', 'webgpu'];

function mainConfig(entries: Record<string, string>, format: 'es' | 'cjs'): InlineConfig {
  return {
    configFile: false,
    root: appRoot,
    logLevel: 'warn',
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, external: EXTERNAL, target: 'node' },
    // modules have none; tfjs's WebAssembly loader, once a CommonJS file, asks for it
    ...(format === 'es' && { define: { __dirname: 'import.meta.dirname' } }),
    build: {
      ssr: true,
      outDir: join(dist, 'main'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      ...(format === 'es' && { license: { fileName: 'licences.json' } }),
      rollupOptions: {
        input: entries,
        external: [/^node:/, ...EXTERNAL],
        output: { format, entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js' },
      },
    },
  };
}

export async function buildAll(): Promise<void> {
  process.env.NODE_ENV = 'production'; // vite takes the caller's, and would build React for development
  const markBuilt = beginBuild();
  rmSync(join(dist, 'main'), { recursive: true, force: true });
  const source = (name: string) => join(appRoot, 'main', name);
  const entries = {
    index: 'index.ts',
    cli: 'cli.ts',
    ...PROCESS_ENTRIES,
    'embedding-worker': 'engine/embeddings/worker-entry.ts',
    'training-helper': 'engine/runtime/helper-entry.ts',
  };
  const inputs = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, source(file)]));
  await build(mainConfig(inputs, 'es'));
  copyWasm();
  copyPdfData();
  copyOcrData();
  await build(mainConfig({ preload: source('preload.ts') }, 'cjs')); // a sandboxed preload cannot be a module
  await build({ configFile: join(appRoot, 'vite.config.ts'), logLevel: 'warn' });
  listComponents();
  markBuilt();
}

/** WebAssembly modules of tfjs, which its bundled code would look for beside itself, and of Oxigraph. */
function copyWasm(): void {
  const resolve = createRequire(import.meta.url).resolve;
  const from = dirname(resolve('@tensorflow/tfjs-backend-wasm'));
  cpSync(from, join(dist, 'main', 'wasm'), {
    recursive: true,
    filter: (path) => path === from || path.endsWith('.wasm'),
  });
  cpSync(resolve('oxigraph/web_bg.wasm'), join(dist, 'main', 'wasm', 'web_bg.wasm'));
}

/** Tables of characters and fonts that pdf.js reads for files without their own. */
function copyPdfData(): void {
  const from = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
    cpSync(join(from, folder), join(dist, 'main', 'pdf', folder), { recursive: true });
}

/** Tesseract's program and its model of Chinese. */
function copyOcrData(): void {
  const resolve = createRequire(import.meta.url).resolve;
  const to = (name: string): string => join(dist, 'main', 'ocr', name);
  cpSync(resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'), to('tesseract.wasm'));
  cpSync(
    resolve('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz'),
    to('chi_sim.traineddata.gz'),
  );
}

if (import.meta.main) await buildAll();
