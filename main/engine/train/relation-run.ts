/** A run of relations: a classifier of the pairs of mentions of its documents. */
import { message } from '../../../shared/messages/message.ts';
import type { ModelFileConfig } from '../io/model-files.ts';
import { inDocuments, pairRules, pairSet, sampleNegatives } from '../tasks/relation/pairs.ts';
import type { ClassifyTrainInput, RelationTrainInput, RunEvent, RunInput, RunResult } from './run-types.ts';

/** @param trainOne trains the classifier, as a run of its own */
export async function* relationRun(
  input: RelationTrainInput,
  trainOne: (input: ClassifyTrainInput) => AsyncGenerator<RunEvent, RunResult>,
): AsyncGenerator<RunEvent, RunResult> {
  const rules = pairRules(input.settings, input.train);
  const dev = pairSet(input.dev, rules);
  const train = sampleNegatives(pairSet(input.train, rules).examples, input.settings);
  const { unreachable, relations } = dev;
  const warnings =
    unreachable === 0 ? [] : [message('training.relations-unreachable', { unreachable, relations })];
  const steps = trainOne({ ...input, train, dev: dev.examples });
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done !== true) {
        const event = step.value;
        yield event.kind === 'started' ? { ...event, warnings: [...event.warnings, ...warnings] } : event;
        continue;
      }
      const result = step.value;
      if (result.kind === 'paused' || result.report.task !== 'relation') return result;
      const report = inDocuments(result.report, dev.examples);
      // safe: the config of a classifier, which holds the rules
      const config = { ...result.model.config, pairs: rules } as ModelFileConfig;
      return { ...result, report, model: { ...result.model, config } };
    }
  } finally {
    await steps.return({ kind: 'paused', step: 0 });
  }
}

export const isRelation = (input: RunInput): input is RelationTrainInput =>
  input.settings.task === 'relation';
