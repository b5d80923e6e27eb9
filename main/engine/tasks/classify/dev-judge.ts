/** Judges logits of the dev texts of a run: scores during training, and the report with all that is fitted on dev. */
import type {
  ClassificationReport,
  ClassifiedDocument,
  TextSettings,
} from '../../../../shared/domain/classification.ts';
import { taskRow } from '../../../../shared/domain/tasks.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { Evaluation } from '../../train/task-run.ts';
import { dealFolds, FOLDS, textsHash } from '../folds.ts';
import { turns } from '../turns.ts';
import { crossEntropy } from './dev-loss.ts';
import { type Classification, evaluateClassifier, numberLabels, scoredBy } from './evaluate.ts';
import { type FitSettings, fitDecision, judgeDev } from './fitting.ts';
import { hitsAt, scoreLabels } from './metrics.ts';
import { rankingOf, requireQuestions } from './ranking.ts';
import type { ClassifierFileConfig } from './reader.ts';

export interface DevTexts {
  readonly settings: TextSettings;
  readonly dev: readonly ClassifiedDocument[];
  readonly devName: string;
}

/** Part of a config that is fitted on dev. */
type Fitted = Pick<ClassifierFileConfig, 'calibration' | 'thresholds' | 'abstention' | 'fittedOn'>;

export class DevJudge {
  readonly texts: readonly string[];
  readonly #input: DevTexts;
  readonly #labels: readonly string[];
  readonly #mode: 'single' | 'multiple';
  readonly #folds: readonly number[] | undefined;

  constructor(
    input: DevTexts,
    { labels, mode }: { readonly labels: readonly string[]; readonly mode: 'single' | 'multiple' },
  ) {
    this.#input = input;
    this.#labels = labels;
    this.#mode = mode;
    this.texts = input.dev.map(({ text }) => text);
    this.#folds = dealFolds(this.texts);
    if (taskRow(input.settings.task)?.graded === true) requireQuestions(input.devName, input.dev);
  }

  /**
   * @param rows logits [L] of each dev text
   * @param between called now and then; ends the work by throwing
   */
  async evaluation(rows: readonly Float32Array[], between?: () => void): Promise<Evaluation> {
    const { settings, dev } = this.#input;
    const { names, gold } = numberLabels(dev, this.#labels);
    // Uses the quick method; the better of both methods is chosen once, at the end.
    const method = settings.calibration === 'auto' ? 'scaling' : settings.calibration;
    const seen = { rows, gold, folds: this.#folds };
    const turn = turns(between);
    const { probabilities, predicted } = await judgeDev(seen, this.#fitSettings(), { method, turn });
    const outcomes = gold.map((own, text) => ({ gold: own, predicted: predicted[text]! }));
    const scored = outcomes.map(scoredBy(settings.task, names));
    const { accuracy, micro, macro } = scoreLabels(scored, names.length);
    const scores = { microF1: micro.f1, macroF1: macro.f1 };
    const ranking =
      taskRow(settings.task)?.graded === true ? rankingOf(dev, probabilities, this.#labels) : undefined;
    return {
      score: ranking?.mrr ?? scores[settings.select],
      metrics: {
        ...(ranking === undefined ? {} : { mrr: ranking.mrr, precisionAt1: ranking.precisionAt1 }),
        ...scores,
        accuracy,
        hit3: hitsAt(probabilities, gold)[3] ?? 0,
        loss: crossEntropy(rows, gold, this.#mode),
      },
    };
  }

  async report(classification: Classification): Promise<ClassificationReport> {
    const { settings, dev, devName } = this.#input;
    const { gold } = numberLabels(dev, this.#labels);
    const seen = { rows: classification.rows, gold, folds: this.#folds };
    const { decision, judgement } = await fitDecision(seen, this.#fitSettings());
    return evaluateClassifier(dev, classification, {
      task: settings.task,
      dataSet: devName,
      labels: this.#labels,
      decision,
      fittedHere: this.#folds === undefined,
      ...(this.#folds === undefined ? {} : { crossFitted: { ...judgement, folds: FOLDS } }),
    });
  }

  /** Returns what a report says of calibration, thresholds and abstention as a config holds it. */
  fitted({ calibration, thresholds, abstention }: ClassificationReport): Fitted {
    return {
      calibration,
      thresholds: thresholds === undefined ? [] : this.#labels.map((label) => thresholds[label]!),
      ...(abstention === undefined ? {} : { abstention }),
      fittedOn: textsHash(this.#input.dev),
    };
  }

  /** Returns a warning of dev labels that no training text has. */
  warnings(): Message[] {
    const known = new Set(this.#labels);
    const labels = this.#input.dev.flatMap((document) => document.labels);
    const unknown = [...new Set(labels.filter((label) => !known.has(label)))];
    if (unknown.length === 0) return [];
    const more = unknown.length > MAX_NAMED ? ', …' : '';
    const names = unknown.slice(0, MAX_NAMED).join(', ') + more;
    return [message('training.unknown-dev-labels', { labels: unknown.length, names })];
  }

  #fitSettings(): FitSettings {
    const { select, calibration, abstainPrecision } = this.#input.settings;
    return { mode: this.#mode, labels: this.#labels.length, select, calibration, abstainPrecision };
  }
}

const MAX_NAMED = 10;
