/** Serves the open workspace to other machines while somebody asks for it, with both ends in the audit table. */
import type { SharingStatus } from '../../../shared/domain/server.ts';
import { AppError } from '../../../shared/result.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { hasAccounts } from '../accounts/requester.ts';
import { dbOf, type Session } from '../session/session.ts';

/** The listening part, which the host brings. */
export interface Sharing {
  status(): SharingStatus;
  /** Throws `conflict` while it is on, `io` when it cannot listen there. */
  start(address: string, port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Throws `forbidden` without accounts, since everybody on the network could then do everything. */
export async function startSharing(
  session: Session,
  sharing: Sharing,
  request: { readonly address: string; readonly port: number },
): Promise<SharingStatus> {
  const { actor } = session;
  const { path: dir } = session.workspace.info();
  if (!hasAccounts(session))
    throw new AppError('forbidden', 'serve.needs-accounts', { dir }, { hint: 'hint.add-people' });
  await sharing.start(request.address, request.port);
  try {
    auditAlone(dbOf(session), actor, 'workspace.share', 'workspace', { ...request });
  } catch (error) {
    await sharing.stop();
    throw error;
  }
  session.emit('sharing.changed', {});
  return sharing.status();
}

/** Audits the end, then ends it; does nothing while it is off. */
export async function stopSharing(
  session: Session,
  sharing: Sharing,
  why: 'asked' | 'quit' = 'asked',
): Promise<SharingStatus> {
  if (sharing.status().on !== null) {
    auditAlone(dbOf(session), session.actor, 'workspace.unshare', 'workspace', { why });
    await sharing.stop();
    session.emit('sharing.changed', {});
  }
  return sharing.status();
}
