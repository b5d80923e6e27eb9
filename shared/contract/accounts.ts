/** Requests and events of accounts and of the audit table; part of the contract. */
import { z } from 'zod';
import {
  Account,
  AccountStatus,
  Colleague,
  IdleMinutes,
  NewPassword,
  OpenSession,
  PersonName,
  Place,
  Roles,
  TriedPassword,
} from '../domain/account.ts';
import { AuditExportFormat, AuditFacets, AuditFilter, AuditPart, AuditVerdict } from '../domain/audit.ts';
import { Token } from '../domain/limits.ts';
import { AuditEntry } from '../domain/system.ts';
import { Done, Nothing } from './common.ts';

/** Names, each once, without that of the person who asks. */
const People = z.object({ people: z.array(z.string()) });

export const accountsContract = {
  /** Unlocks the person's own locked session, or replaces another person's. Repeated failures are delayed. */
  'account.signIn': {
    input: z.object({ name: z.string().max(1000), password: TriedPassword }),
    output: AccountStatus,
  },
  'account.signOut': { input: Nothing, output: AccountStatus },
  'account.lock': { input: Nothing, output: AccountStatus },
  /** Milliseconds since the last use of the window; resets the automatic lock. */
  'account.activity': { input: z.object({ ago: z.number().min(0).max(3_600_000) }), output: Done },
  'account.changePassword': {
    input: z.object({ old: TriedPassword, password: NewPassword }),
    output: AccountStatus,
  },

  'accounts.list': { input: Nothing, output: z.array(Account) },
  /** For assigning work and filtering. */
  'accounts.names': { input: Nothing, output: z.array(Colleague) },
  /** The first account becomes administrator and is signed in; others choose a new password at their first sign-in. */
  'accounts.add': {
    input: z.object({ name: PersonName, roles: Roles, password: NewPassword }),
    output: Account,
  },
  'accounts.setRoles': { input: z.object({ name: PersonName, roles: Roles }), output: Account },
  'accounts.resetPassword': { input: z.object({ name: PersonName, password: NewPassword }), output: Account },
  'accounts.setActive': { input: z.object({ name: PersonName, active: z.boolean() }), output: Account },
  'accounts.setIdleLock': { input: z.object({ minutes: IdleMinutes }), output: AccountStatus },

  /** Where somebody is signed in, the newest first. */
  'accounts.sessions': { input: Nothing, output: z.array(OpenSession) },
  /** Signs somebody out; what their window has not saved stays in it until they sign in again. */
  'accounts.endSession': { input: z.object({ id: Token }), output: Done },

  /** Notes what the window shows, null for nothing, and returns who else has it on screen. */
  'presence.enter': { input: z.object({ place: Place.nullable() }), output: People },

  'audit.list': {
    input: AuditFilter.extend({
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    output: z.array(AuditEntry),
  },
  'audit.facets': { input: Nothing, output: AuditFacets },
  /** Audits an export of the entries up to now; `audit.exportPart` then reads it from `after` 0 to the last `next`. */
  'audit.export': {
    input: AuditFilter.extend({ format: AuditExportFormat }),
    output: z.object({ id: z.number().int(), name: z.string(), entries: z.number().int() }),
  },
  'audit.exportPart': {
    input: z.object({ id: z.number().int(), after: z.number().int().min(0) }),
    output: AuditPart,
  },
  'audit.verify': { input: Nothing, output: AuditVerdict },
} as const;

export const accountsEvents = {
  /** Sign-in, sign-out, lock, or a change of accounts. */
  'account.changed': AccountStatus,
  /** Somebody came to what this window shows, or left it. */
  'presence.changed': People.extend({ place: Place }),
} as const;
