/**
 * Tells whether a record speaks of a finding that no mention names: in a clause with words between the parts of its
 * name (甲状腺Ⅱ度弥漫性肿大), or as the result of a test that it reports. Lenient, since it decides only what is
 * not called missing.
 */
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import { fold } from '../../text/folding.ts';
import { foldScript } from '../../text/script.ts';

/** Most code units between two parts of a name. */
const REACH = 8;
/** Most parts of a name, and the fewest code units of a part that is not the last. */
const PARTS = 3;
const MIN_PART = 2;
/** Last characters that say enough of a finding: 上腹部持续性剧痛 is 上腹痛. */
const HEADS = /[痛胀大肿麻痒]/;
/** Names from this length may have modifiers between their first and last characters: 附件区混合性包块. */
const MODIFIED = 5;
/** Words after what was examined that answer every finding of it. */
const ORDINARY = /^(?:均|未见|无)?(?:正常|异常|良好|对称|存在|稳准)/;
/** Findings that a clause denies: 未见结石及积水 answers 肾结石影 and 肾盂积水. */
const ABSENT = /(?:未见|未触及|未及|未闻及|未扪及|未发现|未探及|否认|无)(?:明显|明确|显著)?(.{2,20})/g;
const JOINTS = /[、及和或与]/;
/** Pain on examination is no complaint of pain. */
const EXAMINED = /[压触叩跳]/;
const PAUSES = /[。;,!?:\n\r]/;

export type SpokenTest = (names: readonly string[]) => boolean;

/** @param results words that turn the name of a test into that of a result */
export function buildSpokenTest(
  text: string,
  values: readonly MeasuredValue[],
  results: readonly string[],
): SpokenTest {
  const clauses = fold(foldScript(text)).split(PAUSES).filter(Boolean);
  const measured = values
    .filter(({ assertion, target }) => assertion === 'present' && target !== true)
    .flatMap(({ name, text: words }) => [fold(name), fold(words)]);
  const absent = clauses
    .flatMap((clause) => [...clause.matchAll(ABSENT)].flatMap(([, list = '']) => list.split(JOINTS)))
    .filter((item) => item.length > 1);
  return (names) =>
    names.some(
      (name) =>
        name.length > 1 &&
        (absent.some((item) => name.includes(item)) ||
          isAnswered(testOf(name, results)) ||
          clauses.some((clause) => isSpoken(name, clause))),
    );

  function isAnswered(test: string): boolean {
    if (test.length < 2) return false;
    if (measured.some((words) => words.includes(test) || test.endsWith(words))) return true;
    return clauses.some((clause) => {
      const at = clause.indexOf(test);
      return at >= 0 && ORDINARY.test(clause.slice(at + test.length));
    });
  }
}

/** Returns the test whose result a name is, empty for other names: 肌酐 of 肌酐升高. */
function testOf(name: string, results: readonly string[]): string {
  const result = results.find((word) => name.endsWith(word));
  return result === undefined ? '' : name.slice(0, -result.length);
}

function isSpoken(name: string, clause: string): boolean {
  if (clause.includes(name)) return true;
  if (name.length >= MODIFIED && isSpoken(name.slice(0, 2) + name.slice(-2), clause)) return true;
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
