/** People of a workspace, their roles, and who is signed in. */
import { z } from 'zod';

/** A person may have several. What each may do: `main/services/accounts/permissions.ts`. */
export const Role = z.enum(['clinician', 'annotator', 'adjudicator', 'administrator']);
export type Role = z.infer<typeof Role>;

export const Roles = z
  .array(Role)
  .max(Role.options.length)
  .refine((roles) => new Set(roles).size === roles.length, 'a role is given once');

/** The longest name, in characters. */
export const MAX_NAME = 60;
/** The shortest password, in characters. */
export const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;

/**
 * By which a person signs in and stands in the audit table; never changed. Without colons, which mark entries that no
 * person made, as `cli:` does.
 */
export const PersonName = z
  .string()
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(MAX_NAME)
      .regex(/^[^\p{C}\p{Zl}\p{Zp}:]*$/u, 'no colons or control characters'),
  );
export type PersonName = z.infer<typeof PersonName>;

/** A new one. Length is counted in characters, whatever their code units. */
export const NewPassword = z
  .string()
  .max(MAX_PASSWORD)
  .refine(isLongEnough, `at least ${MIN_PASSWORD} characters`);

/** One that is tried: whatever was typed. */
export const TriedPassword = z.string().max(1000);

export function isLongEnough(password: string): boolean {
  return [...password.normalize('NFC')].length >= MIN_PASSWORD;
}

/** Names that differ in case or width only are the same person's. */
export function foldName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

export const Person = z.object({
  name: z.string(),
  roles: z.array(Role),
  /** Who is not may not sign in; people are never deleted. */
  active: z.boolean(),
  /** The password was given by somebody else and is to be replaced at the next sign-in. */
  mustChange: z.boolean(),
  createdAt: z.string(),
  createdBy: z.string(),
  signedInAt: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

/** What anybody who is signed in may know of the others. */
export const Colleague = z.object({ name: z.string(), roles: z.array(Role), active: z.boolean() });
export type Colleague = z.infer<typeof Colleague>;

/** Minutes without a key or pointer after which the window locks; 0: never. */
export const IdleMinutes = z.number().int().min(0).max(480);
export const DEFAULT_IDLE_MINUTES = 15;

export const AccountStatus = z.object({
  /**
   * `none`: nobody has an account yet, the system's user may do everything. `locked`: left alone too long, or on
   * request; the person is still known. `new-password`: signed in, to choose a password first.
   */
  state: z.enum(['none', 'signed-out', 'locked', 'new-password', 'signed-in']),
  /** Whose session it is, also while it is locked. */
  person: z.object({ name: z.string(), roles: z.array(Role) }).nullable(),
  idleMinutes: IdleMinutes,
  /** Methods of the contract that are refused now. */
  refused: z.array(z.string()),
});
export type AccountStatus = z.infer<typeof AccountStatus>;

/** Whether the window may show what the workspace holds. */
export function isIn({ state }: AccountStatus): boolean {
  return state === 'none' || state === 'signed-in';
}
