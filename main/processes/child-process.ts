/** A child process, whatever kind of process it is, and the messages that it exchanges with its parent. */
import type { Reply } from '../../shared/result.ts';

export type ToChild =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly input: unknown }
  /** Aborts the signal of a request, which still gets its reply. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** Confirms a part. */
  | { readonly kind: 'received'; readonly id: number };

export type FromChild =
  /** Comes before the reply. */
  | { readonly kind: 'event'; readonly id: number; readonly event: unknown }
  /** An event whose arrival is confirmed, so that large answers travel piece by piece. */
  | { readonly kind: 'part'; readonly id: number; readonly event: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply<unknown> };

export interface ChildProcess {
  readonly pid: number | undefined;
  send(message: ToChild): void;
  onMessage(listener: (message: FromChild) => void): void;
  /** The exit code; null after a signal. */
  onExit(listener: (code: number | null) => void): void;
  /** Ends it at once. */
  kill(): void;
}

export type Spawn = () => ChildProcess;

/** What one method of a child takes, returns, and reports before it returns. */
export interface MethodTypes {
  input: unknown;
  output: unknown;
  event?: unknown;
}
export type Methods<M> = { [K in keyof M]: MethodTypes };
export type EventOf<T extends MethodTypes> = T extends { event: infer E } ? E : never;
