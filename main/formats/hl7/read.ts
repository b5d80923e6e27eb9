/**
 * Reads records from HL7 v2 messages: results (ORU^R01), documents (MDM^T02) and admissions (ADT^A01 and its kin). Each
 * message is a record. Own code: the maintained packages for HL7 v2 bring network clients, which an offline app has not.
 */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { decodeText } from '../../reading/decode.ts';
import {
  composeText,
  headerLines,
  oneLine,
  resultLine,
  type TextSection,
  timeWords,
} from '../clinical-text.ts';
import type { EmrRecord } from '../emr-json.ts';
import type { Refusals } from '../refusals.ts';
import { encounterOf, patientOf, timeStamp } from './people.ts';
import { messagesOf, type Segment, withoutFrames } from './segments.ts';

/** Titles of the kinds of messages that are read. */
const KINDS: Readonly<Record<string, string>> = { ORU: '检查检验', MDM: '文书', ADT: '就诊登记' };
/** Segments that are read, or say nothing about the patient. */
const KNOWN = new Set(
  'MSH SFT EVN PID PD1 PV1 PV2 ORC OBR OBX NTE DG1 AL1 TXA UAC MSA DSC TQ1 SPM'.split(' '),
);
const MARKS: Readonly<Record<string, string>> = {
  ...{ H: '↑', HH: '↑↑', '>': '↑↑', L: '↓', LL: '↓↓', '<': '↓↓', U: '↑', D: '↓' },
};
const SIGNS: Readonly<Record<string, string>> = { POS: '阳性', NEG: '阴性' };
/** Results that were deleted, wrong or could not be had. */
const NO_RESULT = new Set(['D', 'W', 'X', 'N']);

/** Decodes by MSH-18; without it, or where it does not fit, as UTF-8 or GB18030. */
export function decodeHl7(bytes: Uint8Array, name: string): string {
  const plain = withoutFrames(bytes);
  const [header = ''] = Buffer.from(plain.subarray(0, 4096))
    .toString('latin1')
    .split(/[\r\n]/);
  const declared = header.split(header[3] ?? '|')[17] ?? '';
  const encoding = /GB|HZ/i.test(declared) ? 'gb18030' : /8859\/1/.test(declared) ? 'iso-8859-1' : 'utf-8';
  try {
    if (declared !== '') return new TextDecoder(encoding, { fatal: true }).decode(plain);
  } catch {
    // The bytes tell better than the header.
  }
  return decodeText(plain, name).text;
}

/** Messages that are not read, and parts of others, are counted in `refused` by the number of their message. */
export function recordsFromHl7(text: string, refused: Refusals): EmrRecord[] {
  return messagesOf(text).flatMap((segments, i) => {
    try {
      return [readMessage(segments, i + 1, (error) => void refused.add(i + 1, error))];
    } catch (error) {
      refused.add(i + 1, error);
      return [];
    }
  });
}

type Tell = (error: unknown) => void;

function readMessage(segments: readonly Segment[], number: number, tell: Tell): EmrRecord {
  const header = segments[0]!;
  const [kind = '', event = ''] = header.repetitions(9)[0] ?? [];
  const title = KINDS[kind];
  if (title === undefined)
    throw new AppError('bad-input', message('hl7.not-read', { type: `${kind}^${event}` }));
  const of = (name: string) => segments.find((segment) => segment.name === name);
  const patient = patientOf(of('PID'));
  const encounter = encounterOf(of('PV1'));
  const document = of('TXA');
  const report = of('OBR');
  const at =
    timeStamp(document?.text(4) || document?.text(6) || report?.text(7) || of('EVN')?.text(2) || '') ??
    timeStamp(header.text(7));
  const named = document?.component(2, 2) || document?.text(2);
  const observed = resultsOf(segments, tell);
  const sections: TextSection[] = [
    { heading: '就诊原因', text: of('PV2')?.component(3, 2) || of('PV2')?.text(3) || '' },
    { heading: '过敏史', text: allergies(segments) },
    ...(document === undefined ? [{ heading: '辅助检查', text: observed.lines.join('\n') }] : []),
    ...observed.texts.map(({ heading, text }) => ({
      heading: document !== undefined && observed.texts.length === 1 ? '' : heading,
      text,
    })),
    ...(document === undefined ? [] : [{ heading: '辅助检查', text: observed.lines.join('\n') }]),
    { heading: '诊断', text: diagnoses(segments) },
  ];
  if (sections.every(({ text }) => text.trim() === ''))
    throw new AppError('bad-input', message('hl7.no-text', { type: `${kind}^${event}` }));
  const others = new Set(segments.map(({ name }) => name).filter((name) => !KNOWN.has(name)));
  if (others.size > 0)
    tell(new AppError('bad-input', message('hl7.segments-not-read', { segments: [...others].join(', ') })));
  const name = named || title;
  return {
    id: header.text(10) || String(number),
    title: [patient?.name, name, at?.slice(0, 10)].filter(Boolean).join(' '),
    text: composeText([name, ...headerLines(patient, encounter, at)], sections),
    composed: true,
    ...(patient && { patient }),
    ...(encounter && { encounter }),
    ...(at !== undefined && { dated: at }),
  };
}

const LONG = new Set(['TX', 'FT']);

/** Line or text, to which notes are added. */
interface Part {
  text: string;
}

/** Texts under the name of their observation, and results as lines. */
function resultsOf(segments: readonly Segment[], tell: Tell) {
  const lines: Part[] = [];
  const texts: (Part & { readonly heading: string })[] = [];
  let drawn: string | undefined;
  let noted: Part | undefined;
  const add = (text: string): Part => {
    const line = { text };
    lines.push(line);
    return line;
  };
  for (const segment of segments) {
    if (segment.name === 'OBR') {
      drawn = timeStamp(segment.text(7)) ?? timeStamp(segment.text(22));
      const name = segment.component(4, 2) || segment.text(4);
      const time = drawn === undefined ? '' : `${timeWords(drawn)} `;
      noted = name === '' ? undefined : add(`${time}${oneLine(name)}：`);
    } else if (segment.name === 'NTE') {
      if (noted !== undefined) noted.text += `；备注：${oneLine(segment.lines(3))}`;
    } else if (segment.name === 'OBX') {
      const heading = segment.component(3, 2) || segment.text(3);
      const problem = problemOf(segment);
      const last = texts.at(-1);
      if (problem !== undefined) {
        tell(new AppError('bad-input', message('hl7.no-result', { name: heading, problem })));
        noted = undefined;
      } else if (!LONG.has(segment.text(2))) noted = add(observed(segment, heading, drawn));
      else if (last !== undefined && last === noted && last.heading === heading)
        last.text += `\n${segment.lines(5)}`;
      else {
        const text = { heading, text: segment.lines(5) };
        texts.push(text);
        noted = text;
      }
    }
  }
  return { lines: lines.map(({ text }) => text), texts };
}

/** Returns why an observation is not read. */
function problemOf(segment: Segment): string | undefined {
  const [type, status] = [segment.text(2), segment.text(11)];
  if (type === 'ED' || type === 'RP') return `OBX-2 ${type}`;
  if (NO_RESULT.has(status)) return `OBX-11 ${status}`;
  return segment.lines(5).trim() === '' ? 'OBX-5' : undefined;
}

function observed(segment: Segment, name: string, drawn: string | undefined): string {
  const flags = segment.repetitions(8).map(([flag = '']) => flag);
  const [code, , system] = segment.repetitions(3)[0] ?? [];
  return resultLine({
    ...{ name, value: valueOfType(segment) ?? SIGNS[flags[0] ?? ''] ?? '' },
    code: system === 'LN' ? code : undefined,
    at: timeStamp(segment.text(14)) ?? drawn,
    unit: segment.component(6, 1) || segment.component(6, 2) || undefined,
    range: segment.lines(7) || undefined,
    mark: flags.flatMap((flag) => MARKS[flag] ?? [])[0],
  });
}

function valueOfType(segment: Segment): string | undefined {
  const [first = []] = segment.repetitions(5);
  switch (segment.text(2)) {
    case 'SN': {
      const [comparator = '', low = '', separator = '', high = ''] = first;
      return `${{ '>=': '≥', '<=': '≤', '=': '' }[comparator] ?? comparator}${low}${separator}${high}`;
    }
    case 'CE':
    case 'CWE':
    case 'CNE':
      return segment
        .repetitions(5)
        .map(([code = '', words = '']) => words || code)
        .join('，');
    case 'DT':
    case 'TS':
    case 'DTM':
      return timeWords(timeStamp(first[0] ?? '') ?? first[0] ?? '');
    default:
      return oneLine(segment.lines(5)) || undefined;
  }
}

const allergies = (segments: readonly Segment[]): string =>
  segments
    .filter(({ name }) => name === 'AL1')
    .map((segment) => {
      const reaction = segment.lines(5).trim();
      const what = segment.component(3, 2) || segment.text(3);
      return `对${oneLine(what)}过敏${reaction === '' ? '' : `（${oneLine(reaction)}）`}。`;
    })
    .join('\n');

const diagnoses = (segments: readonly Segment[]): string =>
  segments
    .filter(({ name }) => name === 'DG1')
    .map((segment, i) => {
      const [code = '', words = ''] = segment.repetitions(3)[0] ?? [];
      const name = words || segment.text(4) || code;
      return `${i + 1}. ${oneLine(name)}${code === '' || code === name ? '' : `（${code}）`}`;
    })
    .join('\n');
