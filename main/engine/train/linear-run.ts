/**
 * The run of a linear classifier: steps of its solvers, one evaluation at the end, checkpoints between steps. Its state
 * is in the solver's tensors and the number of steps done, so that a resumed run is equal bit for bit to an
 * uninterrupted one.
 */
import type { ClassificationReport } from '../../../shared/domain/classification.ts';
import type { RunPoint } from '../../../shared/domain/training.ts';
import { withLexicon } from '../../text/lexicon.ts';
import type { ModelFiles } from '../io/model-files.ts';
import { formatNgrams } from '../linear/vocabulary-file.ts';
import { linearToFile, rounded } from '../linear/weights.ts';
import type { ParameterSpec, Values } from '../runtime/program.ts';
import { DevJudge } from '../tasks/classify/dev-judge.ts';
import type { Classification } from '../tasks/classify/evaluate.ts';
import { LinearClassifier } from '../tasks/classify/linear-classifier.ts';
import { type LinearSetup, setUpLinear } from '../tasks/classify/linear-setup.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { Clock } from './clock.ts';
import { HEALTHY } from './health.ts';
import type { ClassifyTrainInput, RunEvent, RunResult } from './run-types.ts';
import type { Evaluation } from './task-run.ts';

const CHECKPOINT = 'checkpoint';
/** Linear classifiers are computed by plain code on the processor. */
const EXECUTOR = 'cpu';

/** @param fingerprint of the settings and data, which a checkpoint must match */
export async function* linearRun(
  input: ClassifyTrainInput,
  fingerprint: string,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunResult> {
  const { settings, storage } = input;
  const setup = setUpLinear(settings, input.train, input.lexicon);
  const judge = new DevJudge(input, setup.config);
  const progress = new Steps(setup);
  const saved = storage.read(CHECKPOINT);
  const before = saved === undefined ? undefined : decodeCheckpoint(saved, fingerprint);
  if (before !== undefined) progress.restore(before.parameters, before.state.step);
  const clock = new Clock(before?.state.seconds ?? 0);
  let savedAt = performance.now();
  const checkpoint = (): RunEvent => {
    const state = { step: progress.step, evaluated: 0, health: HEALTHY, seconds: clock.seconds() };
    const optimizer = { step: progress.step, first: {}, second: {} };
    const content = { state, fingerprint, parameters: progress.state(), optimizer, average: {} };
    storage.write(CHECKPOINT, encodeCheckpoint(content, progress.specs()));
    savedAt = performance.now();
    return { kind: 'checkpoint', step: progress.step };
  };
  yield {
    kind: 'started',
    executor: EXECUTOR,
    parameters: progress.parameters,
    totalSteps: progress.total,
    resumedAt: progress.step,
    warnings: judge.warnings(),
  };
  while (!progress.isDone) {
    if (signal.aborted) {
      yield checkpoint();
      return { kind: 'paused', step: progress.step };
    }
    clock.begin();
    const loss = progress.next();
    yield stepEvent(progress, loss, clock, clock.rate(setup.entries));
    if (performance.now() - savedAt > settings.checkpointMinutes * 60_000) yield checkpoint();
  }
  const logits = await finalLogits(setup, judge);
  const evaluation = await evaluated(judge, logits.rows, signal);
  if (evaluation === 'stopped') {
    yield checkpoint();
    return { kind: 'paused', step: progress.step };
  }
  const { step } = progress;
  const best = { score: evaluation.score, step, epoch: 1 };
  const point = { step, epoch: 1, seconds: clock.seconds(), dev: { ...evaluation.metrics } };
  yield { kind: 'evaluated', point, best };
  const report = await judge.report(logits);
  return { kind: 'finished', reason: 'epochs', best, report, model: filesOf(setup, judge, report) };
}

function stepEvent({ step, total }: Steps, loss: number, clock: Clock, tokensPerSecond: number): RunEvent {
  const point: RunPoint = { step, epoch: step / total, seconds: clock.seconds(), loss, tokensPerSecond };
  const { epoch, seconds } = point;
  const etaSeconds = (total - step) * clock.secondsAnUpdate;
  const memoryBytes = process.memoryUsage().rss;
  const progress = {
    step,
    totalSteps: total,
    epoch,
    seconds,
    tokensPerSecond,
    etaSeconds,
    memoryBytes,
    loss,
  };
  return { kind: 'step', point, progress };
}

const weightsOf = ({ config, solver }: LinearSetup) =>
  rounded({ weight: solver.state.weight, labels: config.labels.length });

async function finalLogits(setup: LinearSetup, judge: DevJudge): Promise<Classification> {
  const start = performance.now();
  const classifier = new LinearClassifier(setup.config, setup.vectorizer, weightsOf(setup));
  const logits = await classifier.logitsOf(judge.texts);
  return { ...logits, seconds: (performance.now() - start) / 1000 };
}

async function evaluated(
  judge: DevJudge,
  rows: readonly Float32Array[],
  signal: AbortSignal,
): Promise<Evaluation | 'stopped'> {
  try {
    return await judge.evaluation(rows, () => signal.throwIfAborted());
  } catch (error) {
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

const filesOf = (setup: LinearSetup, judge: DevJudge, report: ClassificationReport): ModelFiles => ({
  config: { format: 1, task: report.task, family: 'linear', model: setup.config, ...judge.fitted(report) },
  vocabulary: vocabularyOf(setup),
  weights: linearToFile(weightsOf(setup)),
});

const vocabularyOf = ({ vectorizer, lexicon }: LinearSetup): string => {
  const ngrams = formatNgrams(vectorizer.vocabulary);
  return lexicon === undefined ? ngrams : withLexicon(ngrams, lexicon);
};

/** Steps of the solver; their tensors are named in checkpoints after `PREFIX`. */
class Steps {
  step = 0;
  readonly #solver: LinearSetup['solver'];

  constructor({ solver }: LinearSetup) {
    this.#solver = solver;
  }

  /** Steps at most; the solver may end before. */
  get total(): number {
    return this.#solver.steps;
  }

  get parameters(): number {
    return this.#solver.state.weight.length;
  }

  get isDone(): boolean {
    return this.step >= this.total;
  }

  /** Returns the loss. */
  next(): number {
    const { loss, done } = this.#solver.step(this.step++);
    if (done) this.step = this.total;
    return loss;
  }

  specs(): ParameterSpec[] {
    return this.#solver.specs.map((spec) => ({ ...spec, name: PREFIX + spec.name }));
  }

  state(): Values {
    return Object.fromEntries(
      Object.entries(this.#solver.state).map(([tensor, data]) => [PREFIX + tensor, data]),
    );
  }

  restore(values: Values, step: number): void {
    for (const [name, data] of Object.entries(this.state())) data.set(values[name]!);
    this.step = step;
  }
}

const PREFIX = 'own.';
