/** Writes tables as CSV for spreadsheets (RFC 4180). */

/** The mark by which Excel recognises UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Returns a CSV cell, quoted where needed. Formulas get an apostrophe, so that spreadsheets do not run them. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a row with its line end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Returns a whole file of rows, the headings first. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + rows.map(csvLine).join('');
