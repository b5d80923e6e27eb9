/** The app behind any host: one workspace (open or locked), its handlers, and events for every window. */
import type { EventData, EventName, Handlers, Method, Parsed } from '../../shared/contract/index.ts';
import { type AccountStatus, DEFAULT_IDLE_MINUTES, isIn, type Place } from '../../shared/domain/account.ts';
import type { Policy } from '../../shared/domain/policy.ts';
import { Settings, type WorkspaceInfo } from '../../shared/domain/system.ts';
import { AppError, type Reply, toErrorData } from '../../shared/result.ts';
import type { Actor } from '../db/repositories/audit.ts';
import type { SpawnProcess } from '../processes/entries.ts';
import { appVersion } from '../resources.ts';
import { builtComponents } from '../services/about/components.ts';
import { tokenActor } from '../services/accounts/api-tokens.ts';
import { requirePermission } from '../services/accounts/permissions.ts';
import { Presence } from '../services/accounts/presence.ts';
import { hasAccounts, PROGRAM } from '../services/accounts/requester.ts';
import type { SignIn, SignInOptions } from '../services/accounts/sign-in.ts';
import type { Clocks } from '../services/accounts/sign-in-delay.ts';
import { SignIns } from '../services/accounts/sign-ins.ts';
import { GivenFiles } from '../services/data/given-files.ts';
import { Uploads } from '../services/data/uploads.ts';
import { storedExperiments, storedRuns } from '../services/runs/stored-lists.ts';
import type { TrainingServices } from '../services/runs/training-services.ts';
import { ForeignChanges } from '../services/session/foreign-changes.ts';
import { closeSession, openSession, startEngine } from '../services/session/open-session.ts';
import { requestClient, requester, runAs } from '../services/session/request.ts';
import { type Session, systemActor } from '../services/session/session.ts';
import { BackupSchedule } from '../services/upkeep/backup-plan.ts';
import { WatchFolder } from '../services/upkeep/watch-folder.ts';
import { keyImported, rebuildBeside } from '../services/workspace/backup-and-key.ts';
import { type Sharing, stopSharing } from '../services/workspace/sharing.ts';
import {
  addSampleRecords,
  addStarterGraph,
  markStarterContent,
  needsStarterContent,
} from '../services/workspace/starter-content.ts';
import { UnlockAttempts } from '../services/workspace/unlock-attempts.ts';
import { importKey } from '../workspace/change-key.ts';
import type { Keychain } from '../workspace/keychain.ts';
import { errorPlaces, type LogDetail, LogFile } from '../workspace/log-file.ts';
import { deriveOpeningKeys, lockedInfo } from '../workspace/workspace.ts';
import { isOwn, seenBy } from './audience.ts';
import { Client, type Listener } from './client.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { documentHandlers, type Print } from './handlers/documents.ts';
import { toFileData } from './handlers/file-data.ts';
import { serverHandlers } from './handlers/servers.ts';
import { systemHandlers } from './handlers/system.ts';
import { type Upkeep, upkeepHandlers } from './handlers/upkeep.ts';
import { laterHandlers } from './later-handlers.ts';
import { type RouterOptions, route } from './router.ts';

export interface AppOptions {
  readonly host: 'electron' | 'browser';
  readonly dir: string;
  readonly configDir: string;
  readonly keychain?: Keychain;
  readonly passphrase?: string;
  /** Files that may hold the administrator's policy; those of the system unless given. */
  readonly policyFiles?: readonly string[];
  readonly spawn: SpawnProcess;
  /** Parse what handlers return: in tests and development. */
  readonly checkOutput: boolean;
  /** Absent where the host cannot print into a file; its windows print then. */
  readonly print?: Print;
  /** Serves the open workspace to other machines; absent where that is all the program does. */
  readonly sharing?: Sharing;
  /** Clocks of the delay after wrong passphrases; the system's unless given. */
  readonly clocks?: Clocks;
}

export type { Sharing };

export class App {
  readonly #options: AppOptions;
  readonly #clients = new Set<Client>();
  /** The windows of this program. */
  readonly #local: Client;
  readonly #handlers: Handlers;
  readonly #attempts: UnlockAttempts;
  readonly #givenFiles = new GivenFiles();
  readonly #log: LogFile;
  readonly #routing: RouterOptions;
  readonly #presence = new Presence<Client>();
  #session: Session | undefined;
  #hasLostKey = false;
  #retrying: Promise<void> | undefined;
  #signIns: SignIns | undefined;
  #foreignChanges: ForeignChanges | undefined;
  /** Opened with the first request for it. */
  #training: TrainingServices | undefined;
  #opening: Promise<void> | undefined;
  #upkeep: Upkeep | undefined;

  constructor(options: AppOptions) {
    this.#options = options;
    this.#local = this.connect();
    this.#log = new LogFile(options.configDir);
    const internal = (method: string, error: unknown) =>
      this.log('internal-error', { method, ...errorPlaces(error) });
    this.#routing = { checkOutput: options.checkOutput, internal };
    this.#attempts = new UnlockAttempts(options.dir, options.clocks);
    const session = () => this.#open();
    const uploads = new Uploads();
    const system = systemHandlers(session);
    this.#handlers = {
      ...system,
      ...documentHandlers(session, options.print),
      ...laterHandlers(session, uploads, {
        services: () => opened(this.#training),
        open: () => this.#openTraining(),
      }),
      ...upkeepHandlers(session, () => opened(this.#upkeep)),
      ...accountHandlers(
        session,
        () => opened(this.#signIns),
        () => opened(this.#asking.signIn),
      ),
      ...serverHandlers(session, () => (this.#asking === this.#local ? this.#options.sharing : undefined)),
      // Asked at the start of every window.
      'runs.list': () => this.#training?.runs.list() ?? storedRuns(session()),
      'experiments.list': () => this.#training?.experiments.list() ?? storedExperiments(session()),
      'presence.enter': ({ place }) => ({ people: this.#enter(this.#asking, place) }),
      'app.info': async () => {
        if (this.#hasLostKey) await this.#retry();
        return this.#info();
      },
      'app.components': builtComponents,
      'app.givenFile': async () => {
        const file = await this.#givenFiles.take();
        return { file: file === undefined ? null : toFileData(file) };
      },
      // Before a locked workspace is open there are only defaults to show it in.
      'settings.get': (input) =>
        this.#session === undefined ? Settings.parse({}) : system['settings.get'](input),
      'workspace.unlock': ({ passphrase }) =>
        this.#attempts.attempt(async () => {
          if (this.#session === undefined) await this.#start(passphrase);
          return this.#workspaceInfo(this.#open());
        }),
      'app.diagnostics': async () => {
        const { diagnosticsBundle } = await import('../services/upkeep/diagnostics.ts');
        return toFileData(
          await diagnosticsBundle(session(), opened(this.#upkeep).backups, options.configDir),
        );
      },
      'workspace.rebuild': (request) => this.#rebuild(request),
      'workspace.importKey': (request) => this.#attempts.attempt(() => this.#importKey(request)),
    };
  }

  /**
   * Replaces the workspace by that of a backup. The new one is whole before the present one is closed. Throws `forbidden`
   * for windows of other machines, and for whoever may not restore.
   */
  async #rebuild({ backup, key, passphrase }: Parsed<'workspace.rebuild'>): Promise<WorkspaceInfo> {
    const { signIn, options } = this.#asking;
    if (options.address !== undefined) throw new AppError('forbidden', 'upkeep.rebuild-elsewhere');
    if (signIn !== undefined) requirePermission(signIn.acting, 'workspace.restore');
    const { dir, configDir } = this.#options;
    const replace = rebuildBeside(dir, { backup, exported: key, passphrase, configDir });
    try {
      await this.stop();
    } finally {
      replace();
    }
    await this.start();
    return this.#workspaceInfo(this.#open());
  }

  /**
   * Opens a locked workspace whose key file, keychain or passphrase is lost, for windows of this machine: a locked one
   * answers no others. An open one stays as it is. Throws `bad-input` and `wrong-key`; then nothing has changed.
   */
  async #importKey({ key, passphrase }: Parsed<'workspace.importKey'>): Promise<WorkspaceInfo> {
    if (this.#session === undefined) {
      importKey(this.#options.dir, key, passphrase, this.#options.configDir);
      await this.start();
      keyImported(this.#open());
    }
    return this.#workspaceInfo(this.#open());
  }

  /**
   * Opens the workspace, seeding a new one. One that needs a passphrase stays locked until it is given, and one whose
   * key file or keychain is lost until it is back or the exported key is given.
   * @param lostKey throws `wrong-key` instead, for programs without a window of this machine
   */
  async start(lostKey: 'wait' | 'throw' = 'wait'): Promise<void> {
    const { passphrase } = this.#options;
    try {
      await this.#start(passphrase);
      this.#hasLostKey = false;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#hasLostKey = error.code === 'wrong-key' && passphrase === undefined && lostKey === 'wait';
      if (error.code !== 'locked' && !this.#hasLostKey) throw error;
    }
  }

  /** Looks once more for a lost key, for all windows that ask at once. */
  #retry(): Promise<void> {
    this.#retrying ??= this.start().finally(() => {
      this.#retrying = undefined;
    });
    return this.#retrying;
  }

  async #start(passphrase: string | undefined): Promise<void> {
    const { dir } = this.#options;
    const session = openSession({
      ...this.#options,
      ...(passphrase === undefined ? {} : { passphrase, derived: await deriveOpeningKeys(dir, passphrase) }),
      emit: (event, data) => this.#emit(event, data),
      actor: () => requester() ?? this.#program(),
    });
    this.#attempts.record(session);
    if (needsStarterContent(session)) {
      await addStarterGraph(session);
      addSampleRecords(session);
      markStarterContent(session);
    }
    startEngine(session);
    this.#signIns = new SignIns(session);
    this.#foreignChanges = new ForeignChanges(session);
    this.#session = session;
    for (const client of this.#clients) client.signIn = this.#openSignIn(client);
    this.#upkeep = {
      watch: new WatchFolder(session),
      backups: new BackupSchedule(session, { failed: ({ id }) => this.log('backup-failed', { reason: id }) }),
    };
    this.log('open', {
      version: appVersion(),
      host: this.#options.host,
      schema: session.workspace.info().schemaVersion,
    });
  }

  /** Opens what trains, once a session. */
  #openTraining(): Promise<void> {
    this.#opening ??= (async () => {
      const session = this.#open();
      const { TrainingServices } = await import('../services/runs/training-services.ts');
      this.#training = new TrainingServices(session, this.#options.spawn);
    })().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async stop(): Promise<void> {
    const { sharing } = this.#options;
    if (sharing !== undefined && this.#session !== undefined)
      await stopSharing(this.#session, sharing, 'quit');
    const [session, upkeep] = [this.#session, this.#upkeep];
    this.#upkeep = undefined;
    await Promise.all([upkeep?.watch.close(), upkeep?.backups.close()]);
    this.#signIns?.close();
    this.#foreignChanges?.close();
    this.#signIns = undefined;
    for (const client of this.#clients) client.signIn = undefined;
    this.#session = undefined;
    await this.#opening?.catch(() => undefined);
    const training = this.#training;
    this.#training = undefined;
    this.#opening = undefined;
    await training?.close();
    if (session !== undefined) await closeSession(session);
  }

  /** Opens a session of its own, such as a browser's on the network. End it with `disconnect`. */
  connect(options: SignInOptions = {}): Client {
    const client = new Client((from, method, input) => this.#answer(from, method, input), options);
    this.#clients.add(client);
    client.signIn = this.#openSignIn(client);
    return client;
  }

  /** Forgets a client; whoever is signed in there is signed out. */
  disconnect(client: Client): void {
    this.#clients.delete(client);
    this.away(client);
    if (client.signIn !== undefined) this.#signIns?.drop(client.signIn);
    client.signIn = undefined;
  }

  /** Notes that no window of a client is open any more, or shows anything to its person. */
  away(client: Client): void {
    const left = this.#presence.leave(client);
    if (left !== undefined) this.#tellPresence(left);
  }

  /** Answers a request of this program's windows. */
  invoke(method: unknown, input: unknown): Promise<Reply<unknown>> {
    return this.#local.invoke(method, input);
  }

  async #answer(client: Client, method: unknown, input: unknown): Promise<Reply<unknown>> {
    const { signIn } = client;
    if (!this.#clients.has(client)) return { ok: false, error: toErrorData(signedOut()) };
    if (signIn === undefined) {
      // a locked workspace answers nobody on the network
      if (client.options.address !== undefined) return { ok: false, error: toErrorData(lockedOut()) };
      return route(this.#handlers, method, input, this.#routing);
    }
    const admit = (asked: Method) => signIn.admit(asked);
    const answer = () => route(this.#handlers, method, input, { ...this.#routing, admit });
    return runAs(signIn.present, answer, client);
  }

  /** Returns who a token acts for and how it asks; undefined for any other text, and while the workspace is locked. */
  withToken(
    token: string,
  ): { readonly name: string; readonly label: string; readonly invoke: Client['invoke'] } | undefined {
    const session = this.#session;
    const actor = session && tokenActor(session, token);
    if (actor === undefined) return undefined;
    const admit = (asked: Method) => requirePermission(actor, asked);
    const invoke: Client['invoke'] = (method, input) =>
      runAs(actor, () => route(this.#handlers, method, input, { ...this.#routing, admit }), {});
    return { name: actor.name, label: actor.token ?? '', invoke };
  }

  /** Writes a line to the log of the program, without words of records. */
  log(event: string, detail?: LogDetail): void {
    this.#log.write(event, detail);
  }

  /** Whether the workspace is open; false while it waits for its passphrase. */
  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** Whether people must sign in. */
  get hasAccounts(): boolean {
    return hasAccounts(this.#open());
  }

  /** Keeps files for a window to take, and tells the windows. @param paths absolute */
  giveFiles(paths: readonly string[]): void {
    this.#givenFiles.add(paths);
    if (paths.length > 0) this.#emit('app.filesGiven', {});
  }

  /** Events for one window of this program; returns how to stop listening. */
  listen(listener: Listener): () => void {
    return this.#local.listen(listener);
  }

  /** Sends an event to every client that may see it. Whoever comes in later asks for everything anew. */
  #emit<E extends EventName>(event: E, data: EventData<E>): void {
    const session = this.#session;
    if (isOwn(event)) {
      const asking = requestClient();
      if (asking instanceof Client) asking.send(event, data);
      return;
    }
    if (event === 'projects.changed' && session !== undefined)
      for (const client of this.#presence.strangers(session, ({ signIn }) => signIn?.watching))
        this.away(client);
    for (const client of this.#clients) {
      const person = client.signIn?.watching;
      if (person === null) continue;
      // Before the workspace is open there is nothing to hide.
      const seen =
        session === undefined || person === undefined ? data : seenBy(session, person, event, data);
      if (seen !== undefined) client.send(event, seen);
    }
  }

  #openSignIn(client: Client): SignIn | undefined {
    return this.#signIns?.open(client.options, (status) => {
      if (!isIn(status)) this.away(client);
      client.send('account.changed', status);
    });
  }

  /** Moves a client to what its window shows; returns who else is there. */
  #enter(client: Client, place: Place | null): string[] {
    if (place === null) {
      this.away(client);
      return [];
    }
    const left = this.#presence.enter(this.#open(), client, place);
    if (left !== undefined) this.#tellPresence(left);
    this.#tellPresence(place);
    return this.#presence.at(place).find(([other]) => other === client)?.[1] ?? [];
  }

  #tellPresence(place: Place): void {
    for (const [client, people] of this.#presence.at(place))
      client.send('presence.changed', { place, people });
  }

  /** The client of this request. */
  get #asking(): Client {
    const client = requestClient();
    return client instanceof Client ? client : this.#local;
  }

  /** Actor of what no request asked for. */
  #program(): Actor {
    const { name } = systemActor();
    return { name: this.#session !== undefined && hasAccounts(this.#session) ? PROGRAM + name : name };
  }

  #open(): Session {
    return opened(this.#session);
  }

  /** Before sign-in the windows get only what the screen needs. */
  #workspaceInfo({ workspace }: Session): WorkspaceInfo {
    const { keyPath, ...info } = workspace.info();
    if (this.#asking.signIn?.isOut === true)
      return { ...info, path: '', id: '', schemaVersion: 0, bytes: 0, backups: [] };
    return { ...info, ...(keyPath === undefined ? {} : { keyPath }) };
  }

  #info() {
    const session = this.#session;
    return {
      version: appVersion(),
      host: this.#options.host,
      platform: process.platform,
      actor: (session?.actor ?? systemActor()).name,
      account: this.#asking.signIn?.status() ?? NOBODY,
      workspace: session === undefined ? lockedInfo(this.#options.dir) : this.#workspaceInfo(session),
      engine:
        session === undefined || this.#asking.signIn?.isOut === true
          ? { state: 'stopped' as const, restarts: 0, names: 0, entities: 0, buildMs: 0 }
          : session.engine.status(),
      locked: session === undefined ? [] : lockedNames(session.policy),
    };
  }
}

const lockedOut = (): AppError => new AppError('locked', 'workspace.locked');
const signedOut = (): AppError => new AppError('locked', 'accounts.sign-in-first');

const lockedNames = ({ settings = {}, ...parts }: Policy): string[] => [
  ...Object.keys(settings),
  ...Object.keys(parts),
];

/** Before a workspace is open nobody can be known. */
const NOBODY: AccountStatus = { state: 'none', person: null, idleMinutes: DEFAULT_IDLE_MINUTES, refused: [] };

/** Services of an open workspace. */
function opened<T>(part: T | undefined): T {
  if (part === undefined) throw lockedOut();
  return part;
}
