/** Folds a text and its traditional characters to simplified ones, unit to unit, so that offsets stay valid. */
import type { DictGroup } from 'opencc-js/core';
import { from, to } from 'opencc-js/preset/t2cn';
import { foldUnit, mapUnits } from './folding.ts';

/** Characters that scanners and Hong Kong addresses write for others: 巿 for 市, 邨 for 村. */
const ALIKE = '巿市 邨村 囗口 臺台 樓楼';

let table: Uint16Array | undefined;

/** Returns the text in half width, lower case and simplified characters; its length is that of the text. */
export function foldScript(text: string): string {
  return mapUnits(text, scriptTable());
}

/** Returns what `foldScript` writes for each of the 65,536 units. */
export function scriptTable(): Uint16Array {
  table ??= buildTable();
  return table;
}

/** Chains OpenCC's tables: regional variant → standard traditional → simplified. Skips phrases and rare planes. */
function buildTable(): Uint16Array {
  const variants = new Map([...single(from.hk), ...single(from.tw)]);
  const simplified = new Map(single(to.cn));
  const alike = new Map(ALIKE.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]));
  return Uint16Array.from({ length: 0x10000 }, (_, unit) => {
    const folded = foldUnit(unit);
    if (folded < 0x2e80 || folded > 0xfaff) return folded;
    const character = String.fromCharCode(folded);
    const standard = variants.get(character) ?? character;
    const simple = simplified.get(standard) ?? standard;
    return (alike.get(character) ?? simple).charCodeAt(0);
  });
}

/** Returns the entries of one UTF-16 unit each. */
function single(groups: readonly DictGroup[] = []): [string, string][] {
  return groups.flatMap((group) =>
    group.flatMap((dictionary) => {
      const pairs = typeof dictionary === 'string' ? dictionary.split('|').map(pairOf) : dictionary;
      return pairs.flatMap(([key, value]): [string, string][] =>
        key.length === 1 && value.length === 1 ? [[key, value]] : [],
      );
    }),
  );
}

function pairOf(entry: string): readonly [string, string] {
  const [key = '', value = ''] = entry.split(' ');
  return [key, value];
}
