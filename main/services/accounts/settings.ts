/** Settings of the requester: some belong to the account once there are accounts. */
import { STARTER_SETTINGS } from '../../../shared/domain/starter.ts';
import type { Settings, SettingsChange } from '../../../shared/domain/system.ts';
import { findAccount, hasAccounts } from '../../db/repositories/accounts.ts';
import { readSettings, type SettingsOwner, writeSettings } from '../../db/repositories/settings.ts';
import { modelsChanged } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';

function ownerIn(session: Session): SettingsOwner {
  const db = dbOf(session);
  return hasAccounts(db) ? (findAccount(db, session.actor.name)?.name ?? '') : null;
}

/** Returns the settings; without names and documents while nobody is signed in. */
export function settingsOf(session: Session): Settings {
  const owner = ownerIn(session);
  const settings = readSettings(dbOf(session), owner);
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
  const settings = writeSettings(dbOf(session), change, ownerIn(session));
  if (Object.values(STARTER_SETTINGS).some((key) => change[key] !== undefined)) modelsChanged(session);
  return settings;
}
