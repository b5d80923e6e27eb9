/**
 * Self-training of a tagger (Yarowsky 1995): taggers of all folds of the labelled texts but one mark sentences without
 * labels, by a threshold chosen on the folds held out; the run's own networks learn from both. Or a saved tagger marks
 * them, by a threshold chosen on dev: an ensemble is distilled into one network. Each tagger has its files in the run's
 * storage, and so have the marked sentences, so that a resumed run goes on bit for bit.
 */
import { z } from 'zod';
import { invariant } from '../../../shared/assert.ts';
import { trainedNetworks } from '../../../shared/domain/ensemble-settings.ts';
import { isNestedTagger } from '../../../shared/domain/networks.ts';
import { LabelledDocument } from '../../../shared/domain/training.ts';
import { LABELLED_COPIES, studentEpochs, TEACHERS } from '../../../shared/domain/unlabelled-settings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { memberSettings } from '../../../shared/run-settings.ts';
import { comparableText } from '../../text/folding.ts';
import { membersOf } from '../io/ensemble-files.ts';
import type { ModelFiles } from '../io/model-files.ts';
import { withFallback } from '../runtime/fallback.ts';
import type { Executor } from '../runtime/program.ts';
import { dealFolds, FOLDS } from '../tasks/folds.ts';
import type { PredictedEntity } from '../tasks/ner/decode.ts';
import { NerPredictor } from '../tasks/ner/predictor.ts';
import { chooseThreshold, isSure, LEAST_PROBABLE, piecesOf, sureEntities } from '../tasks/ner/silver.ts';
import { spanProbabilities } from '../tasks/ner/span-probabilities.ts';
import { voteSpans } from '../tasks/ner/vote.ts';
import { type Place, placed, storageOf, type Trainer, trainMember, WEIGHTS } from './ensemble-run.ts';
import type { NerTrainInput, RunEvent, RunInput, RunResult } from './run-types.ts';

type Unlabelled = NerTrainInput & { readonly unlabelled: readonly string[] };

/** Returns whether a run learns from texts without labels too. */
export const isSelfTraining = (input: RunInput): input is Unlabelled =>
  input.settings.task === 'ner' && 'unlabelled' in input && input.unlabelled !== undefined;

/** Marked sentences as they are kept in the storage. */
const Silver = z.object({
  threshold: z.number(),
  /** Sentences without labels, marked or not. */
  sentences: z.number(),
  marked: z.array(LabelledDocument),
});
type Silver = z.infer<typeof Silver>;
/** Name of the marked sentences in a run's storage. */
export const SILVER = 'silver';

/** Goes on with the first tagger that is not finished. @throws AppError when there are too few labelled texts */
export async function* selfTrainingRun(
  input: Unlabelled,
  signal: AbortSignal,
  trainer: Trainer,
): AsyncGenerator<RunEvent, RunResult> {
  invariant(TEACHERS === FOLDS, 'a tagger of each fold');
  const { unlabelled: texts, teacher, ...run } = input;
  const { unlabelled: _, teacher: _name, ...settings } = input.settings;
  const folds = teacher === undefined ? foldsOf(input.train) : undefined;
  const networks = trainedNetworks(input.settings);
  let place: Place = { steps: 0, epochs: 0, seconds: 0, networks, after: networks - 1 };
  const teachers = teacher === undefined ? [] : membersOf(teacher);
  for (let fold = 0; folds !== undefined && fold < FOLDS; fold++) {
    const own: NerTrainInput = {
      ...run,
      settings: teacherSettings(settings, fold),
      train: input.train.filter((_document, number) => folds[number] !== fold),
      storage: storageOf(input.storage, fold),
    };
    const trained = yield* trainMember(own, place, { ...trainer, signal });
    if ('paused' in trained) return { kind: 'paused', step: place.steps + trained.paused };
    const { config, vocabulary, steps, seconds } = trained;
    teachers.push({ config, vocabulary, weights: [own.storage.read(WEIGHTS)!] });
    place = {
      steps: place.steps + steps,
      epochs: place.epochs + settings.epochs,
      seconds: place.seconds + seconds,
      networks,
      after: place.after - 1,
    };
  }
  const silver = await silverOf(input, { teachers, folds, texts }, signal);
  if (silver === undefined) return { kind: 'paused', step: place.steps };
  const { marked } = silver;
  const epochs = studentEpochs(settings.epochs, input.train.length, marked.length);
  const student: NerTrainInput = {
    ...run,
    settings: { ...settings, epochs },
    train: [...Array.from({ length: LABELLED_COPIES }, () => input.train).flat(), ...marked],
    storage: storageOf(input.storage, FOLDS),
  };
  return yield* lastOne(trainer.trainOne(student, signal), place, warningOf(silver));
}

/** @throws AppError when there are too few texts */
function foldsOf(train: NerTrainInput['train']): readonly number[] {
  const folds = dealFolds(train.map(({ text }) => text));
  if (folds !== undefined) return folds;
  throw new AppError('bad-input', 'experiments.too-few-groups', { groups: train.length, folds: FOLDS });
}

function teacherSettings(settings: NerTrainInput['settings'], fold: number): NerTrainInput['settings'] {
  const [first] = memberSettings(settings);
  invariant(first?.task === 'ner', 'taggers have settings of taggers');
  return { ...first, seed: settings.seed + fold };
}

const warningOf = ({ threshold, sentences, marked }: Silver): Message =>
  message('training.silver', { marked: marked.length, sentences, threshold });

/** Passes on what the last tagger does, at its place in the run. */
async function* lastOne(
  steps: AsyncGenerator<RunEvent, RunResult>,
  place: Place,
  warning: Message,
): AsyncGenerator<RunEvent, RunResult> {
  let total = 0;
  for (;;) {
    const step = await steps.next();
    if (step.done === true) {
      const { value } = step;
      if (value.kind === 'paused') return { ...value, step: place.steps + value.step };
      const { score, step: best, epoch } = value.best;
      return { ...value, best: { score, step: place.steps + best, epoch: place.epochs + epoch } };
    }
    let event = step.value;
    if (event.kind === 'started') {
      if (total === 0) event = { ...event, warnings: [warning, ...event.warnings] };
      total = event.totalSteps;
    }
    // An ensemble's events tell the steps of all its networks, so that none stand after them.
    yield placed(event, { ...place, networks: 1, after: 0 }, total);
  }
}

interface Marking {
  readonly teachers: readonly ModelFiles[];
  /** Fold of each labelled document, which its teacher has not seen; absent: the teachers have seen all but dev. */
  readonly folds: readonly number[] | undefined;
  readonly texts: readonly string[];
}

/** Marks sentences, or returns those marked before; `undefined` when the signal is aborted. */
async function silverOf(
  input: Unlabelled,
  marking: Marking,
  signal: AbortSignal,
): Promise<Silver | undefined> {
  const kept = input.storage.read(SILVER);
  if (kept !== undefined) return Silver.parse(JSON.parse(new TextDecoder().decode(kept)));
  const between = async (): Promise<void> => {
    if (signal.aborted) throw new AppError('cancelled', 'models.evaluation-stopped');
  };
  try {
    const { value } = await withFallback(
      input.executor,
      (executor) => mark(input, marking, { executor, between }).finally(() => executor.dispose()),
      { threads: input.settings.threads },
    );
    input.storage.write(SILVER, [new TextEncoder().encode(JSON.stringify(value))]);
    return value;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') return undefined;
    throw error;
  }
}

async function mark(
  { train, dev, settings }: NerTrainInput,
  { teachers, folds, texts }: Marking,
  { executor, between }: { readonly executor: Executor; readonly between: () => Promise<void> },
): Promise<Silver> {
  const nested = isNestedTagger(settings.network);
  const vote = (found: readonly (readonly PredictedEntity[])[]): PredictedEntity[] =>
    voteSpans(found, { weights: found.map(() => 1 / found.length), threshold: LEAST_PROBABLE, nested });
  const sentences = newSentences(texts, [...train, ...dev]);
  const types = new Set(train.flatMap(({ entities }) => entities.map(({ type }) => type)));
  const known = (spans: readonly PredictedEntity[][]): PredictedEntity[][] =>
    spans.map((one) => one.filter(({ type }) => types.has(type)));
  const heldOut: { gold: LabelledDocument['entities']; spans: readonly PredictedEntity[] }[] = [];
  const found: PredictedEntity[][][] = [];
  const devPieces = folds === undefined ? dev.flatMap(piecesOf) : [];
  const foundOnDev: PredictedEntity[][][] = [];
  for (const [fold, files] of teachers.entries()) {
    const predictor = await NerPredictor.open(executor, files, { decode: spanProbabilities });
    try {
      const spansOf = async (pieces: readonly { readonly text: string }[]) =>
        known(
          await predictor.predict(
            pieces.map(({ text }) => text),
            { between },
          ),
        );
      const own = train.filter((_, number) => folds?.[number] === fold).flatMap(piecesOf);
      const spans = await spansOf(own);
      for (const [number, { entities }] of own.entries())
        heldOut.push({ gold: entities, spans: vote([spans[number]!]) });
      foundOnDev.push(await spansOf(devPieces));
      found.push(await spansOf(sentences));
    } finally {
      await predictor.dispose();
    }
  }
  for (const [number, { entities }] of devPieces.entries())
    heldOut.push({ gold: entities, spans: vote(foundOnDev.map((one) => one[number]!)) });
  const threshold = chooseThreshold(heldOut);
  const marked = sentences.flatMap(({ id, text }, number) => {
    const spans = vote(found.map((one) => one[number]!));
    return isSure(spans, threshold) ? [{ id, text, entities: sureEntities(spans, threshold) }] : [];
  });
  return { threshold, sentences: sentences.length, marked };
}

/** Returns the sentences of texts, each once and none that is a labelled text or part of one. */
function newSentences(
  texts: readonly string[],
  labelled: readonly LabelledDocument[],
): { readonly id: string; readonly text: string }[] {
  const known = new Set(
    labelled.flatMap((document) => [document, ...piecesOf(document)].map(({ text }) => comparableText(text))),
  );
  return texts
    .flatMap((text, number) => piecesOf({ id: `silver ${number + 1}`, text, entities: [] }))
    .filter(({ text }) => {
      const key = comparableText(text);
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
}
