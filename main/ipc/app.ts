/** The app behind any host: one workspace (open or locked), its handlers, and events for every window. */
import type { EventData, EventName, Handlers, Method } from '../../shared/contract/index.ts';
import { type AccountStatus, DEFAULT_IDLE_MINUTES } from '../../shared/domain/account.ts';
import { Settings, type WorkspaceInfo } from '../../shared/domain/system.ts';
import { AppError, type Reply } from '../../shared/result.ts';
import type { SpawnProcess } from '../processes/entries.ts';
import { appVersion } from '../resources.ts';
import { builtComponents } from '../services/about/components.ts';
import { runAs } from '../services/accounts/requester.ts';
import { SignIn } from '../services/accounts/sign-in.ts';
import type { Clocks } from '../services/accounts/sign-in-delay.ts';
import { GivenFiles } from '../services/data/given-files.ts';
import { Uploads } from '../services/data/uploads.ts';
import { Calibration } from '../services/executors/calibration.ts';
import { Experiments } from '../services/experiments/experiments.ts';
import { Learning } from '../services/learning/learning.ts';
import { trainInChild } from '../services/runs/run-training.ts';
import { Runs } from '../services/runs/runs.ts';
import { closeSession, openSession, startEngine } from '../services/session/open-session.ts';
import { type Session, systemActor } from '../services/session/session.ts';
import { VectorClient } from '../services/vectors/vector-client.ts';
import { VectorTrainings } from '../services/vectors/vector-trainings.ts';
import {
  addSampleRecords,
  addStarterGraph,
  markStarterContent,
  needsStarterContent,
} from '../services/workspace/starter-content.ts';
import { UnlockAttempts } from '../services/workspace/unlock-attempts.ts';
import type { Keychain } from '../workspace/keychain.ts';
import { deriveOpeningKeys, lockedInfo } from '../workspace/workspace.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { annotationHandlers } from './handlers/annotation.ts';
import { deidHandlers } from './handlers/deid.ts';
import { diagnosisHandlers } from './handlers/diagnosis.ts';
import { documentHandlers } from './handlers/documents.ts';
import { executorHandlers } from './handlers/executors.ts';
import { experimentHandlers } from './handlers/experiments.ts';
import { toFileData } from './handlers/file-data.ts';
import { graphHandlers } from './handlers/graph.ts';
import { learningHandlers } from './handlers/learning.ts';
import { projectFilesHandlers } from './handlers/project-files.ts';
import { runHandlers } from './handlers/runs.ts';
import { systemHandlers } from './handlers/system.ts';
import { trainingHandlers } from './handlers/training.ts';
import { type VectorServices, vectorHandlers } from './handlers/vectors.ts';
import { route } from './router.ts';

export interface AppOptions {
  readonly host: 'electron' | 'browser';
  readonly dir: string;
  readonly configDir: string;
  readonly keychain?: Keychain;
  readonly passphrase?: string;
  readonly spawn: SpawnProcess;
  /** Parse what handlers return: in tests and development. */
  readonly checkOutput: boolean;
  /** Clocks of the delay after wrong passphrases; the system's unless given. */
  readonly clocks?: Clocks;
}

type Listener = (event: EventName, data: unknown) => void;

export class App {
  readonly #options: AppOptions;
  readonly #listeners = new Set<Listener>();
  readonly #handlers: Handlers;
  readonly #attempts: UnlockAttempts;
  readonly #givenFiles = new GivenFiles();
  #session: Session | undefined;
  #signIn: SignIn | undefined;
  #runs: Runs | undefined;
  #experiments: Experiments | undefined;
  #learning: Learning | undefined;
  #calibration: Calibration | undefined;
  #vectors: VectorServices | undefined;

  constructor(options: AppOptions) {
    this.#options = options;
    this.#attempts = new UnlockAttempts(options.dir, options.clocks);
    const session = () => this.#open();
    const uploads = new Uploads();
    const system = systemHandlers(session);
    this.#handlers = {
      ...system,
      ...documentHandlers(session),
      ...graphHandlers(session, uploads),
      ...deidHandlers(session),
      ...diagnosisHandlers(session),
      ...trainingHandlers(session, uploads),
      ...runHandlers(session, () => opened(this.#runs)),
      ...experimentHandlers(session, () => opened(this.#experiments)),
      ...executorHandlers(session, () => opened(this.#calibration)),
      ...annotationHandlers(session, uploads),
      ...projectFilesHandlers(session, uploads),
      ...learningHandlers(session, () => opened(this.#learning)),
      ...vectorHandlers(session, uploads, () => opened(this.#vectors)),
      ...accountHandlers(session, () => opened(this.#signIn)),
      'app.info': () => this.#info(),
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
          return this.#open().workspace.info();
        }),
    };
  }

  /** Opens the workspace, seeding a new one; one that needs a passphrase stays locked until it is given. */
  async start(): Promise<void> {
    try {
      await this.#start(this.#options.passphrase);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'locked')) throw error;
    }
  }

  async #start(passphrase: string | undefined): Promise<void> {
    const { dir, spawn } = this.#options;
    const session = openSession({
      ...this.#options,
      ...(passphrase === undefined ? {} : { passphrase, derived: await deriveOpeningKeys(dir, passphrase) }),
      emit: (event, data) => this.#emit(event, data),
      actor: () => this.#signIn?.actor ?? systemActor(),
    });
    this.#attempts.record(session);
    if (needsStarterContent(session)) {
      await addStarterGraph(session);
      addSampleRecords(session);
      markStarterContent(session);
    }
    startEngine(session);
    this.#signIn = new SignIn(session);
    this.#session = session;
    this.#calibration = new Calibration(session, { spawn: () => spawn('measurer') });
    const spawnVectors = () => spawn('vectors');
    this.#vectors = {
      client: new VectorClient(session, spawnVectors),
      trainings: new VectorTrainings(session, spawnVectors),
    };
    this.#runs = new Runs(session, { startTraining: trainInChild(() => spawn('trainer')) });
    this.#experiments = new Experiments(session, this.#runs);
    this.#learning = new Learning(session, this.#runs);
  }

  async stop(): Promise<void> {
    const [session, experiments, calibration] = [this.#session, this.#experiments, this.#calibration];
    const [vectors, learning] = [this.#vectors, this.#learning];
    this.#signIn?.close();
    this.#signIn = undefined;
    this.#session = undefined;
    this.#runs = undefined;
    this.#experiments = undefined;
    this.#learning = undefined;
    this.#calibration = undefined;
    this.#vectors = undefined;
    await calibration?.close();
    await vectors?.client.close();
    // Closing the experiments closes the runs.
    await Promise.all([experiments?.close(), vectors?.trainings.close(), learning?.close()]);
    if (session !== undefined) await closeSession(session);
  }

  /** Answers one request; rejects only when the workspace's database cannot be asked who is signed in. */
  async invoke(method: unknown, input: unknown): Promise<Reply<unknown>> {
    const signIn = this.#signIn;
    if (signIn === undefined) return route(this.#handlers, method, input, this.#options);
    const admit = (asked: Method) => signIn.admit(asked);
    return runAs(signIn.present, () => route(this.#handlers, method, input, { ...this.#options, admit }));
  }

  /** Keeps files for a window to take, and tells the windows. @param paths absolute */
  giveFiles(paths: readonly string[]): void {
    this.#givenFiles.add(paths);
    if (paths.length > 0) this.#emit('app.filesGiven', {});
  }

  /** Events for one window; returns how to stop listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #emit<E extends EventName>(event: E, data: EventData<E>): void {
    // Titles and file names are for people who are in; whoever comes in asks for everything anew.
    if (event !== 'account.changed' && this.#signIn?.isOut === true) return;
    for (const listener of this.#listeners) {
      try {
        listener(event, data);
      } catch (error) {
        console.error(`${event}:`, error); // one window's trouble reaches neither the others nor the service
      }
    }
  }

  #open(): Session {
    return opened(this.#session);
  }

  /** Before sign-in the windows get only what the screen needs. */
  #workspaceInfo({ workspace }: Session): WorkspaceInfo {
    const { keyPath, ...info } = workspace.info();
    if (this.#signIn?.isOut === true) return { ...info, id: '', schemaVersion: 0, bytes: 0, backups: [] };
    return { ...info, ...(keyPath === undefined ? {} : { keyPath }) };
  }

  #info() {
    const session = this.#session;
    return {
      version: appVersion(),
      host: this.#options.host,
      platform: process.platform,
      actor: (session?.actor ?? systemActor()).name,
      account: this.#signIn?.status() ?? NOBODY,
      workspace: session === undefined ? lockedInfo(this.#options.dir) : this.#workspaceInfo(session),
      engine:
        session === undefined || this.#signIn?.isOut === true
          ? { state: 'stopped' as const, restarts: 0, names: 0, entities: 0, buildMs: 0 }
          : session.engine.status(),
    };
  }
}

/** Before a workspace is open nobody can be known. */
const NOBODY: AccountStatus = { state: 'none', person: null, idleMinutes: DEFAULT_IDLE_MINUTES, refused: [] };

/** Services of an open workspace. */
function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new AppError('locked', 'workspace.locked');
  return part;
}
