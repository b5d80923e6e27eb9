/** Offsets in code points, as Python counts them, to offsets in UTF-16 code units. */

/** Code unit of each code point, and the text's length at the end; `undefined` where both countings agree. */
export function toCodeUnits(text: string): number[] | undefined {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return undefined;
  const units: number[] = [];
  let at = 0;
  for (const char of text) {
    units.push(at);
    at += char.length;
  }
  units.push(at);
  return units;
}
