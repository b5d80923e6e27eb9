/** Text of XHTML narratives: blocks become lines, cells of tables are divided by bars. */
import { SaxesParser } from 'saxes';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

const BLOCKS = new Set(
  'address blockquote caption dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody thead tfoot tr ul'.split(
    ' ',
  ),
);
/** Named characters of HTML that occur in narratives, besides those of XML. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', ensp: ' ', emsp: '　', middot: '·', bull: '•', hellip: '…', ndash: '–', mdash: '—' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', copy: '©', reg: '®' },
  ...{ deg: '°', plusmn: '±', times: '×', divide: '÷', micro: 'µ', le: '≤', ge: '≥', ne: '≠', asymp: '≈' },
  ...{
    sup1: '¹',
    sup2: '²',
    sup3: '³',
    frac12: '½',
    permil: '‰',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
  },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', mu: 'μ', omega: 'ω', Delta: 'Δ' },
};

/** Throws `bad-input` for a narrative that is no well-formed XHTML. */
export function narrativeText(div: string, resource: string): string {
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, ENTITIES);
  let text = '';
  let kept = 0;
  const breakLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  parser.on('opentag', ({ name }) => {
    if (name === 'br') text += '\n';
    else if (BLOCKS.has(name)) breakLine();
    else if ((name === 'td' || name === 'th') && text !== '' && !text.endsWith('\n')) text += ' | ';
    if (name === 'pre') kept++;
  });
  parser.on('closetag', ({ name }) => {
    if (BLOCKS.has(name)) breakLine();
    if (name === 'pre') kept--;
  });
  const add = (words: string): void => {
    if (kept > 0) text += words;
    else {
      const spaced = words.replace(/[ \t\r\n]+/g, ' ');
      text += text === '' || /\s$/.test(text) ? spaced.trimStart() : spaced;
    }
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(div).close();
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : '';
    throw new AppError('bad-input', message('fhir.broken-narrative', { resource, problem }), { cause });
  }
  return text.replace(/[ \t]+\n/g, '\n').trim();
}
