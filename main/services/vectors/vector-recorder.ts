/** Records the events of a vector training: in the database about once a second, to windows at once. */
import { assertNever } from '../../../shared/assert.ts';
import type { EmbeddingProgress } from '../../../shared/domain/embeddings.ts';
import type { VectorPoint, VectorProgress, VectorTraining } from '../../../shared/domain/vectors.ts';
import { transactionWithoutSync } from '../../db/repositories/bulk-transactions.ts';
import { recordProgress } from '../../db/repositories/vector-trainings.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { VectorTrainEvent } from './process/protocol.ts';

const WRITE_EVERY_MS = 1000;
const MOST_POINTS = 240;

export class VectorRecorder {
  readonly #session: Session;
  #training: VectorTraining;
  #writtenAt = performance.now();

  constructor(session: Session, training: VectorTraining) {
    this.#session = session;
    this.#training = { ...training, state: 'running' };
  }

  take(event: VectorTrainEvent): void {
    const before = this.#training;
    const progress = progressAfter(before.progress, event);
    const points = pointsAfter(before, event);
    this.#training = { ...before, ...(progress === undefined ? {} : { progress }), points };
    this.#session.emit('vectors.training', this.#training);
    if (event.kind === 'checkpoint' || performance.now() - this.#writtenAt >= WRITE_EVERY_MS) this.write();
  }

  write(): void {
    const db = dbOf(this.#session);
    this.#writtenAt = performance.now();
    transactionWithoutSync(db, () => recordProgress(db, this.#training.id, this.#training));
  }
}

function progressAfter(
  before: VectorProgress | undefined,
  event: VectorTrainEvent,
): VectorProgress | undefined {
  switch (event.kind) {
    case 'collecting':
      return { stage: 'collecting', texts: event.texts };
    case 'collected':
      return { ...before, stage: 'reading' };
    case 'reading':
      return { stage: 'reading', texts: event.texts, tokens: event.tokens };
    case 'counting':
      return { ...before, stage: 'counting', share: event.share };
    case 'started': {
      const { vocabulary, tokensRead, threads } = event;
      return { stage: 'training', vocabulary, tokens: tokensRead, threads };
    }
    case 'progress':
      return { ...before, stage: 'training', training: event.progress };
    case 'checkpoint':
      return before;
    default:
      return assertNever(event);
  }
}

/** Returns the curve after an event. A resumed training drops the points after its checkpoint. */
function pointsAfter({ points, settings }: VectorTraining, event: VectorTrainEvent): VectorPoint[] {
  if (event.kind === 'started') {
    const from = (settings.epochs * event.resumedAt) / Math.max(1, event.total);
    return points.filter(({ epoch }) => epoch <= from);
  }
  const point = event.kind === 'progress' ? pointOf(event.progress, settings.epochs) : undefined;
  return point === undefined ? points : thinned([...points, point]);
}

const pointOf = ({ done, total, loss, rate }: EmbeddingProgress, epochs: number): VectorPoint | undefined =>
  loss === undefined ? undefined : { epoch: (epochs * done) / total, loss, rate };

/** Halves the number of points by averaging neighbours. */
function thinned(points: VectorPoint[]): VectorPoint[] {
  if (points.length <= MOST_POINTS) return points;
  return Array.from({ length: Math.ceil(points.length / 2) }, (_, i) => {
    const [one, two] = [points[2 * i]!, points[2 * i + 1] ?? points[2 * i]!];
    const middle = (key: keyof VectorPoint) => (one[key] + two[key]) / 2;
    return { epoch: middle('epoch'), loss: middle('loss'), rate: middle('rate') };
  });
}
