/** Finds duplicate keys in JSON, which `JSON.parse` ignores silently. */

/**
 * Returns the path of the first duplicate key, and whether values nest deeper than `maxDepth`. The result is
 * meaningless for invalid JSON; parse it afterwards.
 */
export function inspectJson(text: string, maxDepth: number): { duplicate?: string; tooDeep: boolean } {
  /** Keys of each open object; `undefined` for arrays. */
  const open: (Set<string> | undefined)[] = [];
  let atKey = false;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '{':
        open.push(new Set());
        atKey = true;
        break;
      case '[':
        open.push(undefined);
        atKey = false;
        break;
      case '}':
      case ']':
        open.pop();
        atKey = false;
        break;
      case ',':
        atKey = open.at(-1) !== undefined;
        break;
      case '"': {
        const from = i;
        for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
        const keys = open.at(-1);
        if (atKey && keys !== undefined) {
          const key = unescapeKey(text.slice(from, i + 1));
          if (keys.has(key)) return { duplicate: key, tooDeep: false };
          keys.add(key);
        }
        atKey = false;
        break;
      }
    }
    if (open.length > maxDepth) return { tooDeep: true };
  }
  return { tooDeep: false };
}

/** Decodes escapes, since one key may be written in several ways. */
function unescapeKey(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // invalid JSON
  }
}
