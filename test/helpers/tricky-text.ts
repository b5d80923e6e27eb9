/** Random texts made of what breaks offsets: rare characters, marks, controls, line ends, letters that change length. */
import fc from 'fast-check';

const PIECES = [
  ...'患者反复咳嗽三天，伴发热。查体：（略）；血压',
  ...'abcxyzABCXYZ0123456789 .,-/%()[]',
  ...['\n', '\r\n', '\t', '\u3000', '\u00a0', '\u2028', '\u0000', '\ufffd', '\u200b', '\ufeff', '\u00ad'],
  ...['\u0301', '\u0323', '\ufe0f', '\u200d', '\u094d', '\u302e', '\u{1d165}', '\u{1d16d}', '\u{e0100}'],
  ...[
    'é',
    'É',
    'e\u0301',
    'İ',
    'ß',
    'Σ',
    'σ',
    'Å',
    '\u212a',
    '\u212b',
    '\u2126',
    '\u1fef',
    'ﬁ',
    'Ǆ',
    '한',
    'か',
  ],
  ...['𠮷', '\u{2f81a}', '豈', '😀', '👨\u200d👩\u200d👧', '❤\ufe0f', '①', 'Ⅱ', '２', 'Ａ', '［', '𝒳'],
  ...['\ud800', '\udc00', 'mmHg', 'pneumonia', 'Café', '120/80', '[MASK]'],
];

export const trickyText = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 40 })
  .map((pieces) => pieces.join(''));
