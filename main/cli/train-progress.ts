/** Shows a run on standard error. */

import type { RunProgress } from '../../shared/domain/training.ts';
import type { RunEvent } from '../services/runs/runs.ts';
import { said } from './language.ts';
import { duration, StatusLine } from './status-line.ts';

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
          `${event.executor}, ${event.parameters} parameters${event.learnt === undefined ? '' : ` (${event.learnt} learnt)`}, ${event.totalSteps} steps${event.resumedAt > 0 ? `, going on from step ${event.resumedAt}` : ''}`,
        );
        for (const warning of event.warnings) this.#status.keep(`warning: ${said(warning)}`);
        break;
      case 'step':
        this.#status.show(this.#words(event.progress));
        break;
      case 'evaluated': {
        const { epoch, step, dev } = event.point;
        this.#devF1 = dev?.f1 ?? dev?.microF1;
        const scores = Object.entries(dev ?? {}).map(([name, value]) => `${name} ${value.toFixed(4)}`);
        const mark = event.best.step === step ? ' (best)' : ` (best ${event.best.score.toFixed(4)})`;
        this.#status.keep(
          `epoch ${Number(epoch.toFixed(2))}/${this.#epochs}: dev ${scores.join(', ')}${mark}`,
        );
        break;
      }
      case 'checkpoint':
        break;
    }
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

  end(): void {
    this.#status.end();
  }
}
