/** Writes a record as scanners, typists and dictation would; identifiers keep their characters' labels. */
import { Converter } from 'opencc-js/cn2t';
import type { Draw, Vocabulary } from './draw.ts';
import type { Piece, Register } from './template.ts';

/** One character and the piece that it belongs to. */
interface Cell {
  readonly text: string;
  readonly piece: number;
}

const CONVERTERS = { tw: Converter({ from: 'cn', to: 'tw' }), hk: Converter({ from: 'cn', to: 'hk' }) };

/** Returns the cells of the record after noise. @param registers demanded by the layout */
export function addNoise(
  pieces: readonly Piece[],
  registers: ReadonlySet<Register>,
  draw: Draw,
  words: Vocabulary,
): Cell[] {
  const labelled = (cell: Cell): boolean => pieces[cell.piece]?.field !== undefined;
  let cells = pieces.flatMap(({ text }, piece) =>
    Array.from(scriptOf(text, registers), (character): Cell => ({ text: character, piece })),
  );
  const each = (change: (cell: Cell) => string): void => {
    cells = cells.map((cell) => ({ ...cell, text: change(cell) }));
  };
  if (registers.has('dict'))
    cells = cells.filter((cell) => labelled(cell) || !/[\s，。；：、（）]/u.test(cell.text));
  if (draw.chance(0.15)) {
    const ordinary = words('ordinary');
    // Other words around, so that an identifier is not known by its neighbours alone.
    cells = cells.flatMap((cell) => {
      if (labelled(cell) || !/\p{Script=Han}/u.test(cell.text) || !draw.chance(0.08)) return [cell];
      return draw.chance(0.5) ? [] : [{ ...cell, text: draw.pick([...draw.pick(ordinary)]) }];
    });
  }
  if (registers.has('ocr')) cells = scanned(cells, draw, words);
  if (draw.chance(0.12)) each(({ text }) => (/\d/.test(text) ? wide(text) : text));
  if (draw.chance(0.2)) each(({ text }) => HALF[text] ?? text);
  if (draw.chance(0.12)) each((cell) => (cell.text === '：' && !labelled(cell) ? ' ' : cell.text));
  return cells;
}

const HALF: Readonly<Record<string, string>> = {
  '：': ':',
  '，': ',',
  '（': '(',
  '）': ')',
  '；': ';',
  '　': '  ',
};
const wide = (digit: string): string => String.fromCharCode(digit.charCodeAt(0) + 0xfee0);

function scriptOf(text: string, registers: ReadonlySet<Register>): string {
  if (!registers.has('trad')) return text;
  return (registers.has('hk') ? CONVERTERS.hk : CONVERTERS.tw)(text);
}

/** Breaks lines at the width of a column, spreads and misreads characters. */
function scanned(cells: readonly Cell[], draw: Draw, words: Vocabulary): Cell[] {
  const misread = new Map(words('misread').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
  const width = draw.between(14, 28);
  const spread = draw.chance(0.4) ? 0.35 : 0.04;
  const found: Cell[] = [];
  let column = 0;
  for (const cell of cells) {
    column = cell.text === '\n' ? 0 : column + 1;
    const wrong = draw.chance(0.03) ? (MISREAD_DIGITS[cell.text] ?? misread.get(cell.text)) : undefined;
    found.push({ ...cell, text: wrong ?? cell.text });
    if (column >= width) {
      found.push({ ...cell, text: '\n' });
      column = 0;
    } else if (cell.text !== '\n' && cell.text !== ' ' && draw.chance(spread))
      found.push({ ...cell, text: ' ' });
  }
  return found;
}

const MISREAD_DIGITS: Readonly<Record<string, string>> = { '0': 'O', '1': 'l' };
