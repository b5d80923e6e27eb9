/** Reads the text of .pdf files: of their layer of text, and of the pictures of pages that have none. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MAX_TEXT } from '../../../shared/domain/limits.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { LIMITS } from '../../reading/limits.ts';
import { Confidence, pageOfScan, recognisePage } from '../scan/read-scan.ts';
import { type Pdfjs, withPdf } from './open-pdf.ts';
import { pagePicture } from './page-picture.ts';
import { type Page, textOfPages } from './paragraphs.ts';
import { withoutRadicals } from './radicals.ts';
import { type Piece, readingOrder } from './reading-order.ts';

export interface PdfText {
  readonly text: string;
  /** Pages without any text, counted from 1. */
  readonly withoutText: readonly number[];
  /** Whole percent; absent where no page was read from a picture. */
  readonly confidence?: number;
}

/** Told after each page. */
export type OnPage = (done: number, total: number) => void;

/** A page with fewer characters in its layer of text may be a scan with a stamp of the program that made it. */
const FEW_CHARS = 40;

/**
 * Reads the pages in order; a paragraph becomes a line.
 * @throws AppError `bad-input` for damaged, encrypted and empty files, `too-large`
 */
export const pdfText = (data: Uint8Array, name: string, onPage: OnPage = () => undefined): Promise<PdfText> =>
  withPdf(data, name, async (document, pdfjs) => {
    const pages: Page[] = [];
    const withoutText: number[] = [];
    const confidence = new Confidence();
    const reader = { document, pdfjs, name, confidence, scans: 0 };
    let units = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await readPage(reader, number);
      for (const { lines } of page.columns) for (const { text } of lines) units += text.length;
      if (units > MAX_TEXT)
        throw new AppError(
          'too-large',
          message('documents.too-long', { name, characters: units, limit: MAX_TEXT }),
          { kept: 'kept.nothing-changed', hint: 'hint.single-records' },
        );
      if (page.columns.length === 0) withoutText.push(number);
      pages.push(page);
      onPage(number, document.numPages);
    }
    const { percent } = confidence;
    return { text: textOfPages(pages), withoutText, ...(percent !== undefined && { confidence: percent }) };
  });

interface Reader {
  readonly document: PDFDocumentProxy;
  readonly pdfjs: Pdfjs;
  readonly name: string;
  readonly confidence: Confidence;
  /** Pages read from pictures. */
  scans: number;
}

async function readPage(reader: Reader, number: number): Promise<Page> {
  const { document, pdfjs, name, confidence } = reader;
  const page = await document.getPage(number);
  try {
    const pieces = await piecesOf(page, pdfjs);
    const { width, height } = page.getViewport({ scale: 1 });
    const written = { columns: readingOrder(pieces), width, height };
    if (pieces.reduce((sum, { text }) => sum + text.trim().length, 0) >= FEW_CHARS) return written;
    const picture = await pagePicture(page, pdfjs.OPS);
    if (picture === undefined) return written;
    if (++reader.scans > LIMITS.scannedPages)
      throw new AppError(
        'too-large',
        message('documents.too-many-scans', { name, limit: LIMITS.scannedPages }),
        { kept: 'kept.nothing-changed', hint: 'hint.split-file' },
      );
    const read = await recognisePage(picture.bytes, name);
    confidence.add(read);
    const scan = pageOfScan(read, picture);
    return { ...scan, columns: [...scan.columns, ...written.columns] };
  } finally {
    page.cleanup();
  }
}

/** Returns the pieces of a page as it is shown, turned pages upright. */
async function piecesOf(page: PDFPageProxy, { Util }: Pdfjs): Promise<Piece[]> {
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , c = 0, d = 0, x = 0, y = 0] = Util.transform(transform, item.transform);
    const size = Math.hypot(c, d);
    return size === 0 ? [] : [{ text: withoutRadicals(item.str), x, y, width: item.width, size }];
  });
}
