/** Opens PDF files by pdf.js: no network, no canvas, no scripts of the file; tables of characters come from its package. */
/// <reference path="./pdf-worker.d.ts" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { LIMITS } from '../../reading/limits.ts';
import { appRoot } from '../../resources.ts';

export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let loaded: Promise<Pdfjs> | undefined;

/** Folder of the package's data: `cmaps`, `standard_fonts` and `wasm`. */
const dataFolder = (): string =>
  import.meta.filename.endsWith('.ts')
    ? dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
    : join(appRoot, 'dist', 'main', 'pdf');

/** Reads data of the package from disk; its own reader would fetch in a process of Electron. */
class DiskData {
  readonly #folders: Readonly<Record<string, string | null>>;

  constructor(folders: Readonly<Record<string, string | null>>) {
    this.#folders = folders;
  }

  /** @param options `kind` names a folder, `filename` a file in it */
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    return new Uint8Array(await readFile(join(this.#folders[kind] ?? '', filename)));
  }
}

/** Loads pdf.js once. It runs in the calling thread, which is a background process wherever files are opened. */
function loadPdfjs(): Promise<Pdfjs> {
  loaded ??= (async () => {
    const { warn } = console;
    console.warn = () => undefined; // it tells that it has no canvas, which only drawing needs
    try {
      Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') });
      return await import('pdfjs-dist/legacy/build/pdf.mjs');
    } finally {
      console.warn = warn;
    }
  })();
  return loaded;
}

/**
 * Opens a document, for `use` alone.
 * @throws AppError `bad-input` for a damaged or encrypted file, `too-large` for too many pages
 */
export async function withPdf<T>(
  data: Uint8Array,
  name: string,
  use: (document: PDFDocumentProxy, pdfjs: Pdfjs) => Promise<T>,
): Promise<T> {
  const pdfjs = await loadPdfjs();
  const folder = dataFolder();
  const task = pdfjs.getDocument({
    data: Uint8Array.from(data), // it takes the buffer
    BinaryDataFactory: DiskData,
    cMapUrl: join(folder, 'cmaps/'),
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: LIMITS.picturePixels,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > LIMITS.pdfPages)
      throw new AppError(
        'too-large',
        message('documents.pdf-too-many-pages', { name, pages: document.numPages, limit: LIMITS.pdfPages }),
        { kept: 'kept.nothing-changed', hint: 'hint.split-file' },
      );
    return await use(document, pdfjs);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const isEncrypted = cause instanceof Error && cause.name === 'PasswordException';
    throw new AppError(
      'bad-input',
      isEncrypted ? 'documents.pdf-encrypted' : 'documents.unreadable-pdf',
      { name },
      { hint: isEncrypted ? 'hint.save-without-password' : 'hint.save-as-docx-or-text', cause },
    );
  } finally {
    await task.destroy();
  }
}
