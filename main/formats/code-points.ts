/** Converts offsets in code points, as in Python, to UTF-16 code units. */

/** Returns the code unit of each code point and the text's length at the end; `undefined` if both countings agree. */
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
