/**
 * Connects the windows of this program with the workspace in use: the one of this machine, or a server's. Windows open
 * no connection themselves, so nothing of their network is loosened for it.
 */
import type { EventName, Handlers } from '../../shared/contract/index.ts';
import type { ServersStatus } from '../../shared/domain/server.ts';
import { AppError, type Reply, toErrorData } from '../../shared/result.ts';
import type { App } from '../ipc/app.ts';
import type { Listener } from '../ipc/client.ts';
import { route } from '../ipc/router.ts';
import { readPolicy } from '../workspace/policy.ts';
import type { Answering } from './frames.ts';
import { type DecidedServer, KnownServers } from './known-servers.ts';
import { askCertificate, serverOrigin } from './pinned-connection.ts';
import { RemoteServer } from './remote-server.ts';

/** Events that windows get from this machine whatever workspace they show. */
const OWN_EVENTS: ReadonlySet<EventName> = new Set<EventName>(['app.filesGiven']);
const OWN_METHOD = 'app.givenFile';

type Part = Pick<Handlers, Extract<keyof Handlers, `servers.${string}`>>;

export class Switchboard {
  readonly #app: Pick<App, 'invoke' | 'listen'>;
  readonly #known: KnownServers;
  readonly #listeners = new Set<Listener>();
  readonly #handlers: Part;
  #remote: RemoteServer | undefined;
  /** One connection is made or ended after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param policyFiles files of the administrator's policy; those of the system unless given */
  constructor(app: Pick<App, 'invoke' | 'listen'>, configDir: string, policyFiles?: readonly string[]) {
    this.#app = app;
    this.#known = new KnownServers(configDir, decidedServer(policyFiles));
    this.#handlers = {
      'servers.status': () => this.#status(),
      'servers.check': async ({ address: typed }) => {
        const address = serverOrigin(typed);
        const fingerprint = await askCertificate(address);
        return { address, fingerprint, known: this.#known.find(address)?.fingerprint ?? null };
      },
      'servers.connect': ({ address, fingerprint }) =>
        this.#inTurn(() => this.#connect(serverOrigin(address), fingerprint)),
      'servers.disconnect': () => this.#inTurn(() => this.#use(undefined)),
      'servers.forget': ({ address }) => {
        this.#known.forget(serverOrigin(address));
        return this.#told();
      },
    };
  }

  /**
   * Returns the end of one window, for as long as the window shows the workspace in use now: after a change every other
   * request is refused, since the window's content belongs to the other workspace. A window that is loaded anew needs
   * an end of its own.
   */
  window(): Answering {
    const remote = this.#remote;
    const target: Answering = remote ?? this.#app;
    return {
      invoke: (method, input) => {
        if (typeof method === 'string' && Object.hasOwn(this.#handlers, method))
          return this.#own(method, input);
        if (remote !== this.#remote) return Promise.resolve(ofOtherWorkspace());
        return (method === OWN_METHOD ? this.#app : target).invoke(method, input);
      },
      listen: (listener) => {
        const stops = [target.listen(listener)];
        if (remote !== undefined)
          stops.push(this.#app.listen((event, data) => OWN_EVENTS.has(event) && listener(event, data)));
        this.#listeners.add(listener);
        return () => {
          this.#listeners.delete(listener);
          for (const stop of stops) stop();
        };
      },
    };
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => this.#remote?.close());
  }

  /** Answers a request about servers; the handlers of the rest of the contract are never reached. */
  #own(method: string, input: unknown): Promise<Reply<unknown>> {
    // safe: only the methods of this part are routed here
    return route(this.#handlers as Handlers, method, input, { checkOutput: false });
  }

  async #connect(address: string, fingerprint: string): Promise<ServersStatus> {
    const decided = this.#known.list().find((server) => server.decided && server.address === address);
    if (decided !== undefined && decided.fingerprint !== fingerprint)
      throw new AppError('forbidden', 'servers.decided-certificate', { address });
    const remote = await RemoteServer.open({ address, fingerprint }, () => {
      if (this.#remote?.address === address) this.#told();
    });
    this.#known.keep(address, fingerprint);
    return this.#use(remote);
  }

  async #use(remote: RemoteServer | undefined): Promise<ServersStatus> {
    const before = this.#remote;
    this.#remote = remote;
    const status = this.#told();
    await before?.close();
    return status;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #status(): ServersStatus {
    const remote = this.#remote;
    const current = remote === undefined ? null : { address: remote.address, state: remote.state };
    return { able: true, current, known: this.#known.list() };
  }

  #told(): ServersStatus {
    const status = this.#status();
    for (const listener of [...this.#listeners]) listener('servers.changed', status);
    return status;
  }
}

/** Returns the server of the policy. A broken policy is told when the workspace is opened, which it prevents. */
function decidedServer(files: readonly string[] | undefined): DecidedServer | undefined {
  try {
    const { server } = readPolicy(files);
    return server && { ...server, address: serverOrigin(server.address) };
  } catch (error) {
    console.error('policy:', error);
    return undefined;
  }
}

const ofOtherWorkspace = (): Reply<never> => ({
  ok: false,
  error: toErrorData(
    new AppError('locked', 'servers.window-of-other', {}, { kept: 'kept.screen', hint: 'hint.reload' }),
  ),
});
