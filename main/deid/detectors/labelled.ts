/** Detects values behind labels: 姓名：…, 住院号 …, 【住址】：…. */
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { fold } from '../../text/folding.ts';
import { anyOf, anyOfSpaced, type Candidate, candidate, type Detector, isHan } from '../candidates.ts';
import type { NameReader } from '../name-reader.ts';
import type { DeidRules } from '../rules.ts';

/** A remark between label and colon: 联系人（父亲）：. */
const REMARK = '(?:[ \\t]?\\([^()\\n:]{1,12}\\))?';
const COLON = '[ \\t]{0,4}[】\\]]?[ \\t]{0,4}[:∶︰﹕][ \\t]{0,8}(?:\\r?\\n[ \\t]{0,8})?';
const GAP = '(?:[ \\t]{1,8}|(?=[a-z]{0,3}-?[\\d*]))';
/** Signature mark in place of a colon: 医生（签章）李明. */
const SIGNED = '\\((?:签章|签名|签字|盖章)\\)[ \\t:]{0,4}';
const BRACKET = '】[ \\t]{0,4}';

type ValueReader = (folded: string, at: number) => Span | undefined;

const NUMBER = /[a-z]{0,4}[-#]?[\d*×][\da-z*×]*(?:[-_/][\da-z*×]+)*/uy;
const BED = /[\p{Script=Han}a-z]{0,6}[-+#]?\s?[\d*]{1,4}(?:[-+]\d{1,3})?[a-z]?/uy;
const PHONE =
  /1[3-9][\do]{9}(?![\da-z])|[+(]?[\d*][\d*() -]{4,22}[\d*](?:(?:\s?转\s?|\s?#)\d{1,6})?|\d{3,6}/uy;
const POSTCODE = /[\d*]{6}(?![\d])/uy;
const CARD = /[a-z\d*]{1,4}(?:(?![ ]\d{2,4}[./年-])[ -]?[a-z\d*]){4,28}(?:\([a-z\d]\))?/uy;
const ACCOUNT = /[a-z\d*]+(?:[-_@. ]?[a-z\d*]+)*(?:@[\w.-]+)?/uy;
const PLACES: ReadonlySet<DeidField> = new Set([
  'address',
  'birthplace',
  'native-place',
  'workplace',
  'institution',
]);
const PLACE = /[省市县区旗镇乡村路街号]/u;
const INSTITUTION = /(?:院|所|室|部|中心|站)$/u;
const STARS = /^[*×x\s-]+$/;

export function labelledDetector(rules: DeidRules, names: NameReader): Detector {
  const fields = Object.entries(rules.labels) as [DeidField, string[]][]; // safe: partialRecord is keyed by DeidField
  const fieldOf = new Map(
    fields.flatMap(([field, words]) => words.map((word): [string, DeidField] => [plain(word), field])),
  );
  const bordered = new Set(rules.borderedLabels.map(plain));
  const labels = anyOfSpaced(fieldOf.keys());
  // Two labels joined by a slash share one value: 门诊号/住院号：….
  const pattern = new RegExp(
    `(?<label>${labels})(?:[/、](?:${labels}))?(?:${SIGNED}|${REMARK}(?:${COLON}|${BRACKET}|${GAP}))`,
    'dgu',
  );
  const places = placeReader(rules);
  return ({ folded }) => {
    const found: Candidate[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match !== null; match = pattern.exec(folded)) {
      const words = plain(match.groups?.label ?? '');
      const field = fieldOf.get(words);
      const valueAt = match.index + match[0].length;
      // The next label may stand where this value would.
      pattern.lastIndex = Math.max(match.index + 1, match.indices?.groups?.label?.[1] ?? 0);
      if (field === undefined) continue;
      const before = folded[match.index - 1];
      const loose = isHan(before) && (bordered.has(words) || words.length < 2);
      if (loose) continue;
      const hasColon = /[:∶︰﹕]|\([签盖].\)/.test(match[0].slice(words.length));
      if (!hasColon && bordered.has(words)) continue;
      // 【出生地】 is a mask rather than a label.
      if (!hasColon && before === '【' && PLACES.has(field)) continue;
      const sure = hasColon && !bordered.has(words);
      found.push(...readValue(folded, valueAt, field, { hasColon, sure, names, places }));
    }
    return found;
  };
}

interface ValueContext {
  readonly hasColon: boolean;
  /** The label is no ordinary word. */
  readonly sure: boolean;
  readonly names: NameReader;
  readonly places: ValueReader;
}

function readValue(
  folded: string,
  at: number,
  field: DeidField,
  { hasColon, sure, names, places }: ValueContext,
): Candidate[] {
  const confidence = hasColon ? 0.97 : 0.88;
  const rule = 'label';
  switch (field) {
    case 'name':
    case 'contact':
    case 'doctor':
      return names
        .labelled(folded, at, sure)
        .map(({ start, end, word }) => candidate(start, end, field, confidence, rule, !word));
    case 'address':
    case 'birthplace':
    case 'native-place':
    case 'workplace':
    case 'institution': {
      const value = places(folded, at);
      // Without a colon, the value must look like a place.
      if (!hasColon && !PLACE.test(folded.slice(value?.start, value?.end))) return [];
      const other = field === 'institution' && !INSTITUTION.test(folded.slice(value?.start, value?.end));
      return value === undefined || other
        ? []
        : [candidate(value.start, value.end, field, 0.93, rule, value.end - value.start >= 4)];
    }
    case 'phone':
      return phones(folded, at).map(({ start, end }) =>
        candidate(start, end, field, confidence, rule, end - start >= 7),
      );
    default: {
      const value = match(readerOf(field), folded, at);
      return value === undefined
        ? []
        : [candidate(value.start, value.end, field, confidence, rule, value.end - value.start >= 5)];
    }
  }
}

function readerOf(field: DeidField): RegExp {
  switch (field) {
    case 'bed-number':
      return BED;
    case 'postcode':
      return POSTCODE;
    case 'id-number':
      return CARD;
    case 'account-number':
      return CARD;
    case 'email':
      return ACCOUNT;
    default:
      return NUMBER;
  }
}

function match(pattern: RegExp, folded: string, at: number): Span | undefined {
  pattern.lastIndex = at;
  const words = pattern.exec(folded)?.[0];
  if (words === undefined || STARS.test(words) || !/[\da-z]/.test(words)) return undefined;
  if (pattern !== ACCOUNT && !/\d/.test(words)) return undefined;
  return { start: at, end: at + words.trimEnd().length };
}

/** Returns consecutive phone numbers: 13800000000/010-60000000. */
function phones(folded: string, at: number): Span[] {
  const found: Span[] = [];
  for (let from = at; found.length < 5; ) {
    const value = match(PHONE, folded, from);
    if (value === undefined) break;
    found.push(value);
    const gap = /^\s?[/、,;]\s?/.exec(folded.slice(value.end, value.end + 4))?.[0];
    if (gap === undefined) break;
    from = value.end + gap.length;
  }
  return found;
}

/** Longest place or address, in characters. */
const MAX_PLACE = 80;

/** Reads a place or address up to its end: punctuation, a wide gap, or the next label. */
function placeReader(rules: DeidRules): ValueReader {
  const labels = anyOfSpaced([...Object.values(rules.labels).flat(), ...rules.otherLabels]);
  const nextLabel = new RegExp(`${labels}[ \\t]{0,4}[:∶]|[ \\t]${labels}(?=[ \\t])`, 'u');
  const notValue = new RegExp(`^(?:${anyOf(rules.notValues)})$`, 'u');
  return (folded, at) => {
    let value = /^[^\n\r;。\t【】|]*/.exec(folded.slice(at, at + MAX_PLACE))?.[0] ?? '';
    const next = nextLabel.exec(value);
    if (next !== null) value = value.slice(0, next.index);
    value = value.split(/ {2,}/, 1)[0] ?? '';
    value = untilOtherSentence(value).replace(/[\s,、:]+$/, '');
    if (value.length < 2 || STARS.test(value) || notValue.test(value) || /^[*×x]/.test(value))
      return undefined;
    if (!/\p{Script=Han}|[a-z]{3}/u.test(value)) return undefined;
    return { start: at, end: at + value.length };
  };
}

/** Cuts a value at a comma unless house or room numbers, or more of the place, follow. */
function untilOtherSentence(value: string): string {
  const parts = value.split(',');
  let kept = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    if (!/\d+\s?(?:号|栋|幢|单元|室|楼|组|户)|[路街道巷村镇乡区县]$/.test(part)) break;
    kept += `,${part}`;
  }
  return kept;
}

const plain = (label: string): string => fold(label).replace(/\s/g, '');
