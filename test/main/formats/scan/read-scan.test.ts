import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withPdf } from '../../../../main/formats/pdf/open-pdf.ts';
import { pagePicture } from '../../../../main/formats/pdf/page-picture.ts';
import { pdfText } from '../../../../main/formats/pdf/read-pdf.ts';
import { readDocuments } from '../../../../main/formats/read-documents.ts';
import { pictureHead } from '../../../../main/formats/scan/picture.ts';
import { type PdfPicture, pdfOf } from '../../../helpers/pdf.ts';

/** Three lines: 出院小结, 主诉：反复咳嗽、咳痰五年，加重三天。, 体温38.5℃，白细胞12.3，血压正常。 */
const JPEG = readFileSync(join(import.meta.dirname, '../../../fixtures/scans/page.jpg'));
const LINES = ['出院小结', '反复咳嗽', '三天', '38.5℃', '12.3', '血压正常'];

const page = (picture: Partial<PdfPicture> = {}): PdfPicture => ({
  ...{ width: 840, height: 300, bytes: JPEG, filter: 'DCTDecode', at: [0, 500, 595, 212] },
  ...picture,
});

const expectLines = (text: string): void => {
  for (const line of LINES) expect(text).toContain(line);
};

describe('pictures of pages', () => {
  test('a JPEG file becomes a record with its confidence', async () => {
    const { documents } = await readDocuments('出院小结.jpg', JPEG);
    expect(documents).toMatchObject([{ title: '出院小结' }]);
    expectLines(documents[0]!.text);
    expect(documents[0]!.scan).toBeGreaterThan(60);
    expect(documents[0]!.scan).toBeLessThanOrEqual(100);
  });

  test('a PDF file of pictures is read page by page, beside pages with text', async () => {
    const told: number[] = [];
    const bytes = pdfOf([
      {
        text: [
          {
            text: '主诉：发热三天，伴有咳嗽咳痰，无明显诱因，自服退热药后未见好转，遂来我院就诊，门诊收入院。',
            x: 30,
            y: 80,
            size: 11,
          },
        ],
      },
      { pictures: [page()] },
      {},
    ]);
    const { text, withoutText, confidence } = await pdfText(bytes, 'a.pdf', (done) => told.push(done));
    expect(text).toMatch(/^主诉：发热三天/);
    expectLines(text);
    expect([withoutText, told]).toEqual([[3], [1, 2, 3]]);
    expect(confidence).toBeGreaterThan(60);
  });

  test('a page turned by a quarter is read as it is shown, and a stamp of the scanner is kept', async () => {
    const turned = page({ matrix: [0, 800, -286, 0, 440, 20] });
    const text = [{ text: '扫描全能王', x: 450, y: 820, size: 9 }];
    const read = await pdfText(pdfOf([{ pictures: [turned], text, rotate: 90 }]), 'a.pdf');
    expectLines(read.text);
    expect(read.text).toContain('扫描全能王');
  });

  test('strips and masks of bits are put together', async () => {
    const whole = await withPdf(pdfOf([{ pictures: [page()] }]), 'a.pdf', async (document, { OPS }) =>
      pagePicture(await document.getPage(1), OPS),
    );
    const { width, height, bytes } = whole!;
    const grey = bytes.subarray(bytes.length - width * height);
    const half = Math.floor(height / 2);
    const strip = (from: number, to: number): PdfPicture => ({
      ...{ width, height: to - from, bytes: grey.subarray(from * width, to * width) },
      at: [0, 842 * (1 - to / height), 595, (842 * (to - from)) / height],
    });
    expectLines((await pdfText(pdfOf([{ pictures: [strip(0, half), strip(half, height)] }]), 'a.pdf')).text);
    const row = (width + 7) >> 3;
    const bits = new Uint8Array(row * height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (grey[y * width + x]! > 128) bits[y * row + (x >> 3)]! |= 0x80 >> (x & 7);
    const mask: PdfPicture = { width, height, bytes: bits, isMask: true, at: [0, 0, 595, 842] };
    expectLines((await pdfText(pdfOf([{ pictures: [mask] }]), 'a.pdf')).text);
  });
});

describe('refusals', () => {
  test.each([
    ['cut.jpg', JPEG.subarray(0, 600)],
    ['other.png', Buffer.from('no picture at all, but some words')],
    ['head-only.png', Buffer.from('89504e470d0a1a0a0000000d4948445200000010000000100802000000', 'hex')],
  ])('refuses %s', async (name, bytes) => {
    await expect(readDocuments(name, bytes)).rejects.toMatchObject({
      localized: { id: 'documents.unreadable-picture' },
    });
  });

  test('refuses a picture with too many pixels before it is unpacked', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452000fffff000fffff0802000000', 'hex');
    await expect(readDocuments('bomb.png', bytes)).rejects.toMatchObject({
      localized: { id: 'documents.picture-too-large' },
    });
  });

  test('a program that failed reads the next picture', async () => {
    await readDocuments('cut.jpg', JPEG.subarray(0, 600)).catch(() => undefined);
    expectLines((await readDocuments('a.jpg', JPEG)).documents[0]!.text);
  });
});

test('reads size and orientation from the head', () => {
  expect(pictureHead(JPEG)).toEqual({ width: 840, height: 300, orientation: 1 });
  const exif = Buffer.from('ffe1001a4578696600004d4d002a00000008000101120003000000010006', 'hex');
  const turned = Buffer.concat([JPEG.subarray(0, 2), exif, JPEG.subarray(2)]);
  turned.writeUInt16BE(exif.length - 2, 4);
  expect(pictureHead(turned)).toMatchObject({ orientation: 6 });
});
