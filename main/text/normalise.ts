/** Folds names and texts: width and case, one UTF-16 code unit to one, so that offsets stay valid. */

const FOLD = buildFoldTable();

function buildFoldTable(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    let to = unit;
    if (unit >= 0xff01 && unit <= 0xff5e)
      to = unit - 0xfee0; // full-width ASCII
    else if (unit === 0x3000 || unit === 0x00a0) to = 0x20; // ideographic and no-break space
    const surrogate = to >= 0xd800 && to <= 0xdfff;
    if (!surrogate) {
      const lower = String.fromCharCode(to).toLowerCase();
      if (lower.length === 1) to = lower.charCodeAt(0);
    }
    table[unit] = to;
  }
  return table;
}

/** Folds one UTF-16 code unit. */
export const foldUnit = (unit: number): number => FOLD[unit] ?? unit;

/** Folds a text without changing its length. */
export function fold(text: string): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const to = FOLD[unit] ?? unit;
    if (to === unit) continue;
    out += text.slice(from, i) + String.fromCharCode(to);
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

/**
 * Returns the key under which names merge: folded, trimmed, white space collapsed and removed beside Chinese
 * characters.
 */
export function normaliseName(name: string): string {
  const folded = fold(name.normalize('NFC')).trim();
  if (!/\s/.test(folded)) return folded;
  return folded.replace(/\s+/g, ' ').replace(/(?<=[^\x20-\x7e]) | (?=[^\x20-\x7e])/g, '');
}
