/** Dates of spreadsheets: days since the end of 1899, or since 1904, shown as dates by the format of their cell. */

const DAY = 86_400_000;
/** Formats of Excel that show dates and times, East Asian ones included (ECMA-376, 18.8.30). */
const BUILT_IN: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
/** 31 December 9999. */
const LAST = 2_958_465;

/** Returns whether a number format shows dates or times. @param code of a format that the file defines */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([first, last]) => id >= first && id <= last);
  const bare = code.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}

/** Returns `2024-03-05`, `2024-03-05 08:30:00`, or `08:30:00` for less than a day; `undefined` outside of the calendar. */
export function dateText(value: number, from1904: boolean): string | undefined {
  if (value < 0 || value > LAST) return undefined;
  const seconds = Math.round(value * 86_400);
  if (seconds < 86_400 && !from1904) return new Date(seconds * 1000).toISOString().slice(11, 19);
  // Excel counts 29 February 1900, which there was not.
  const days = from1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000);
  const [date = '', time = ''] = at.toISOString().split(/[T.]/);
  return at.getTime() % DAY === 0 ? date : `${date} ${time}`;
}
