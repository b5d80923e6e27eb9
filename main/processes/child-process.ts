/** A started process of ours, whatever kind of process it is: it takes messages of one type and sends another. */
export interface ChildOf<To, From> {
  readonly pid: number | undefined;
  send(message: To): void;
  onMessage(listener: (message: From) => void): void;
  /** The exit code; null when a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  /** Ends it at once. */
  kill(): void;
}
