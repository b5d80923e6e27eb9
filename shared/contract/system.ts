/** Requests and events of the app itself: workspace, settings, uploads, jobs, engine; part of the contract. */
import { z } from 'zod';
import { AccountStatus } from '../domain/account.ts';
import { Component } from '../domain/component.ts';
import { FileName, NewPassphrase, Passphrase, Token } from '../domain/limits.ts';
import { EngineStatus, Job, Settings, SettingsChange, WorkspaceInfo } from '../domain/system.ts';
import { CalibrationReport } from '../domain/training.ts';
import { FolderPath } from '../domain/upkeep.ts';
import { WorkProgress } from '../domain/work.ts';
import { Done, FileData, Nothing, Ticket } from './common.ts';

export const systemContract = {
  'app.info': {
    input: Nothing,
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'browser']),
      platform: z.string(),
      actor: z.string(),
      account: AccountStatus,
      workspace: WorkspaceInfo,
      engine: EngineStatus,
      /** Settings, and parts of a policy, that the machine's administrator has decided. */
      locked: z.array(z.string()).optional(),
    }),
  },

  /** Versions, sizes, states and logs, as a zip for whoever helps; nothing of any patient. */
  'app.diagnostics': { input: Nothing, output: FileData },

  /** Third-party software in the app. */
  'app.components': { input: Nothing, output: z.array(Component) },

  'settings.get': { input: Nothing, output: Settings },
  'settings.set': { input: SettingsChange, output: Settings },

  'workspace.unlock': { input: z.object({ passphrase: Passphrase }), output: WorkspaceInfo },
  'workspace.changeKey': {
    input: z.object({
      kind: z.enum(['keychain', 'passphrase', 'keyfile']),
      passphrase: NewPassphrase.optional(),
    }),
    output: WorkspaceInfo,
  },
  /** The key as text for safekeeping, wrapped by the given passphrase. */
  'workspace.exportKey': { input: z.object({ passphrase: NewPassphrase }), output: FileData },
  'workspace.backup': { input: Nothing, output: z.object({ file: z.string(), bytes: z.number().int() }) },
  /**
   * Makes the workspace of a backup (a path on this machine) with its exported key, and opens it in place of the present
   * one, whose folder is renamed. For windows of this machine only.
   */
  'workspace.rebuild': {
    input: z.object({ backup: FolderPath, key: z.string().max(20_000), passphrase: Passphrase }),
    output: WorkspaceInfo,
  },
  /** Opens a locked workspace by its exported key, which a new key file keeps. For windows of this machine only. */
  'workspace.importKey': {
    input: z.object({ key: z.string().max(20_000), passphrase: Passphrase }),
    output: WorkspaceInfo,
  },
  'workspace.restore': { input: z.object({ file: FileName }), output: WorkspaceInfo },

  /** Cancels the request with the ticket: it is refused as `cancelled` and its work stops. */
  'requests.cancel': { input: z.object({ ticket: Ticket }), output: Done },

  /** Starts an upload. `files.append` adds to it; `kg.import` and others consume it. */
  'files.open': {
    input: z.object({ name: FileName, bytes: z.number().int().nonnegative() }),
    output: z.object({ uploadId: z.string() }),
  },
  'files.discard': { input: z.object({ uploadId: Token }), output: Done },
  'files.append': { input: z.object({ uploadId: Token, base64: z.string().max(8_000_000) }), output: Done },

  /** The next file that the app was asked to open, each told once; null after the last. */
  'app.givenFile': { input: Nothing, output: z.object({ file: FileData.nullable() }) },

  'jobs.list': { input: Nothing, output: z.array(Job) },
  'jobs.cancel': { input: z.object({ id: Token }), output: Done },

  'engine.calibration': { input: Nothing, output: CalibrationReport },
  /** Probes and measures every executor; takes up to a minute. */
  'engine.calibrate': { input: Nothing, output: CalibrationReport },
  /** `auto`, or an executor such as `onnx:cpu` for all runs that do not name one. */
  'engine.pin': { input: z.object({ executor: z.string().max(40) }), output: CalibrationReport },
  'engine.status': { input: Nothing, output: EngineStatus },
  'engine.restart': { input: Nothing, output: EngineStatus },
} as const;

export const systemEvents = {
  /** There are files to take by the request of this name. */
  'app.filesGiven': Nothing,

  'job.changed': Job,

  'engine.changed': EngineStatus,

  /** Progress of requests with a ticket, several times a second. */
  'requests.progress': z.object({ ticket: Ticket, progress: WorkProgress }),
} as const;
