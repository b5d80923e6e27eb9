/** Shows a run on standard error. */

import type { EmbeddingProgress, EmbeddingSettings } from '../../shared/domain/embeddings.ts';
import type { Cell, ExperimentDetail } from '../../shared/domain/experiment.ts';
import type { GraphEmbeddingSettings } from '../../shared/domain/graph-embeddings.ts';
import type { RunProgress } from '../../shared/domain/training.ts';
import { pipelineName, pipelinesOf, settingsOfCell } from '../../shared/experiment-cells.ts';
import { remainingSeconds } from '../../shared/experiment-table.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { RunEvent } from '../services/runs/runs.ts';
import type { GraphEvent } from '../services/vectors/train-graph-vectors.ts';
import type { EmbeddingEvent } from '../services/vectors/train-vectors.ts';
import { heading, keyName, note, valueName } from './command.ts';
import { said } from './language.ts';

export class TrainProgress {
  readonly #status = new StatusLine();
  #devF1: number | undefined;
  #totalSteps = 0;
  #epochs: number;

  constructor(epochs: number) {
    this.#epochs = epochs;
  }

  take(event: RunEvent): void {
    switch (event.kind) {
      case 'started':
        this.#totalSteps = event.totalSteps;
        this.#status.keep(
          message('cli.run-started', {
            executor: event.executor,
            parameters: event.parameters,
            learnt: event.learnt === undefined ? '' : message('cli.run-learnt', { learnt: event.learnt }),
            steps: event.totalSteps,
            resumed: event.resumedAt > 0 ? message('cli.run-resumed', { step: event.resumedAt }) : '',
          }),
        );
        for (const warning of event.warnings) this.#status.keep(message('cli.warning', { warning }));
        break;
      case 'step':
        this.#status.show(this.#words(event.progress));
        break;
      case 'evaluated': {
        const { epoch, step, dev } = event.point;
        this.#devF1 = dev?.f1 ?? dev?.microF1;
        const scores = Object.entries(dev ?? {}).map(
          ([name, value]) => `${keyName(name)} ${value.toFixed(4)}`,
        );
        const isBest = event.best.step === step;
        const best = isBest ? '' : ` ${event.best.score.toFixed(4)}`;
        const at = `${Number(epoch.toFixed(2))}/${this.#epochs}`;
        this.#status.keep(message('cli.epoch-scores', { at, scores: scores.join(', '), best }));
        break;
      }
      case 'checkpoint':
        break;
    }
  }

  #words({ epoch, step, loss, tokensPerSecond, memoryBytes, etaSeconds }: RunProgress): string {
    return [
      message('cli.at-epoch', { at: `${epoch.toFixed(2)}/${this.#epochs}` }),
      message('cli.at-step', { at: `${step}/${this.#totalSteps}` }),
      ...lossOf(loss),
      ...(this.#devF1 === undefined ? [] : [`${heading('dev F1')} ${this.#devF1.toFixed(4)}`]),
      message('cli.rate', { rate: Math.round(tokensPerSecond), unit: valueName('tokens') }),
      `${Math.round(memoryBytes / 2 ** 20)} MB`,
      ...timeLeft(etaSeconds),
    ]
      .map(said)
      .join('  ');
  }

  end(): void {
    this.#status.end();
  }
}

const EVERY_MS = { terminal: 250, file: 5000 } as const;
const CLEAR_LINE = '\r\u001b[2K';

class StatusLine {
  readonly #terminal = process.stderr.isTTY === true;
  #shown = 0;
  #inPlace = false;

  /** Shows a line that the next one replaces, unless one was shown just before. */
  show(line: string | Message): void {
    const now = performance.now();
    if (now - this.#shown < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.#shown = now;
    const text = said(line);
    if (!this.#terminal) return note(text);
    process.stderr.write(`${CLEAR_LINE}${text.slice(0, (process.stderr.columns ?? 120) - 1)}`);
    this.#inPlace = true;
  }

  /** Prints a line that stays. */
  keep(text: string | Message): void {
    this.end();
    note(text);
  }

  /** Leaves the line in place. */
  end(): void {
    if (this.#inPlace) process.stderr.write(CLEAR_LINE);
    this.#inPlace = false;
  }
}

function duration(total: number): Message {
  const whole = Math.round(total);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return message('cli.hours', { hours, minutes });
  return minutes > 0 ? message('cli.minutes', { minutes, seconds }) : message('cli.seconds', { seconds });
}

export class EmbedProgress {
  readonly #settings: EmbeddingSettings;
  readonly #status = new StatusLine();

  constructor(settings: EmbeddingSettings) {
    this.#settings = settings;
  }

  take(event: EmbeddingEvent): void {
    switch (event.kind) {
      case 'reading':
        return this.#status.show(message('cli.texts-read', { texts: event.texts, tokens: event.tokens }));
      case 'counting':
        return this.#status.show(message('cli.counting-pairs', { share: (100 * event.share).toFixed(0) }));
      case 'started': {
        const { vocabulary, tokensKept, tokensRead, threads, resumedAt, total } = event;
        const resumed =
          resumedAt > 0 ? message('cli.vectors-resumed', { share: percent(resumedAt, total) }) : '';
        return this.#status.keep(
          message('cli.vectors-started', { vocabulary, tokensKept, tokensRead, threads, resumed }),
        );
      }
      case 'progress':
        return this.#status.show(
          trainingWords(
            event.progress,
            this.#settings.epochs,
            this.#settings.method === 'glove' ? 'pairs' : 'tokens',
          ),
        );
      case 'checkpoint':
        return;
    }
  }

  end(): void {
    this.#status.end();
  }
}

function trainingWords(
  { epoch, done, total, rate, loss, secondsLeft }: EmbeddingProgress,
  epochs: number,
  unit: string,
): string {
  return [
    message('cli.at-epoch', { at: `${Math.min(epoch + 1, epochs)}/${epochs}` }),
    percent(done, total),
    ...lossOf(loss),
    message('cli.rate', { rate: Math.round(rate), unit: valueName(unit) }),
    ...timeLeft(secondsLeft),
  ]
    .map(said)
    .join('  ');
}

const lossOf = (loss: number | undefined): string[] =>
  loss === undefined ? [] : [`${keyName('loss')} ${loss.toFixed(4)}`];

const timeLeft = (seconds: number | undefined): Message[] =>
  seconds === undefined ? [] : [message('cli.time-left', { left: duration(seconds) })];

export class GraphProgress {
  readonly #epochs: number;
  readonly #status = new StatusLine();

  constructor({ epochs }: GraphEmbeddingSettings) {
    this.#epochs = epochs;
  }

  take(event: GraphEvent): void {
    switch (event.kind) {
      case 'started': {
        const { size, resumedAt, total, ...counts } = event;
        const resumed =
          resumedAt > 0 ? message('cli.vectors-resumed', { share: percent(resumedAt, total) }) : '';
        return this.#status.keep(message('cli.graph-started', { ...size, ...counts, resumed }));
      }
      case 'progress':
        return this.#status.show(trainingWords(event.progress, this.#epochs, 'triples'));
      case 'evaluated': {
        const { mrr, hits10 } = event.scores.both;
        const scores = `MRR ${mrr.toFixed(4)}, Hits@10 ${hits10.toFixed(4)}`;
        return this.#status.keep(`${event.epoch}/${this.#epochs}  ${scores}${event.best ? '  *' : ''}`);
      }
      case 'checkpoint':
        return;
    }
  }

  end(): void {
    this.#status.end();
  }
}

const percent = (done: number, total: number): string => `${((100 * done) / total).toFixed(1)} %`;

const ENDED: readonly Cell['state'][] = ['finished', 'failed', 'cancelled', 'interrupted'];

export class GridProgress {
  readonly #look: () => ExperimentDetail;
  readonly #told = new Set<number>();
  /** Most warnings are the same for every cell: each is said once. */
  readonly #warnings = new Set<string>();
  #run: number | undefined;
  #progress: TrainProgress | undefined;

  /** @param look gives the experiment as it is now */
  constructor(look: () => ExperimentDetail) {
    this.#look = look;
    for (const { number, state } of look().cells) if (state === 'finished') this.#told.add(number);
  }

  take(run: number, event: RunEvent): void {
    if (run !== this.#run) this.#begin(run);
    this.#progress?.take(event.kind === 'started' ? this.#withNewWarnings(event) : event);
  }

  #withNewWarnings<Started extends Extract<RunEvent, { kind: 'started' }>>(event: Started): Started {
    const warnings = event.warnings.filter((warning) => !this.#warnings.has(said(warning)));
    for (const warning of warnings) this.#warnings.add(said(warning));
    return { ...event, warnings };
  }

  #begin(run: number): void {
    this.end();
    const { cells, plan } = this.#look();
    const cell = cells.find(({ runId }) => runId === run);
    this.#run = run;
    if (cell === undefined) return;
    const left = remainingSeconds({ plan, cells });
    const name = `[${placeOf(cell, cells, plan)}] ${nameOf(plan, cell)}`;
    note(left === undefined ? name : message('cli.cell-left', { name, left: duration(left) }));
    this.#progress = new TrainProgress(settingsOfCell(plan, cell).epochs);
  }

  /** Tells of the cells that have ended since. */
  end(): void {
    this.#progress?.end();
    this.#progress = undefined;
    this.#run = undefined;
    const { cells, plan } = this.#look();
    for (const cell of cells) {
      if (!ENDED.includes(cell.state) || this.#told.has(cell.number)) continue;
      this.#told.add(cell.number);
      const { result, error } = cell;
      const how =
        result === undefined
          ? `${valueName(cell.state)}${error === undefined ? '' : `: ${said(error.message)}`}`
          : said(
              result.f1 === undefined
                ? message('cli.cell-perplexity', {
                    perplexity: result.perplexity?.toFixed(3) ?? '',
                    seconds: result.secondsPerEpoch.toFixed(1),
                  })
                : message('cli.cell-result', {
                    f1: result.f1.toFixed(4),
                    seconds: result.secondsPerEpoch.toFixed(1),
                  }),
            );
      note(`[${placeOf(cell, cells, plan)}] ${nameOf(plan, cell)}: ${how}`);
    }
  }
}

function nameOf(plan: ExperimentDetail['plan'], { pipeline, seed, fold }: Cell): string {
  const name = pipelineName(pipelinesOf(plan)[pipeline]!);
  const held = fold === undefined ? '' : message('cli.cell-fold', { fold: fold + 1 });
  return said(message('cli.cell-name', { name, seed, fold: held }));
}

/** Number of the cell among all; of a search, which trains some of them, stage and trial. */
const placeOf = (
  { number, stage, pipeline }: Cell,
  cells: readonly Cell[],
  { search }: ExperimentDetail['plan'],
): string =>
  search === undefined || stage === undefined
    ? `${number + 1}/${cells.length}`
    : `${stage + 1}/${search.epochs.length} #${pipeline + 1}`;
