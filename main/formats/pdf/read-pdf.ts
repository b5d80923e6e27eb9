/** Reads the text of .pdf files that have a layer of text. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MAX_TEXT } from '../../../shared/domain/limits.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { withPdf } from './open-pdf.ts';
import { type Page, textOfPages } from './paragraphs.ts';
import { withoutRadicals } from './radicals.ts';
import { type Piece, readingOrder } from './reading-order.ts';

export interface PdfText {
  readonly text: string;
  /** Pages without a layer of text, counted from 1. */
  readonly withoutText: readonly number[];
}

/**
 * Reads the pages in order; a paragraph becomes a line.
 * @throws AppError `bad-input` for damaged, encrypted and empty files, `too-large`
 */
export const pdfText = (data: Uint8Array, name: string): Promise<PdfText> =>
  withPdf(data, name, async (document, { Util }) => {
    const pages: Page[] = [];
    const withoutText: number[] = [];
    let units = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const pieces = await piecesOf(page, (a, b) => Util.transform(a, b));
      page.cleanup();
      units += pieces.reduce((sum, { text }) => sum + text.length, 0);
      if (units > MAX_TEXT)
        throw new AppError(
          'too-large',
          message('documents.too-long', { name, characters: units, limit: MAX_TEXT }),
          { kept: 'kept.nothing-changed', hint: 'hint.single-records' },
        );
      const columns = readingOrder(pieces);
      if (columns.length === 0) withoutText.push(number);
      pages.push({ columns, height: page.getViewport({ scale: 1 }).height });
    }
    return { text: textOfPages(pages), withoutText };
  });

type Transform = readonly number[];

/** Returns the pieces of a page as it is shown, turned pages upright. */
async function piecesOf(
  page: PDFPageProxy,
  multiply: (a: number[], b: number[]) => Transform,
): Promise<Piece[]> {
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , c = 0, d = 0, x = 0, y = 0] = multiply(transform, item.transform);
    const size = Math.hypot(c, d);
    return size === 0 ? [] : [{ text: withoutRadicals(item.str), x, y, width: item.width, size }];
  });
}
