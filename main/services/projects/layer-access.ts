/** Whose annotations the person who asks may see and change. */

import { allowEditLayer, allowReadLayer, mayEditLayer } from '../accounts/permissions.ts';
import { actingPerson } from '../accounts/requester.ts';
import type { Session } from '../session/session.ts';

/** @param person whose layer; '' for the gold one */
export function mayEdit(session: Session, person: string): boolean {
  return mayEditLayer(actingPerson(session), person);
}

/** Throws `forbidden`. */
export function allowEdit(session: Session, person: string): void {
  allowEditLayer(actingPerson(session), person);
}

/** Throws `forbidden`. */
export function allowRead(session: Session, person: string): void {
  allowReadLayer(actingPerson(session), person);
}
