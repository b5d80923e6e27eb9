/**
 * Tells whether a record speaks of a finding that no mention names: in a clause with words between the parts of its
 * name (甲状腺Ⅱ度弥漫性肿大), or as the result of a test that it reports. Lenient, since it decides only what is
 * not called missing.
 */
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import { fold } from '../../text/folding.ts';
import { foldScript } from '../../text/script.ts';
import type { RankingRules } from './rules.ts';

/** Most code units between two parts of a name. */
const REACH = 8;
/** Most parts of a name, and the fewest code units of a part that is not the last. */
const PARTS = 3;
const MIN_PART = 2;
/** Last characters that say enough of a finding: 上腹部持续性剧痛 is 上腹痛. */
const HEADS = /[痛胀大肿麻痒]/;
/** Names from this length may have modifiers between their first and last characters: 附件区混合性包块. */
const MODIFIED = 5;
/** Most code units between parts of a name that stand in several clauses of a sentence: 前列腺增大，质韧. */
const FAR = 20;
/** Fewest characters of a name that may be told in any order, and code units in which they must stand. */
const WHOLE = 4;
const STRETCH = 36;
/** An ordinary result of an examination, at most a list of examinations after its name. */
const ALL_ORDINARY =
  /^[^。;\n]{0,24}?(?:正常|未见(?:明显|确切|明确)?(?:异常|特殊)|无(?:明显|特殊|确切)?异常|无殊|未查及异常|阴性|\(-\)|良好|清晰)/;
/** Words after what was examined that answer every finding of it. */
const ORDINARY = /^(?:均|未见|无)?(?:正常|异常|良好|对称|存在|稳准)/;
/** Findings that a clause denies: 未见结石及积水 answers 肾结石影 and 肾盂积水. */
const ABSENT = /(?:未见|未触及|未及|未闻及|未扪及|未发现|未探及|否认|无)(?:明显|明确|显著)?(.{2,20})/g;
const JOINTS = /[、及和或与]/;
/** Pain on examination is no complaint of pain. */
const EXAMINED = /[压触叩跳]/;
const PAUSES = /[。;,!?:\n\r]/;
const STOPS = /[。!?\n\r]/;

export type SpokenTest = (names: readonly string[]) => boolean;

/** @param analysis of the text; its values answer the findings of their tests */
export function buildSpokenTest(
  text: string,
  { values, patient }: Pick<TextAnalysis, 'values' | 'patient'>,
  { results: { raised, other }, answers, loose, populations }: SpokenRules,
): SpokenTest {
  const results = [...raised, ...other];
  const whole = fold(foldScript(text));
  const clauses = new Pieces(whole.split(PAUSES));
  const sentences = new Pieces(whole.split(STOPS));
  const measured = new Set(
    values
      .filter(({ assertion, target }) => assertion === 'present' && target !== true)
      .flatMap(({ name, text: words }) => [fold(name), fold(words)]),
  );
  const absent = new Set(
    clauses.all.flatMap((clause) =>
      [...clause.matchAll(ABSENT)].flatMap(([, list = '']) => list.split(JOINTS)),
    ),
  );
  const answered = answers
    .filter(({ said, ordinary }) => said.some((words) => isSaid(whole, fold(words), ordinary)))
    .flatMap(({ findings }) => findings.map(fold));
  const impossible = populations
    .filter(({ sex }) => sex !== undefined && patient.sex !== undefined && sex !== patient.sex)
    .flatMap(({ contains }) => contains.map(fold));
  return (names) =>
    names.some(
      (name) =>
        name.length > 1 &&
        (partsOf(name).some((part) => absent.has(part)) ||
          answered.some((part) => name.includes(part)) ||
          impossible.some((part) => name.includes(part)) ||
          isAnswered(testOf(name, results)) ||
          essencesOf(name, loose).some(
            (part) =>
              clauses.some([part[0]!, part.at(-1)!], (clause) => isSpoken(part, clause)) ||
              sentences.some([...part], (sentence) => isScattered(part, sentence)),
          ) ||
          (testOf(name, results) === '' &&
            sentences.some([...name], (sentence) => holdsAll(name, sentence)))),
    );

  function isAnswered(test: string): boolean {
    if (test.length < 2) return false;
    for (const words of measured) if (words.includes(test) || test.endsWith(words)) return true;
    return clauses.some([...test], (clause) => {
      const at = clause.indexOf(test);
      return at >= 0 && ORDINARY.test(clause.slice(at + test.length));
    });
  }
}

/** Distinct pieces of a text, found by their characters: a long record has thousands. */
class Pieces {
  readonly all: readonly string[];
  private readonly byChar = new Map<string, number[]>();

  constructor(pieces: readonly string[]) {
    this.all = [...new Set(pieces)].filter(Boolean);
    this.all.forEach((piece, index) => {
      for (const char of new Set(piece)) {
        const list = this.byChar.get(char);
        if (list === undefined) this.byChar.set(char, [index]);
        else list.push(index);
      }
    });
  }

  /** Returns whether the test holds for a piece with these characters. */
  some(chars: readonly string[], test: (piece: string) => boolean): boolean {
    let fewest: readonly number[] | undefined;
    for (const char of chars) {
      const list = this.byChar.get(char);
      if (list === undefined) return false;
      if (fewest === undefined || list.length < fewest.length) fewest = list;
    }
    return fewest?.some((index) => test(this.all[index]!)) ?? false;
  }
}

/** Returns all stretches of a name of two characters or more. */
function partsOf(name: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < name.length - 1; from++)
    for (let to = from + MIN_PART; to <= name.length; to++) parts.push(name.slice(from, to));
  return parts;
}

type SpokenRules = Pick<RankingRules, 'results' | 'answers' | 'loose' | 'populations'>;

function isSaid(text: string, words: string, ordinary: boolean): boolean {
  if (!ordinary) return text.includes(words);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (ALL_ORDINARY.test(text.slice(at + words.length, at + words.length + 40))) return true;
  return false;
}

/** Returns a name and what is left of it without a beginning or an ending that says nothing of its own. */
function essencesOf(name: string, { beginnings, endings }: SpokenRules['loose']): string[] {
  const beginning = beginnings.find((part) => name.startsWith(part) && name.length - part.length >= MIN_PART);
  const place = beginning === undefined ? name : name.slice(beginning.length);
  const ending = endings.find((part) => place.endsWith(part) && place.length - part.length > MIN_PART);
  return [...new Set([name, place, ending === undefined ? place : place.slice(0, -ending.length)])];
}

/** Returns whether both ends of a long name stand in a sentence in their order, whatever the commas between them. */
function isScattered(name: string, sentence: string): boolean {
  for (let cut = MIN_PART; cut <= name.length - MIN_PART; cut++) {
    const [head, tail] = [name.slice(0, cut), name.slice(cut)];
    for (let at = sentence.indexOf(head); at >= 0; at = sentence.indexOf(head, at + 1)) {
      const next = sentence.indexOf(tail, at + cut);
      if (next >= 0 && next - at - cut <= FAR) return true;
    }
  }
  return false;
}

/** Returns whether a stretch of the sentence holds all characters of a long name: 龈瓣红肿，压之溢出脓液 for 龈瓣溢脓. */
function holdsAll(name: string, sentence: string): boolean {
  if (name.length < WHOLE) return false;
  const chars = [...new Set(name)];
  return (
    chars.every((char) => sentence.includes(char)) && chars.some((char) => spanHolds(chars, char, sentence))
  );
}

/** Returns whether all characters stand within reach of some occurrence of one of them. */
function spanHolds(chars: readonly string[], first: string, sentence: string): boolean {
  for (let at = sentence.indexOf(first); at >= 0; at = sentence.indexOf(first, at + 1)) {
    const stretch = sentence.slice(at, at + STRETCH);
    if (chars.every((char) => stretch.includes(char))) return true;
  }
  return false;
}

/** Returns the test whose result a name is, empty for other names: 肌酐 of 肌酐升高. */
function testOf(name: string, results: readonly string[]): string {
  const result = results.find((word) => name.endsWith(word));
  return result === undefined ? '' : name.slice(0, -result.length);
}

function isSpoken(name: string, clause: string): boolean {
  if (clause.includes(name)) return true;
  if (name.length >= MODIFIED && isSpoken(name.slice(0, 2) + name.slice(-2), clause)) return true;
  if (
    name.length > MODIFIED &&
    HEADS.test(name.slice(-1)) &&
    isSpoken(name.slice(0, 2) + name.slice(-1), clause)
  )
    return true;
  for (let at = clause.indexOf(name[0]!); at >= 0; at = clause.indexOf(name[0]!, at + 1)) {
    if (continues(name, clause, at, PARTS)) return true;
  }
  return false;
}

/** Returns whether the parts of a name follow each other from an offset at which its first character stands. */
function continues(name: string, clause: string, at: number, parts: number): boolean {
  let same = 0;
  while (same < name.length && clause[at + same] === name[same]) same++;
  if (same === name.length) return true;
  if (parts === 1) return false;
  for (let length = same; length > 0; length--) {
    const rest = name.slice(length);
    if (length < MIN_PART && !(name.length === 2 && HEADS.test(rest))) continue;
    if (rest.length < MIN_PART && !HEADS.test(rest)) continue;
    for (let gap = 1; gap <= REACH; gap++) {
      const next = at + length + gap;
      if (clause[next] !== rest[0] || (rest === '痛' && EXAMINED.test(clause[next - 1] ?? ''))) continue;
      if (continues(rest, clause, next, parts - 1)) return true;
    }
  }
  return false;
}
