/** Child process of any kind, and the messages it exchanges with its parent. */
import type { Reply } from '../../shared/result.ts';

export type ToChild =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly input: unknown }
  /** Aborts the signal of a request, which still gets its reply. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** Confirms a part. */
  | { readonly kind: 'received'; readonly id: number };

export type FromChild =
  /** Sent before the reply. */
  | { readonly kind: 'event'; readonly id: number; readonly event: unknown }
  /** Event whose arrival is confirmed, so that large answers travel in parts. */
  | { readonly kind: 'part'; readonly id: number; readonly event: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply<unknown> };

export interface ChildProcess {
  readonly pid: number | undefined;
  send(message: ToChild): void;
  onMessage(listener: (message: FromChild) => void): void;
  /** Calls back with the exit code, or null after a signal. */
  onExit(listener: (code: number | null) => void): void;
  /** Ends the process at once. */
  kill(): void;
}

export type Spawn = () => ChildProcess;

/** Input, output and events of one method. */
interface MethodTypes {
  input: unknown;
  output: unknown;
  event?: unknown;
}
export type Methods<M> = { [K in keyof M]: MethodTypes };
export type EventOf<T extends MethodTypes> = T extends { event: infer E } ? E : never;
