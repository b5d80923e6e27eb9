/** Reads pictures of pages as text. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { LIMITS } from '../../reading/limits.ts';
import type { Page } from '../pdf/paragraphs.ts';
import { textOfPages } from '../pdf/paragraphs.ts';
import { readingOrder } from '../pdf/reading-order.ts';
import { type PictureHead, pictureHead } from './picture.ts';
import { type Recognised, recognise } from './recognise.ts';

/** Gathers the confidence of pages. */
export class Confidence {
  #chars = 0;
  #sum = 0;

  add({ chars, confidence }: Recognised): void {
    this.#chars += chars;
    this.#sum += chars * confidence;
  }

  /** Whole percent; `undefined` where nothing was read. */
  get percent(): number | undefined {
    return this.#chars === 0 ? undefined : Math.round(this.#sum / this.#chars);
  }
}

/** @param size of the picture in pixels */
export const pageOfScan = (
  { pieces }: Recognised,
  { width, height }: { readonly width: number; readonly height: number },
): Page => ({ columns: readingOrder(pieces), width, height });

/** Reads a page from a picture made by this program. */
export const recognisePage = (picture: Uint8Array, name: string): Promise<Recognised> =>
  recognise(picture).catch((cause: unknown) => {
    throw unreadable(name, cause);
  });

/**
 * Reads a PNG or JPEG file.
 * @throws AppError `bad-input` for other files and pictures without text, `too-large`
 */
export async function scanText(
  data: Uint8Array,
  name: string,
): Promise<{ readonly text: string; readonly confidence: number }> {
  const head = pictureHead(data);
  if (head === undefined) throw unreadable(name);
  if (head.width * head.height > LIMITS.picturePixels)
    throw new AppError(
      'too-large',
      message('documents.picture-too-large', { name, limit: LIMITS.picturePixels / 1_000_000 }),
      { kept: 'kept.nothing-changed' },
    );
  const page = await recognise(data, head.orientation).catch((cause: unknown) => {
    throw unreadable(name, cause);
  });
  const confidence = new Confidence();
  confidence.add(page);
  const text = textOfPages([
    pageOfScan(page, isTurned(head) ? { width: head.height, height: head.width } : head),
  ]);
  if (confidence.percent === undefined || text === '')
    throw new AppError('bad-input', 'documents.picture-without-text', { name });
  return { text, confidence: confidence.percent };
}

/** EXIF numbers from 5 on are quarter turns. */
const isTurned = ({ orientation }: PictureHead): boolean => orientation >= 5;

const unreadable = (name: string, cause?: unknown): AppError =>
  new AppError('bad-input', 'documents.unreadable-picture', { name }, { cause });
