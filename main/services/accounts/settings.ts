/** Settings of whoever asks: some belong to the person once people have accounts. */
import type { Settings, SettingsChange } from '../../../shared/domain/system.ts';
import { findPerson, hasPeople } from '../../db/repositories/accounts.ts';
import { readSettings, type SettingsOwner, writeSettings } from '../../db/repositories/settings.ts';
import { dbOf, type Session } from '../session/session.ts';

function ownerIn(session: Session): SettingsOwner {
  const db = dbOf(session);
  return hasPeople(db) ? (findPerson(db, session.actor.name)?.name ?? '') : null;
}

export const settingsOf = (session: Session): Settings => readSettings(dbOf(session), ownerIn(session));

export const changeSettings = (session: Session, change: SettingsChange): Settings =>
  writeSettings(dbOf(session), change, ownerIn(session));
