/** One session with the app: all windows of this program, or those of one browser on the network. */
import type { EventName } from '../../shared/contract/index.ts';
import type { Reply } from '../../shared/result.ts';
import type { SignIn, SignInOptions } from '../services/accounts/sign-in.ts';

export type Listener = (event: EventName, data: unknown) => void;
type Route = (client: Client, method: unknown, input: unknown) => Promise<Reply<unknown>>;

export class Client {
  readonly options: SignInOptions;
  /** Sign-in of this client; `undefined` until the workspace is open. */
  signIn: SignIn | undefined;
  readonly #route: Route;
  readonly #listeners = new Set<Listener>();

  constructor(route: Route, options: SignInOptions) {
    this.#route = route;
    this.options = options;
  }

  /** Answers one request; rejects only when the workspace's database cannot be asked who is signed in. */
  invoke(method: unknown, input: unknown): Promise<Reply<unknown>> {
    return this.#route(this, method, input);
  }

  /** Events for one window; returns how to stop listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(event: EventName, data: unknown): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, data);
      } catch (error) {
        console.error(`${event}:`, error); // one window's trouble reaches neither the others nor the service
      }
    }
  }
}
