/** Splits HL7 v2 messages into segments, fields, repetitions and components, and resolves escapes. */

const VERTICAL_TAB = 0x0b;
const FILE_SEPARATOR = 0x1c;

/** Separators that a message's MSH segment names. */
interface Separators {
  readonly field: string;
  readonly component: string;
  readonly repetition: string;
  readonly escape: string;
  readonly subcomponent: string;
}

/** Numbers count from 1, as in the standard; what a message does not have is an empty text. */
export interface Segment {
  readonly name: string;
  /** Returns the first component of a field's first repetition. */
  text(field: number): string;
  component(field: number, component: number): string;
  /** Returns the components of each repetition; subcomponents stay joined by their separator. */
  repetitions(field: number): readonly (readonly string[])[];
  /** Returns all of a field, its repetitions as lines. */
  lines(field: number): string;
}

export const isHl7 = (bytes: Uint8Array): boolean =>
  /^(?:MSH|FHS|BHS)[^\w\s]/.test(
    Buffer.from(bytes.subarray(0, 16))
      .toString('latin1')
      .replace(/^[\u00ef\u00bb\u00bf\s]+/, ''),
  );

/** Removes the frames of a transmission, which are control characters around each message. */
export const withoutFrames = (bytes: Uint8Array): Uint8Array =>
  bytes.includes(VERTICAL_TAB) || bytes.includes(FILE_SEPARATOR)
    ? bytes.filter((byte) => byte !== VERTICAL_TAB && byte !== FILE_SEPARATOR)
    : bytes;

/** Returns the messages of a text, each as its segments. Lines without a segment's name go on with the line before. */
export function messagesOf(text: string): Segment[][] {
  const messages: Segment[][] = [];
  let separators: Separators | undefined;
  for (const line of joinedLines(text)) {
    if (line.startsWith('MSH')) {
      separators = separatorsOf(line);
      messages.push([]);
    }
    if (separators !== undefined && !/^(?:FHS|BHS|BTS|FTS)/.test(line))
      messages.at(-1)?.push(segmentOf(line, separators));
  }
  return messages;
}

function joinedLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue;
    const begins = /^[A-Z][A-Z0-9]{2}(?:[^\w\s\u0080-\uffff]|$)/.test(line);
    if (begins || lines.length === 0) lines.push(line);
    else lines[lines.length - 1] += `\n${line}`;
  }
  return lines;
}

function separatorsOf(header: string): Separators {
  const field = header[3] ?? '|';
  const [component = '^', repetition = '~', mark = '\\', subcomponent = '&'] =
    header.slice(4).split(field)[0] ?? '';
  return { field, component, repetition, escape: mark, subcomponent };
}

function segmentOf(line: string, separators: Separators): Segment {
  const { field: separator, component, repetition } = separators;
  const name = line.slice(0, 3);
  const fields = line.split(separator);
  // The first field of MSH is the separator itself.
  const shift = name === 'MSH' ? 1 : 0;
  const raw = (field: number): string => fields[field - shift] ?? '';
  const plain = (words: string) => unescaped(words, separators);
  const parts = (words: string): string[] => words.split(component).map((part) => plain(part).trim());
  return {
    name,
    text: (field) => parts(raw(field).split(repetition)[0] ?? '')[0] ?? '',
    component: (field, number) => parts(raw(field).split(repetition)[0] ?? '')[number - 1] ?? '',
    repetitions: (field) => (raw(field) === '' ? [] : raw(field).split(repetition).map(parts)),
    lines: (field) => raw(field).split(repetition).map(plain).join('\n'),
  };
}

const BREAKS = /^\.(?:br|sp)\d*$/;
/** Formatting that text has no use for: highlighting, indents, centring, wrapping. */
const FORMATTING = /^(?:H|N|\.(?:in|ti|sk|fi|nf|ce)[+-]?\d*)$/;

/** Resolves escapes; unknown ones stay as they are. */
function unescaped(words: string, separators: Separators): string {
  const { escape: mark, field, component, repetition, subcomponent } = separators;
  if (!words.includes(mark)) return words;
  const signs: Readonly<Record<string, string>> = {
    ...{ F: field, S: component, T: subcomponent, R: repetition, E: mark },
  };
  const parts = words.split(mark);
  let text = parts[0] ?? '';
  for (let i = 1; i < parts.length; i++) {
    const code = parts[i]!;
    const isClosed = i + 1 < parts.length;
    const meant = isClosed ? meaningOf(code, signs) : undefined;
    if (meant === undefined) text += mark + code;
    else text += meant + parts[++i]!;
  }
  return text;
}

function meaningOf(code: string, signs: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(signs, code)) return signs[code];
  if (BREAKS.test(code)) return '\n';
  if (FORMATTING.test(code)) return '';
  const [, hex] = /^X((?:[0-9A-Fa-f]{2})+)$/.exec(code) ?? [];
  if (hex === undefined) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r', '\n');
    } catch {
      // Bytes of another encoding are tried next.
    }
  return undefined;
}
