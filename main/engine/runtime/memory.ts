/** Estimates whether a training step fits into main memory, and which batch would. */
import { type Message, message } from '../../../shared/messages/message.ts';
import { OutOfMemoryError, runtimeError } from './errors.ts';
import type { MemoryEstimate, TrainingStep } from './program.ts';

export interface BatchShape {
  /** Sequences of a batch. */
  readonly batch: number;
  /** Tokens of a sequence. */
  readonly length: number;
  /** Batches an update. */
  readonly accumulation: number;
}

/**
 * Memory of a step as a multiple of the estimated activations: measured 1.2 to 1.4 without and 1.5 to 1.7 with memory
 * kept between runs.
 */
const LEAST = 1.2;
const COMFORTABLE = 1.7;
/** Share of free memory that a step may take. */
const SHARE = 0.8;
const MEGABYTE = 1e6;

const fixedBytes = ({ parameters, gradients, moments }: MemoryEstimate): number =>
  parameters + gradients + moments;

export interface Room {
  /** Bytes that this process may still take. */
  readonly free: number;
  /** Bytes that it has taken. */
  readonly resident: number;
}

const roomHere = (): Room => ({ free: process.availableMemory(), resident: process.memoryUsage.rss() });

/**
 * Returns the least bytes that a step takes beyond `resident`, which may include parameters and moments; `undefined`
 * where activations are unknown or in GPU memory.
 */
export const leastBytes = (memory: MemoryEstimate, resident: number): number | undefined =>
  memory.activations === null || memory.onDevice === true
    ? undefined
    : Math.max(0, fixedBytes(memory) - resident) + LEAST * memory.activations;

/**
 * Returns the largest batch that fits with equally many sequences per update, otherwise the longest single sequences;
 * `undefined` when the model itself is too large. Attention grows faster than the length, so that the length returned is
 * conservative.
 */
export function fittingShape(
  memory: MemoryEstimate,
  { batch, length, accumulation }: BatchShape,
  { free, resident }: Room,
): BatchShape | undefined {
  if (memory.activations === null) return undefined;
  const room = SHARE * (free + resident) - fixedBytes(memory);
  const sequence = (COMFORTABLE * memory.activations) / batch;
  const fits = Math.min(batch, Math.floor(room / sequence));
  if (fits >= 1) return { batch: fits, length, accumulation: Math.ceil((batch * accumulation) / fits) };
  const shorter = Math.floor((length * room) / sequence);
  return shorter >= 1 ? { batch: 1, length: shorter, accumulation: batch * accumulation } : undefined;
}

/** Returns advice for a step that does not fit. */
function adviceFor(memory: MemoryEstimate, shape: BatchShape, room: Room): Message {
  const { batch, length, accumulation } = shape;
  if (memory.activations === null || memory.onDevice === true) return halved(shape);
  const fits = fittingShape(memory, shape, room);
  if (fits === undefined) return message('hint.model-too-large');
  if (fits.length < length)
    return message('hint.texts-fit', { length: fits.length, accumulation: fits.accumulation });
  if (fits.batch < batch)
    return message('hint.batch-fits', {
      fits: fits.batch,
      accumulation: fits.accumulation,
      batch,
      present: accumulation,
    });
  // fits by the estimate: another process took the memory
  return halved(shape);
}

function halved({ batch, length, accumulation }: BatchShape): Message {
  if (batch === 1) return message('hint.shorter-texts', { length });
  const half = Math.floor(batch / 2);
  const more = Math.ceil((batch * accumulation) / half);
  return message('hint.try-batch', { batch: half, accumulation: more });
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE)} MB`;

/**
 * Wraps a step so that its out-of-memory errors say what fits.
 * @throws OutOfMemoryError at once when it cannot fit, since some systems end a process that exceeds memory
 */
export function withinMemory(
  step: TrainingStep,
  shape: BatchShape,
  room: () => Room = roomHere,
): TrainingStep {
  const { memory } = step;
  const what = `a training step of batch ${shape.batch} with ${shape.length} tokens`;
  const { free, resident } = room();
  const least = leastBytes(memory, resident);
  if (least !== undefined && least > free) {
    throw new OutOfMemoryError(`${what} needs ${megabytes(least)}, ${megabytes(free)} are free`, {
      hint: adviceFor(memory, shape, { free, resident }),
    });
  }
  return {
    memory,
    accumulate: async (feeds, weight) => {
      try {
        return await step.accumulate(feeds, weight);
      } catch (thrown) {
        const error = runtimeError('a training step', thrown);
        if (!(error instanceof OutOfMemoryError)) throw error;
        throw new OutOfMemoryError(what, { hint: adviceFor(memory, shape, room()), cause: error });
      }
    },
    dispose: () => step.dispose(),
  };
}
