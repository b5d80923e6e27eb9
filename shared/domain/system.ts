/** Workspace, engine, jobs, audit and settings. */
import { z } from 'zod';
import { AppErrorData } from '../result.ts';
import { DocumentOrder } from './document.ts';
import { ImportReport } from './graph.ts';
import { limitedRecord, ShortName } from './limits.ts';
import { SavedFilter } from './project.ts';

/** Storage of the workspace key. */
export const KeyKind = z.enum(['keychain', 'passphrase', 'keyfile', 'plain']);
export type KeyKind = z.infer<typeof KeyKind>;

export const WorkspaceInfo = z.object({
  path: z.string(),
  id: z.string(),
  state: z.enum(['open', 'locked']),
  /** The folder may not be written: the workspace can only be read. */
  readonly: z.literal(true).optional(),
  key: KeyKind,
  /** Path of the key file, if any. */
  keyPath: z.string().optional(),
  schemaVersion: z.number().int(),
  bytes: z.number().int(),
  backups: z.array(z.object({ file: z.string(), at: z.string(), bytes: z.number().int() })),
});
export type WorkspaceInfo = z.infer<typeof WorkspaceInfo>;

export const EngineStatus = z.object({
  state: z.enum(['starting', 'ready', 'restarting', 'stopped']),
  pid: z.number().int().optional(),
  restarts: z.number().int(),
  /** Number of names in the linker's automaton and its build time. */
  names: z.number().int(),
  entities: z.number().int(),
  buildMs: z.number(),
});
export type EngineStatus = z.infer<typeof EngineStatus>;

export const Job = z.object({
  id: z.string(),
  kind: z.enum(['kg-import', 'kg-undo', 'kg-predict', 'phrases-mine']),
  title: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** 0..1, or absent when the size is unknown. */
  fraction: z.number().optional(),
  done: z.number().int(),
  unit: z.string(),
  startedAt: z.string(),
  report: ImportReport.optional(),
  error: AppErrorData.optional(),
});
export type Job = z.infer<typeof Job>;

export const AuditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The entry is older than its predecessor: the computer's clock was set back. */
  clockBack: z.literal(true).optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A change of any settings, without defaults. */
export const SettingsChange = z
  .object({
    language: z.enum(['zh', 'en']),
    theme: z.enum(['light', 'dark', 'system']),
    tourDone: z.boolean(),
    fontSize: z.number().int().min(11).max(24),
    hiddenTypes: z.array(ShortName).max(1000),
    /** Minimum confidence of the model's entities in the editor. */
    modelThreshold: z.number().min(0).max(1),
    /** The starter tagger highlights while no own tagger does. */
    starterTagger: z.boolean(),
    /** The starter classifier predicts in the diagnosis panel while no own classifier does. */
    starterClassifier: z.boolean(),
    /** The starter tagger of identifiers joins the rules in strict de-identification. */
    starterDeid: z.boolean(),
    openDocuments: z.array(z.number().int()).max(10_000),
    activeDocument: z.number().int().nullable(),
    /** Filters of the lists of documents of annotation projects. */
    documentFilters: z.array(SavedFilter).max(100),
    /** Questions to the search of records that are kept. */
    recordSearches: z.array(z.string().min(1).max(200)).max(100),
    recordOrder: DocumentOrder,
    /** Shortcuts by command that differ from the table's, e.g. `Mod+Shift+S`; empty: none. */
    shortcuts: limitedRecord(z.string().max(100), z.string().max(60), 1000),
  })
  .partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

const whole = SettingsChange.required().shape;
export const Settings = z.object({
  language: whole.language.default('zh'),
  theme: whole.theme.default('system'),
  tourDone: whole.tourDone.default(false),
  fontSize: whole.fontSize.default(14),
  hiddenTypes: whole.hiddenTypes.default([]),
  modelThreshold: whole.modelThreshold.default(0),
  starterTagger: whole.starterTagger.default(true),
  starterClassifier: whole.starterClassifier.default(true),
  starterDeid: whole.starterDeid.default(true),
  openDocuments: whole.openDocuments.default([]),
  activeDocument: whole.activeDocument.default(null),
  documentFilters: whole.documentFilters.default([]),
  recordSearches: whole.recordSearches.default([]),
  recordOrder: whole.recordOrder.default('added'),
  shortcuts: whole.shortcuts.default({}),
});
export type Settings = z.infer<typeof Settings>;
