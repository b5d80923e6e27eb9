/** Accounts of a workspace, their roles, and the signed-in person. */
import { z } from 'zod';

/** A person may have several roles. Permissions: `main/services/accounts/permissions.ts`. */
export const Role = z.enum(['clinician', 'annotator', 'adjudicator', 'administrator']);
export type Role = z.infer<typeof Role>;

export const Roles = z
  .array(Role)
  .max(Role.options.length)
  .refine((roles) => new Set(roles).size === roles.length, 'a role is given once');

/** Longest name, in characters. */
export const MAX_NAME = 60;
/** Shortest password, in characters. */
export const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;

/**
 * Login name, also used in the audit table; never changed. No colons, since these mark entries without a person, such
 * as `cli:`.
 */
export const PersonName = z
  .string()
  .max(1000)
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(MAX_NAME)
      .regex(/^[^\p{C}\p{Zl}\p{Zp}:]*$/u, 'no colons or control characters'),
  );
export type PersonName = z.infer<typeof PersonName>;

/** A new password. Length counts characters, not code units. */
export const NewPassword = z
  .string()
  .max(MAX_PASSWORD)
  .refine(isStrongEnough, `at least ${MIN_PASSWORD} characters, not easily guessed`);

/** A password at sign-in, of any form. */
export const TriedPassword = z.string().max(1000);

/** Passwords of eight characters and more that people guess first. */
const COMMON = new Set(
  'password password1 passw0rd p@ssw0rd 1234567890 qwertyui qwertyuiop 1q2w3e4r 1qaz2wsx qazwsxedc asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345 a1234567 aa123456 a12345678 admin123 admin888 administrator welcome1 changeme letmein1 iloveyou woaini520 woaini1314 5201314520 11223344 meridian hospital yisheng123'.split(
    ' ',
  ),
);

/**
 * Returns whether a new password or passphrase has enough characters, however they are composed, and is none of those
 * that people guess first: a common one, a row such as 12345678, or fewer than four different characters.
 */
export function isStrongEnough(password: string): boolean {
  const characters = [...password.normalize('NFC')];
  if (characters.length < MIN_PASSWORD || new Set(characters).size < 4) return false;
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, n) => code - (codes[n] ?? 0)));
  const isRow = steps.size === 1 && (steps.has(1) || steps.has(-1));
  return !isRow && !COMMON.has(password.normalize('NFKC').toLowerCase());
}

/** Returns the key of a name. Names that differ in case or width only are equal. */
export const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

export const Account = z.object({
  name: z.string(),
  roles: z.array(Role),
  /** False: the person cannot sign in. Accounts are never deleted. */
  active: z.boolean(),
  /** The password was set by somebody else and must be replaced at the next sign-in. */
  mustChange: z.boolean(),
  createdAt: z.string(),
  createdBy: z.string(),
  signedInAt: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;

/** Public part of an account, visible to all signed-in people. */
export const Colleague = z.object({ name: z.string(), roles: z.array(Role), active: z.boolean() });
export type Colleague = z.infer<typeof Colleague>;

/** Minutes without input after which the window locks; 0: never. */
export const IdleMinutes = z.number().int().min(0).max(480);
export const DEFAULT_IDLE_MINUTES = 15;

export const AccountStatus = z.object({
  /**
   * `none`: there are no accounts, the system's user may do everything. `locked`: locked after a time without input or
   * on request; the person is still known. `new-password`: signed in, must choose a password first.
   */
  state: z.enum(['none', 'signed-out', 'locked', 'new-password', 'signed-in']),
  /** Person of the session, also while it is locked. */
  person: z.object({ name: z.string(), roles: z.array(Role) }).nullable(),
  idleMinutes: IdleMinutes,
  /** Contract methods that are refused in this state. */
  refused: z.array(z.string()),
});
export type AccountStatus = z.infer<typeof AccountStatus>;

/** A client in which somebody is signed in. */
export const OpenSession = z.object({
  id: z.string(),
  name: z.string(),
  since: z.string(),
  /** Time of the last input in one of its windows. */
  usedAt: z.string(),
  locked: z.boolean(),
  /** Network address; empty for windows of the machine that holds the workspace. */
  address: z.string(),
  /** It is the client that asks. */
  own: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** A record, or a document of a project, that a window shows. */
export const Place = z.object({ kind: z.enum(['record', 'annotation']), id: z.number().int().positive() });
export type Place = z.infer<typeof Place>;

/** Returns whether the window may show the workspace's contents. */
export const isIn = ({ state }: AccountStatus): boolean => state === 'none' || state === 'signed-in';
