/** Prints pages of HTML into PDFs by Electron. The page exists in memory only; it can run no script and has no bridge. */
import { randomUUID } from 'node:crypto';
import { BrowserWindow } from 'electron';

const FOLDER = '/print/';
const pages = new Map<string, Uint8Array>();

/** Returns the page that is being printed at this path of the app's origin. */
export const pageAt = (path: string): Uint8Array | undefined => pages.get(path);

/** Returns a function that prints into a PDF; `origin` serves `pageAt`. Sizes and page numbers stand in the page's styles. */
export const printerAt =
  (origin: string) =>
  async (html: Uint8Array): Promise<Uint8Array> => {
    const path = `${FOLDER}${randomUUID()}`;
    pages.set(path, html);
    const window = new BrowserWindow({
      show: false,
      webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    try {
      await window.loadURL(`${origin}${path}`);
      return await window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
    } finally {
      pages.delete(path);
      window.destroy();
    }
  };
