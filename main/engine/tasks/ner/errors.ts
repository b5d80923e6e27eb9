/** Lists errors: each gold entity with the predicted one closest to it. */
import type { TypedSpan } from '../../../text/tagging.ts';
import { heaviestFirst, type Pair } from './matching.ts';
import { type NerOutcome, overlap } from './metrics.ts';

/**
 * `missed`: nothing predicted there; `spurious`: nothing gold there; `wrong-type`: right place; `wrong-boundary`:
 * right type, overlapping; `wrong-both`: overlapping, other type.
 */
type NerErrorKind = 'missed' | 'spurious' | 'wrong-type' | 'wrong-boundary' | 'wrong-both';

export interface NerError<Predicted extends TypedSpan = TypedSpan> {
  readonly kind: NerErrorKind;
  /** Index of the document. */
  readonly document: number;
  readonly gold?: TypedSpan;
  readonly predicted?: Predicted;
}

/** Stands for "no entity" in a confusion matrix. */
export const NONE = 'none';

export interface ConfusionMatrix {
  /** Types in order, `none` last. */
  readonly labels: readonly string[];
  /** [gold][predicted]; [none][none] is 0. */
  readonly counts: readonly (readonly number[])[];
}

interface Alignment<Predicted> {
  readonly pairs: readonly Pair<TypedSpan, Predicted>[];
  readonly missed: readonly TypedSpan[];
  readonly spurious: readonly Predicted[];
}

const samePlace = (a: TypedSpan, b: TypedSpan) => a.start === b.start && a.end === b.end;
const sameType = (a: TypedSpan, b: TypedSpan) => a.type === b.type;

/** Closest first: same place and type, same place, same type with the largest overlap, largest overlap. */
const STAGES: readonly ((gold: TypedSpan, predicted: TypedSpan) => number)[] = [
  (gold, predicted) => (samePlace(gold, predicted) && sameType(gold, predicted) ? 1 : 0),
  (gold, predicted) => (samePlace(gold, predicted) ? 1 : 0),
  (gold, predicted) => (sameType(gold, predicted) ? overlap(gold, predicted) : 0),
  overlap,
];

function align<Predicted extends TypedSpan>({
  gold,
  predicted,
}: NerOutcome<Predicted>): Alignment<Predicted> {
  const pairs: Pair<TypedSpan, Predicted>[] = [];
  let [missed, spurious] = [gold, predicted];
  for (const weight of STAGES) {
    const found = heaviestFirst(missed, spurious, weight);
    const [left, right] = [new Set(found.map((pair) => pair.left)), new Set(found.map((pair) => pair.right))];
    missed = missed.filter((span) => !left.has(span));
    spurious = spurious.filter((span) => !right.has(span));
    pairs.push(...found);
  }
  return { pairs, missed, spurious };
}

/** All errors, by document and place. */
export const listErrors = <Predicted extends TypedSpan>(
  outcomes: readonly NerOutcome<Predicted>[],
): NerError<Predicted>[] =>
  outcomes.flatMap((outcome, document) => {
    const { pairs, missed, spurious } = align(outcome);
    const errors: NerError<Predicted>[] = [
      ...pairs.flatMap(({ left: gold, right: predicted }) => {
        const kind = kindOf(gold, predicted);
        return kind === undefined ? [] : [{ kind, document, gold, predicted }];
      }),
      ...missed.map((gold): NerError<Predicted> => ({ kind: 'missed', document, gold })),
      ...spurious.map((predicted): NerError<Predicted> => ({ kind: 'spurious', document, predicted })),
    ];
    return errors.sort((a, b) => startOf(a) - startOf(b));
  });

function kindOf(gold: TypedSpan, predicted: TypedSpan): NerErrorKind | undefined {
  if (samePlace(gold, predicted)) return sameType(gold, predicted) ? undefined : 'wrong-type';
  return sameType(gold, predicted) ? 'wrong-boundary' : 'wrong-both';
}

const startOf = ({ gold, predicted }: NerError): number => (gold ?? predicted)?.start ?? 0;

/** Gold types against the types predicted for them; overlapping entities count as found. */
export function confusionMatrix(
  outcomes: readonly NerOutcome[],
  types: readonly string[] = [],
): ConfusionMatrix {
  const names = new Set(types);
  for (const { gold, predicted } of outcomes) for (const { type } of [...gold, ...predicted]) names.add(type);
  const labels = [...names, NONE];
  const counts = labels.map(() => new Array<number>(labels.length).fill(0));
  const none = labels.length - 1;
  const at = new Map([...names].map((type, index) => [type, index]));
  const indexOf = (span: TypedSpan | undefined) => (span === undefined ? none : at.get(span.type)!);
  const add = (gold: TypedSpan | undefined, predicted: TypedSpan | undefined) => {
    counts[indexOf(gold)]![indexOf(predicted)]!++;
  };
  for (const outcome of outcomes) {
    const { pairs, missed, spurious } = align(outcome);
    for (const { left, right } of pairs) add(left, right);
    for (const gold of missed) add(gold, undefined);
    for (const predicted of spurious) add(undefined, predicted);
  }
  return { labels, counts };
}
