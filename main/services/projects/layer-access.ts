/** Access of the requester to layers. */

import { mayEditLayer, requireEditLayer, requireReadLayer } from '../accounts/permissions.ts';
import { authorizedActor } from '../accounts/requester.ts';
import type { Session } from '../session/session.ts';

/** @param person whose layer; '' for the gold one */
export function mayEdit(session: Session, person: string): boolean {
  return mayEditLayer(authorizedActor(session), person);
}

/** Throws `forbidden`. */
export function requireEdit(session: Session, person: string): void {
  requireEditLayer(authorizedActor(session), person);
}

/** Throws `forbidden`. */
export function requireRead(session: Session, person: string): void {
  requireReadLayer(authorizedActor(session), person);
}
