/** Queries of the audit table, and results of its verification. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';

/** Every action that the audit table tells of; the first part is the kind of its object. */
export const AUDIT_ACTIONS = [
  'account.change-password',
  'account.failure',
  'account.idle-lock',
  'account.lock',
  'account.sign-in',
  'account.sign-out',
  'account.unlock',
  'annotation.edit',
  'annotation.lock',
  'annotation.reopen',
  'annotation.state',
  'annotation.unlock',
  'audit.export',
  'batch.cancel',
  'batch.delete',
  'batch.invite',
  'batch.prioritise',
  'batch.queue',
  'batch.results',
  'batch.retry',
  'batch.submit',
  'dataset.delete',
  'dataset.import',
  'deid.decide',
  'deid.files',
  'deid.limits',
  'deid.list',
  'diagnosis.accepted',
  'diagnosis.import',
  'diagnosis.overridden',
  'document.archive',
  'document.correct',
  'document.create',
  'document.delete',
  'document.export',
  'document.import',
  'document.read',
  'document.relation',
  'document.rename',
  'document.restore',
  'document.revise',
  'document.scan-checked',
  'document.unarchive',
  'experiment.delete',
  'experiment.end',
  'experiment.extend',
  'experiment.report',
  'experiment.start',
  'hook.answer',
  'kg.decide',
  'kg.edit',
  'kg.export',
  'kg.import',
  'kg.predict',
  'kg.redo',
  'kg.undo',
  'kg.unedit',
  'learning.end',
  'learning.train',
  'model.create',
  'model.delete',
  'model.export',
  'model.int8',
  'model.measure',
  'model.rename',
  'model.use',
  'patient.create',
  'patient.merge',
  'patient.unmerge',
  'person.activate',
  'person.add',
  'person.deactivate',
  'person.reset-password',
  'person.roles',
  'phrases.cut-point',
  'phrases.delete',
  'phrases.edit',
  'phrases.export',
  'phrases.import',
  'phrases.mine',
  'phrases.segment',
  'project.add',
  'project.assign',
  'project.create',
  'project.delete',
  'project.export',
  'project.import',
  'project.members',
  'project.merge',
  'project.pack',
  'project.put-back',
  'project.remove',
  'project.remind',
  'project.rename',
  'project.settings',
  'project.unpack',
  'rule.export',
  'range.set',
  'rule.set',
  'run.delete',
  'run.export',
  'run.finish',
  'run.import',
  'run.report',
  'run.start',
  'template.edit',
  'thread.open',
  'thread.reply',
  'thread.resolve',
  'thread.unresolve',
  'token.create',
  'token.revoke',
  'vectors.cancel',
  'vectors.create',
  'vectors.delete',
  'vectors.export',
  'vectors.rename',
  'vectors.train',
  'workspace.backup',
  'workspace.backup-plan',
  'workspace.change-key',
  'workspace.export-key',
  'workspace.restore',
  'workspace.share',
  'workspace.unlock',
  'workspace.unlock-failure',
  'workspace.unshare',
  'workspace.watch',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Filter of entries: all conditions apply; a list matches any of its members. */
export const AuditFilter = z.object({
  /** A subject such as `document:3`, or a kind such as `document`. */
  object: z.string().max(200).optional(),
  actors: z.array(z.string().max(200)).max(1000).optional(),
  actions: z.array(z.string().max(100)).max(1000).optional(),
  /** By recorded time, ISO in UTC, `since` inclusive, `until` exclusive. */
  since: z.iso.datetime().max(40).optional(),
  until: z.iso.datetime().max(40).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** All people and actions in the table, sorted by name. */
export const AuditFacets = z.object({ actors: z.array(z.string()), actions: z.array(z.string()) });
export type AuditFacets = z.infer<typeof AuditFacets>;

export const AuditProblem = z.discriminatedUnion('kind', [
  /** The entry does not match its hash. */
  z.object({ kind: z.literal('altered'), entry: z.number().int() }),
  /** A range of entries is missing. */
  z.object({ kind: z.literal('missing'), entry: z.number().int(), to: z.number().int() }),
  /** The entry does not continue its predecessor: an entry was inserted, swapped or rewritten. */
  z.object({ kind: z.literal('unlinked'), entry: z.number().int() }),
  /** The last entry is not the one noted as last (0 for an empty table). */
  z.object({ kind: z.literal('cut'), entry: z.number().int(), noted: z.number().int() }),
  /** A recorded object differs from its record; in both languages. */
  z.object({ kind: z.literal('content'), object: z.string(), reason: Message }),
]);
export type AuditProblem = z.infer<typeof AuditProblem>;

/** An entry older than its predecessor: the computer's clock was set back. */
export const ClockStep = z.object({ entry: z.number().int(), at: z.string(), before: z.string() });
export type ClockStep = z.infer<typeof ClockStep>;

export const AuditVerdict = z.object({
  entries: z.number().int(),
  /** First faulty entry. */
  brokenAt: z.number().int().optional(),
  /** Number of problems; the first of them follow. */
  found: z.number().int(),
  problems: z.array(AuditProblem),
  /** Number of things that somebody should look at, though nobody changed them behind the rules; the first of them follow. */
  noted: z.number().int(),
  notes: z.array(z.object({ object: z.string(), reason: Message })),
  /** Not an error, since entries are ordered by number. */
  clockSteps: z.number().int(),
  clock: z.array(ClockStep),
  /** Kept elsewhere, these reveal later whether the whole table was rewritten. */
  head: z.object({ id: z.number().int(), hash: z.string() }),
  /** Other objects compared with the table, with their number. */
  compared: z.array(z.object({ what: z.string(), count: z.number().int() })),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const AuditExportFormat = z.enum(['csv', 'jsonl']);
export type AuditExportFormat = z.infer<typeof AuditExportFormat>;

/** Part of an export. `next`: where the next part begins; absent after the last. */
export const AuditPart = z.object({ text: z.string(), next: z.number().int().optional() });
export type AuditPart = z.infer<typeof AuditPart>;
