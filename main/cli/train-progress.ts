/** Shows a run on standard error: a line in place on a terminal, occasional lines elsewhere. */

import type { RunProgress } from '../../shared/domain/training.ts';
import type { RunEvent } from '../services/runs/runs.ts';
import { note } from './command.ts';
import { said } from './language.ts';

const EVERY_MS = { terminal: 250, file: 5000 } as const;
const CLEAR_LINE = '\r\u001b[2K';

export class TrainProgress {
  readonly #terminal = process.stderr.isTTY === true;
  #shown = 0;
  #inPlace = false;
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
        this.#line(
          `${event.executor}, ${event.parameters} parameters${event.learnt === undefined ? '' : ` (${event.learnt} learnt)`}, ${event.totalSteps} steps${event.resumedAt > 0 ? `, going on from step ${event.resumedAt}` : ''}`,
        );
        for (const warning of event.warnings) this.#line(`warning: ${said(warning)}`);
        break;
      case 'step':
        this.#progress(event.progress);
        break;
      case 'evaluated': {
        const { epoch, step, dev } = event.point;
        this.#devF1 = dev?.f1 ?? dev?.microF1;
        const scores = Object.entries(dev ?? {}).map(([name, value]) => `${name} ${value.toFixed(4)}`);
        const mark = event.best.step === step ? ' (best)' : ` (best ${event.best.score.toFixed(4)})`;
        this.#line(`epoch ${Number(epoch.toFixed(2))}/${this.#epochs}: dev ${scores.join(', ')}${mark}`);
        break;
      }
      case 'checkpoint':
        break;
    }
  }

  #progress(progress: RunProgress): void {
    const now = performance.now();
    if (now - this.#shown < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.#shown = now;
    const text = this.#words(progress);
    if (!this.#terminal) return note(text);
    process.stderr.write(`${CLEAR_LINE}${text.slice(0, (process.stderr.columns ?? 120) - 1)}`);
    this.#inPlace = true;
  }

  #words({ epoch, step, loss, tokensPerSecond, memoryBytes, etaSeconds }: RunProgress): string {
    return [
      `epoch ${epoch.toFixed(2)}/${this.#epochs}`,
      `step ${step}/${this.#totalSteps}`,
      ...(loss === undefined ? [] : [`loss ${loss.toFixed(4)}`]),
      ...(this.#devF1 === undefined ? [] : [`dev F1 ${this.#devF1.toFixed(4)}`]),
      `${Math.round(tokensPerSecond)} tokens/s`,
      `${Math.round(memoryBytes / 2 ** 20)} MB`,
      ...(etaSeconds === undefined ? [] : [`ETA ${duration(etaSeconds)}`]),
    ].join('  ');
  }

  #line(text: string): void {
    this.end();
    note(text);
  }

  /** Leaves the line in place. */
  end(): void {
    if (this.#inPlace) process.stderr.write(CLEAR_LINE);
    this.#inPlace = false;
  }
}

export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
