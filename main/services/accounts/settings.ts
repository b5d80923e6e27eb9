/** Settings of the requester: some belong to the account once there are accounts. */
import { STARTER_SETTINGS } from '../../../shared/domain/starter.ts';
import type { Settings, SettingsChange } from '../../../shared/domain/system.ts';
import { findAccount, hasAccounts } from '../../db/repositories/accounts.ts';
import { readSettings, type SettingsOwner, writeSettings } from '../../db/repositories/settings.ts';
import { modelsChanged } from '../models/models-in-use.ts';
import { dbOf, refuseLocked, type Session } from '../session/session.ts';

function ownerIn(session: Session): SettingsOwner {
  const db = dbOf(session);
  return hasAccounts(db) ? (findAccount(db, session.actor.name)?.name ?? '') : null;
}

/** Returns the settings that the machine's administrator gives. */
const given = ({ policy }: Session): Partial<Settings> =>
  // safe: members that a policy leaves out are absent from it
  (policy.settings ?? {}) as Partial<Settings>;

/** Returns the settings; without names and documents while nobody is signed in. */
export function settingsOf(session: Session): Settings {
  const owner = ownerIn(session);
  const settings = { ...readSettings(dbOf(session), owner), ...given(session) };
  if (owner !== '') return settings;
  return {
    ...settings,
    hiddenTypes: [],
    openDocuments: [],
    activeDocument: null,
    documentFilters: [],
    recordSearches: [],
  };
}

export function changeSettings(session: Session, change: SettingsChange): Settings {
  const locked: Readonly<Record<string, unknown>> = given(session);
  for (const [name, value] of Object.entries(change))
    refuseLocked(Object.hasOwn(locked, name) && locked[name] !== value, name);
  const settings = { ...writeSettings(dbOf(session), change, ownerIn(session)), ...given(session) };
  if (Object.values(STARTER_SETTINGS).some((key) => change[key] !== undefined)) modelsChanged(session);
  return settings;
}
