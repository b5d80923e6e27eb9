/** A line on standard error that the next one replaces: in place on a terminal, occasional lines elsewhere. */
import { note } from './command.ts';

const EVERY_MS = { terminal: 250, file: 5000 } as const;
const CLEAR_LINE = '\r\u001b[2K';

export class StatusLine {
  readonly #terminal = process.stderr.isTTY === true;
  #shown = 0;
  #inPlace = false;

  /** Shows a line that the next one replaces, unless one was shown just before. */
  show(text: string): void {
    const now = performance.now();
    if (now - this.#shown < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.#shown = now;
    if (!this.#terminal) return note(text);
    process.stderr.write(`${CLEAR_LINE}${text.slice(0, (process.stderr.columns ?? 120) - 1)}`);
    this.#inPlace = true;
  }

  /** Prints a line that stays. */
  keep(text: string): void {
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
