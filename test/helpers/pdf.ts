/** Writes PDF files for tests: text in a Chinese font that the file does not hold, and pictures. */

export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  /** Samples of one byte, row by row, or bytes of a JPEG file. */
  readonly bytes: Uint8Array;
  readonly filter?: 'DCTDecode';
  /** Bits, of which 0 is drawn in black. */
  readonly isMask?: true;
  /** Where it stands, in points from the bottom left. */
  readonly at: readonly [x: number, y: number, width: number, height: number];
  /** Instead of `at`: what maps the unit square to points from the bottom left. */
  readonly matrix?: readonly number[];
}

export interface PdfPage {
  /** Pieces of text with the place of their baseline in points from the top left. */
  readonly text?: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly size?: number;
  }[];
  readonly pictures?: readonly PdfPicture[];
  readonly rotate?: 0 | 90 | 180 | 270;
}

const HEIGHT = 842;
const WIDTH = 595;

/** Text stands in UTF-16, which needs the tables of characters of the package. */
const hex = (text: string): string =>
  [...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param extra entries of the trailer, such as `/Encrypt` */
export function pdfOf(pages: readonly PdfPage[], extra = ''): Uint8Array {
  const objects: Buffer[] = [];
  const add = (text: string, stream?: Uint8Array): number => {
    const data =
      stream === undefined
        ? []
        : [Buffer.from('\nstream\n'), Buffer.from(stream), Buffer.from('\nendstream')];
    objects.push(Buffer.concat([Buffer.from(text), ...data]));
    return objects.length;
  };
  add(`<< /Type /Catalog /Pages 2 0 R >>`);
  add(''); // the pages, once they are known
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>',
  );
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /W [1 [500] 2 95 500 814 939 500] >>',
  );
  const kids = pages.map(({ text = [], pictures = [], rotate = 0 }) => {
    const images = pictures.map(({ width, height, bytes, filter, isMask }) =>
      add(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${isMask ? '/ImageMask true /BitsPerComponent 1' : `/BitsPerComponent 8 /ColorSpace ${filter === undefined ? '/DeviceGray' : '/DeviceRGB'}`} ${filter === undefined ? '' : `/Filter /${filter}`} /Length ${bytes.length} >>`,
        bytes,
      ),
    );
    const drawn = [
      ...text.map(
        ({ text: words, x, y, size = 12 }) =>
          `BT /F1 ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm <${hex(words)}> Tj ET`,
      ),
      ...pictures.map(
        ({ at: [x, y, width, height], matrix = [width, 0, 0, height, x, y] }, n) =>
          `q ${matrix.join(' ')} cm /I${n} Do Q`,
      ),
    ].join('\n');
    const content = add(`<< /Length ${drawn.length} >>`, Buffer.from(drawn));
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Rotate ${rotate} /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << ${images.map((id, n) => `/I${n} ${id} 0 R`).join(' ')} >> >> >>`,
    );
  });
  objects[1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  return written(objects, extra);
}

/** Writes objects as a file; the first one is its catalogue. @param extra entries of the trailer */
export function written(objects: readonly Buffer[], extra = ''): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Lines of a paragraph, one below the other, the first one indented by two characters. */
export const pdfParagraph = (
  lines: readonly string[],
  { x = 72, y = 100, size = 12 }: { readonly x?: number; readonly y?: number; readonly size?: number } = {},
): NonNullable<PdfPage['text']> =>
  lines.map((text, n) => ({ text, x: n === 0 ? x + 2 * size : x, y: y + n * 1.6 * size, size }));
