/** A workspace on another machine, as its windows here ask it: the server's requests and events over one connection. */
import { events } from '../../shared/contract/index.ts';
import type { ServersStatus } from '../../shared/domain/server.ts';
import { AppError, fromErrorData, type Reply } from '../../shared/result.ts';
import { type Connection, createSocketBridge, type SocketBridge } from '../../shared/socket-bridge.ts';
import type { Listener } from '../ipc/client.ts';
import { appVersion } from '../resources.ts';
import type { Answering } from './frames.ts';
import { type PinnedServer, PinnedSocket } from './pinned-connection.ts';

type State = NonNullable<ServersStatus['current']>['state'];

/** Time that signing out may take before the connection is closed. */
const SIGN_OUT_MS = 2000;

export class RemoteServer implements Answering {
  readonly address: string;
  readonly #bridge: SocketBridge;
  readonly #first = Promise.withResolvers<void>();
  readonly #tell: () => void;
  #socket: PinnedSocket | undefined;
  #secret: string | null = null;
  #connection: Connection = 'connecting';

  /**
   * Connects. Throws `io` when nothing answers, `forbidden` for another certificate, `bad-request` for another version.
   * @param tell is told when the state changes
   */
  static async open(server: PinnedServer, tell: () => void): Promise<RemoteServer> {
    const remote = new RemoteServer(server, tell);
    try {
      await remote.#first.promise;
      await remote.#refuseOtherVersion();
      return remote;
    } catch (error) {
      remote.#bridge.close();
      throw error;
    }
  }

  private constructor(server: PinnedServer, tell: () => void) {
    this.address = server.address;
    this.#tell = tell;
    const open = (): PinnedSocket => {
      this.#socket = new PinnedSocket(server, this.#secret);
      return this.#socket;
    };
    this.#bridge = createSocketBridge({
      open,
      connection: { get: () => this.#connection, set: (state) => this.#follow(state) },
      later: (work, ms) => void setTimeout(work, ms).unref(),
      keepSecret: (secret) => {
        this.#secret = secret;
      },
    });
  }

  get state(): State {
    if (this.#connection === 'open') return 'open';
    return this.#socket?.failure?.code === 'forbidden' ? 'refused' : 'lost';
  }

  // safe: a reply of a server is opened by the window like any other
  invoke(method: unknown, input: unknown): Promise<Reply<unknown>> {
    return this.#bridge.invoke(String(method), input) as Promise<Reply<unknown>>;
  }

  listen(listener: Listener): () => void {
    // safe: the keys of the contract
    const names = Object.keys(events) as (keyof typeof events)[];
    const stops = names.map((name) => this.#bridge.on(name, (data) => listener(name, data)));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Signs out, so that nobody can go on with this session, and closes the connection. */
  async close(): Promise<void> {
    if (this.#secret !== null && this.#connection === 'open')
      await Promise.race([
        this.invoke('account.signOut', {}),
        new Promise((later) => setTimeout(later, SIGN_OUT_MS).unref()),
      ]);
    this.#secret = null;
    this.#bridge.close();
  }

  #follow(connection: Connection): void {
    this.#connection = connection;
    if (connection === 'open') this.#first.resolve();
    else this.#first.reject(this.#socket?.failure ?? new AppError('engine-down', 'connection.lost'));
    if (this.state === 'refused') this.#bridge.close(); // somebody must look at it first
    this.#tell();
  }

  /** Throws `bad-request` when the server is not of the version of these windows. */
  async #refuseOtherVersion(): Promise<void> {
    const reply = await this.invoke('app.info', {});
    if (!reply.ok) throw fromErrorData(reply.error);
    const { value } = reply;
    const theirs = typeof value === 'object' && value !== null && 'version' in value ? value.version : '?';
    if (theirs === appVersion()) return;
    throw new AppError(
      'bad-request',
      'servers.other-version',
      { theirs: String(theirs), own: appVersion() },
      { hint: 'hint.same-version' },
    );
  }
}
