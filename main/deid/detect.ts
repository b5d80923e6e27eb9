/** Finds protected health information: labels, patterns, contexts, an optional model, then repetitions. */
import {
  DeidField,
  type DeidFinding,
  type DeidLevel,
  LEVEL_PREFIX,
  reaches,
} from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import {
  type Candidate,
  candidate,
  type Detector,
  masksIn,
  type Reading,
  selectCandidates,
} from './candidates.ts';
import { detectDates } from './detectors/dates.ts';
import { dottedNameDetector } from './detectors/dotted-names.ts';
import { keyedDetector } from './detectors/keyed.ts';
import { labelledDetector } from './detectors/labelled.ts';
import { nameDetector } from './detectors/names.ts';
import { detectNumbers } from './detectors/numbers.ts';
import { placeDetector } from './detectors/places.ts';
import { detectSegments } from './detectors/segments.ts';
import { tableDetector } from './detectors/tables.ts';
import {
  isJoined,
  type JoinedText,
  joinNumbers,
  joinText,
  linesJoined,
  originalSpan,
} from './joined-text.ts';
import {
  doubtOf,
  type Mark,
  type MarkLevels,
  markedSpans,
  marksOutside,
  nearOthers,
  ofNames,
} from './marks.ts';
import { buildNameReader } from './name-reader.ts';
import { isPlausible } from './plausible-marks.ts';
import { readable } from './readable.ts';
import { findRepeats, isPersonField, type KnownWords } from './repeats.ts';
import type { DeidRules } from './rules.ts';
import { loadStrictRules } from './strict/reading.ts';
import { buildStrictSearch, type StrictSearch } from './strict/search.ts';

/** Entity found by a model. */
export interface ModelSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly confidence: number;
}

export interface DetectOptions {
  /** Returns whether the knowledge graph knows a word as a medical term. */
  readonly isTerm?: (word: string) => boolean;
  readonly model?: readonly ModelSpan[];
  /** Marks of the tagger of identifiers, for the strict search. */
  readonly marks?: { readonly tokens: readonly Mark[]; readonly levels: MarkLevels } | undefined;
  /** Words known from outside the text, such as a name in the document's title. */
  readonly known?: readonly KnownWords[];
  /** From `strict` on, findings of the strict search are added, marked as possible (`isPossible`). */
  readonly level?: DeidLevel | undefined;
}

export interface DeidDetector {
  /** Returns non-overlapping findings in text order. Leaves existing masks alone. */
  detect(text: string, options?: DetectOptions): DeidFinding[];
  /** Returns findings with further places of words known from other records added, in text order. */
  extend(
    text: string,
    findings: readonly DeidFinding[],
    known: readonly KnownWords[],
    options?: Pick<DetectOptions, 'isTerm' | 'level'>,
  ): DeidFinding[];
  /** Returns the field of a model's entity type; field names map to themselves. */
  fieldOfType(type: string): DeidField | undefined;
}

interface PossibleInput {
  readonly known: readonly KnownWords[];
  /** Findings of the ordinary search. */
  readonly sure: readonly Candidate[];
  readonly model: readonly Candidate[];
  readonly marks: DetectOptions['marks'];
  readonly level: DeidLevel;
}

const inOrder = (places: readonly Span[]): Span[] => [...places].sort((a, b) => a.start - b.start);

export function buildDetector(rules: DeidRules): DeidDetector {
  const names = buildNameReader(rules);
  const detectors: readonly Detector[] = [
    labelledDetector(rules, names),
    detectNumbers,
    detectDates,
    nameDetector(rules, names),
    dottedNameDetector(rules),
    placeDetector(rules),
    tableDetector(rules),
    detectSegments,
    keyedDetector(rules, names),
  ];
  const types = new Map(
    (Object.entries(rules.modelTypes) as [DeidField, string[]][]) // safe: partialRecord is keyed by DeidField
      .flatMap(([field, words]) => words.map((word): [string, DeidField] => [word, field])),
  );
  const fieldOfType = (type: string): DeidField | undefined => {
    const label = type.replace(/^[BIES]-/, '');
    return types.get(label) ?? DeidField.safeParse(label).data;
  };
  let built: StrictSearch | undefined;
  const strictSearch = (): StrictSearch => {
    built ??= buildStrictSearch(loadStrictRules(rules));
    return built;
  };
  const possible = (
    text: string,
    reading: Reading,
    taken: readonly Span[],
    { known, sure, model, marks, level }: PossibleInput,
  ): Candidate[] => {
    const marked =
      marks === undefined
        ? []
        : markedSpans(reading, marks.tokens, marks.levels.least)
            .flatMap((found) => ofNames(text, found))
            .filter((found) => isPlausible(reading, found, found.field));
    const isNear = nearOthers(reading.folded, sure, marked);
    const doubted =
      marks === undefined ? undefined : doubtOf(marks.tokens, text.length, marks.levels, isNear);
    const joined = across(joinText(text), reading, (view) =>
      strictSearch()(view, [], { known, others: [] }),
    ).filter((found) => doubted?.(found, false) !== true);
    const first = selectCandidates(joined, taken);
    const all = inOrder([...taken, ...first]);
    const strict = strictSearch()(reading, all, { known, others: [...model, ...marked], doubted });
    if (level !== 'strictest' || marks === undefined) return [...first, ...strict];
    const places = inOrder([...all, ...strict]);
    const left = marksOutside(marks.tokens, places);
    const others = markedSpans(reading, left, marks.levels.strictest).flatMap((found) =>
      ofNames(text, found),
    );
    const more = strictSearch()(reading, places, { known, others }).map((found) => ({
      ...found,
      rule: found.rule.replace(LEVEL_PREFIX.strict, LEVEL_PREFIX.strictest),
    }));
    return [...first, ...strict, ...more];
  };
  return {
    fieldOfType,
    extend(text, findings, known, { isTerm = () => false, level = 'ordinary' } = {}) {
      const reading: Reading = { folded: readable(text), isTerm };
      const taken = inOrder([...masksIn(text), ...findings]);
      const words = known.map(({ words: one, field }) => ({ words: readable(one), field }));
      const repeated = selectCandidates(findRepeats(reading, words), taken);
      const all = inOrder([...taken, ...repeated]);
      const variants = reaches(level, 'strict')
        ? strictSearch()(reading, all, { known: words, others: [], variantsOnly: true })
        : [];
      return [...findings, ...[...repeated, ...variants].map(findingOf)].sort((a, b) => a.start - b.start);
    },
    detect(text, options = {}) {
      const isTerm = options.isTerm ?? (() => false);
      const reading: Reading = { folded: readable(text), written: text, isTerm };
      const masks = masksIn(text);
      const level = options.level ?? 'ordinary';
      const search = (view: Reading) => detectors.flatMap((detector) => detector(view));
      const model = (search: 'ordinary' | 'strict') =>
        fromModel(reading, options.model ?? [], fieldOfType, search);
      const proposed = [
        ...search(reading),
        ...across(joinText(text), reading, search),
        ...across(joinNumbers(text), reading, wholeNumbers),
        ...model('ordinary'),
      ];
      const first = selectCandidates(proposed, masks);
      const known = wordsIn(
        reading,
        first.filter(({ repeats }) => repeats === true),
      );
      const given = (options.known ?? []).map(({ words, field }) => ({ words: readable(words), field }));
      const repeated = findRepeats(reading, [...given, ...known]);
      const more = selectCandidates(repeated, [...masks, ...first]);
      const sure = [...first, ...more].sort((a, b) => a.start - b.start);
      const taken = [...masks, ...sure].sort((a, b) => a.start - b.start);
      return [
        ...sure,
        ...(reaches(level, 'strict')
          ? possible(text, reading, taken, {
              known: [...given, ...wordsIn(reading, sure)],
              sure,
              model: model('strict'),
              marks: options.marks,
              level,
            })
          : []),
      ]
        .sort((a, b) => a.start - b.start)
        .map(findingOf);
    },
  };
}

const findingOf = ({ start, end, field, confidence, rule }: Candidate): DeidFinding => ({
  start,
  end,
  field,
  confidence,
  rule,
});

/** Returns candidates across the white space that a joined text lacks. */
function across(
  joined: JoinedText | undefined,
  { isTerm }: Reading,
  search: (view: Reading) => Candidate[],
): Candidate[] {
  if (joined === undefined) return [];
  const lines = linesJoined(joined);
  return search({ folded: readable(lines.text), isTerm })
    .filter(({ start, end }) => isJoined(lines, start, end))
    .map((found) => ({ ...found, ...originalSpan(lines, found.start, found.end) }));
}

/** Spellings of dates that two numbers side by side cannot form. */
const WHOLE_DATES = new Set(
  ['ymd', 'y-m-d', 'yymd', 'md', 'cn-ymd', 'cn-md', 'ym'].map((id) => `date:${id}`),
);

/** Returns numbers and dates whose form alone tells them: identity numbers, mobile numbers, dates with a year. */
const wholeNumbers = (view: Reading): Candidate[] => [
  ...detectNumbers(view).filter(
    ({ field, rule }) => (field === 'id-number' || field === 'phone') && rule !== 'label',
  ),
  ...detectDates(view).filter(({ rule }) => WHOLE_DATES.has(rule)),
];

function wordsIn({ folded }: Reading, found: readonly Candidate[]): KnownWords[] {
  return found.map(({ start, end, field }) => ({ words: folded.slice(start, end), field }));
}

/** Lowest confidence of a model's entity that counts, in the ordinary and in the strict search. */
const MODEL_THRESHOLD = { ordinary: 0.5, strict: 0.25 };
/** The same in fields whose forms rules know well, where a model alone is often wrong. */
const AGREED_THRESHOLD = 0.9;
const AGREED: ReadonlySet<DeidField> = new Set(['date', 'age', 'bed-number', 'workplace', 'institution']);

/** Returns a model's entities: of names, numbers, addresses and telephones all, of other fields the surest. */
function fromModel(
  reading: Reading,
  spans: readonly ModelSpan[],
  fieldOfType: (type: string) => DeidField | undefined,
  search: keyof typeof MODEL_THRESHOLD,
): Candidate[] {
  return spans.flatMap(({ start, end, type, confidence }) => {
    const field = fieldOfType(type);
    if (field === undefined || start >= end) return [];
    if (confidence < (AGREED.has(field) ? AGREED_THRESHOLD : MODEL_THRESHOLD[search])) return [];
    if (isPersonField(field) && reading.isTerm(reading.folded.slice(start, end))) return [];
    return [
      candidate(
        start,
        end,
        field,
        Math.min(confidence, 0.9),
        'model',
        end - start >= 2 && isPersonField(field),
      ),
    ];
  });
}
