/** A run of term normalisation: a classifier of pairs of a text and a candidate, and the evidence fitted on dev. */
import { PairSettings } from '../../../shared/domain/pairs.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { isPairFile } from '../io/model-files.ts';
import { withFallback } from '../runtime/fallback.ts';
import { TermFinder } from '../tasks/normalise/candidates.ts';
import { pairExamples, rulesOf, termsOf } from '../tasks/normalise/examples.ts';
import { fitNormaliser } from '../tasks/normalise/fit.ts';
import { turns } from '../tasks/turns.ts';
import type {
  ClassifyTrainInput,
  NormalisationTrainInput,
  RunEvent,
  RunInput,
  RunResult,
} from './run-types.ts';

/** @param trainOne trains the classifier of pairs, as a run of its own */
export async function* normalisationRun(
  input: NormalisationTrainInput,
  trainOne: (input: ClassifyTrainInput) => AsyncGenerator<RunEvent, RunResult>,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunResult> {
  const { settings } = input;
  const terms = termsOf(input.train, input.terms);
  const rules = rulesOf(settings, terms, input.train);
  const finder = new TermFinder(terms, rules);
  const turn = turns();
  const train = await pairExamples(input.train, finder, { areKnown: true, settings, turn });
  const dev = await pairExamples(input.dev, finder, { areKnown: false, settings, turn });
  for (const examples of [train, dev])
    if (new Set(examples.flatMap(({ labels }) => labels)).size < 2)
      throw new AppError('bad-input', 'training.no-candidates', {}, { hint: 'hint.check-terms' });
  const known = new Set(terms);
  const unknown = new Set(input.dev.flatMap(({ labels }) => labels.filter((term) => !known.has(term)))).size;
  const warnings = unknown === 0 ? [] : [message('training.terms-unknown', { unknown })];
  const pairSettings = PairSettings.parse({ ...settings, task: 'pair' });
  const steps = trainOne({ ...input, settings: pairSettings, train, dev });
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done !== true) {
        const event = step.value;
        yield event.kind === 'started' ? { ...event, warnings: [...event.warnings, ...warnings] } : event;
        continue;
      }
      const result = step.value;
      if (result.kind === 'paused') return result;
      const { config } = result.model;
      if (!isPairFile(config)) throw new AppError('internal', 'models.labels-no-texts');
      const pairs = { ...result.model, config };
      const between = () => signal.throwIfAborted();
      const { value } = await withFallback(
        input.executor,
        async (executor) => {
          const options = { executor, between: () => turn().then(between) };
          const made = await fitNormaliser(pairs, { terms, rules }, input, options);
          await executor.dispose();
          return made;
        },
        { threads: settings.threads },
      );
      const best = { ...result.best, score: value.report.micro.f1 };
      return { ...result, best, model: value.files, report: value.report };
    }
  } finally {
    await steps.return({ kind: 'paused', step: 0 });
  }
}

export const isNormalisation = (input: RunInput): input is NormalisationTrainInput =>
  input.settings.task === 'normalisation';
