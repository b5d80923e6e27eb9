/** A child process under the test's control. */
import type { ChildProcess, FromChild, ToChild } from '../../main/processes/child-process.ts';

type Request = Extract<ToChild, { kind: 'request' }>;

export class FakeChild implements ChildProcess {
  readonly sent: ToChild[] = [];
  readonly pid: number;
  killed = false;
  onRequest: (request: Request) => void = () => undefined;
  #message: (message: FromChild) => void = () => undefined;
  readonly #exit: ((code: number | null) => void)[] = [];

  constructor(pid: number) {
    this.pid = pid;
  }
  send(message: ToChild): void {
    this.sent.push(message);
    if (message.kind === 'request') this.onRequest(message);
  }
  onMessage(listener: (message: FromChild) => void): void {
    this.#message = listener;
  }
  onExit(listener: (code: number | null) => void): void {
    this.#exit.push(listener);
  }
  kill(): void {
    this.killed = true;
    this.crash();
  }
  crash(): void {
    for (const listener of this.#exit) listener(null);
  }
  say(message: FromChild): void {
    this.#message(message);
  }
  reply(id: number, value: unknown): void {
    this.say({ kind: 'reply', id, reply: { ok: true, value } });
  }
  /** Requests in order of arrival. */
  get requests(): Request[] {
    return this.sent.filter((message) => message.kind === 'request');
  }
}
