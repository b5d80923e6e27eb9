/** Finds protected health information: labels, patterns, contexts, an optional model, then repetitions. */
import { DeidField, type DeidFinding } from '../../shared/domain/deid.ts';
import { fold } from '../text/folding.ts';
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
import { labelledDetector } from './detectors/labelled.ts';
import { nameDetector } from './detectors/names.ts';
import { detectNumbers } from './detectors/numbers.ts';
import { placeDetector } from './detectors/places.ts';
import { buildNameReader } from './name-reader.ts';
import { findRepeats, type KnownWords } from './repeats.ts';
import type { DeidRules } from './rules.ts';
import { originalSpan, removeSpacing } from './spaced-text.ts';
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
  /** Words known from outside the text, such as a name in the document's title. */
  readonly known?: readonly KnownWords[];
  /** Adds findings of the strict search, marked as possible (`isPossible`). */
  readonly strict?: boolean | undefined;
}

export interface DeidDetector {
  /** Returns non-overlapping findings in text order. Leaves existing masks alone. */
  detect(text: string, options?: DetectOptions): DeidFinding[];
  /** Returns the field of a model's entity type; field names map to themselves. */
  fieldOfType(type: string): DeidField | undefined;
}

export function buildDetector(rules: DeidRules): DeidDetector {
  const names = buildNameReader(rules);
  const detectors: readonly Detector[] = [
    labelledDetector(rules, names),
    detectNumbers,
    detectDates,
    nameDetector(rules, names),
    dottedNameDetector(rules),
    placeDetector(rules),
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
  return {
    fieldOfType,
    detect(text, options = {}) {
      const reading: Reading = { folded: fold(text), isTerm: options.isTerm ?? (() => false) };
      const masks = masksIn(text);
      const proposed = detectors.flatMap((detector) => detector(reading));
      proposed.push(...fromSpacedText(text, reading, detectors));
      proposed.push(...fromModel(reading, options.model ?? [], fieldOfType));
      const first = selectCandidates(proposed, masks);
      const known = first.filter(({ repeats }) => repeats === true).map((found) => wordsOf(reading, found));
      const given = (options.known ?? []).map(({ words, field }) => ({ words: fold(words), field }));
      const repeated = findRepeats(reading, [...given, ...known]);
      const more = selectCandidates(repeated, [...masks, ...first]);
      const sure = [...first, ...more].sort((a, b) => a.start - b.start);
      const taken = [...masks, ...sure].sort((a, b) => a.start - b.start);
      const possible = options.strict === true ? strictSearch()(reading, taken) : [];
      return [...sure, ...possible]
        .sort((a, b) => a.start - b.start)
        .map(({ start, end, field, confidence, rule }) => ({ start, end, field, confidence, rule }));
    },
  };
}

/** Returns candidates that appear only after the blanks between all characters are removed. */
function fromSpacedText(text: string, { isTerm }: Reading, detectors: readonly Detector[]): Candidate[] {
  const compact = removeSpacing(text);
  if (compact === undefined) return [];
  const reading: Reading = { folded: fold(compact.text), isTerm };
  return detectors
    .flatMap((detector) => detector(reading))
    .map((found) => ({ ...found, ...originalSpan(compact, found.start, found.end) }));
}

function wordsOf({ folded }: Reading, { start, end, field }: Candidate): KnownWords {
  return { words: folded.slice(start, end), field };
}

/** Lowest confidence of a model's entity that counts. */
const MODEL_THRESHOLD = 0.5;

function fromModel(
  reading: Reading,
  spans: readonly ModelSpan[],
  fieldOfType: (type: string) => DeidField | undefined,
): Candidate[] {
  return spans.flatMap(({ start, end, type, confidence }) => {
    const field = fieldOfType(type);
    if (field === undefined || confidence < MODEL_THRESHOLD || start >= end) return [];
    if (isPerson(field) && reading.isTerm(reading.folded.slice(start, end))) return [];
    return [
      candidate(start, end, field, Math.min(confidence, 0.9), 'model', end - start >= 2 && isPerson(field)),
    ];
  });
}

const isPerson = (field: DeidField): boolean => field === 'name' || field === 'contact' || field === 'doctor';
