import type { Handlers } from '../../../shared/contract/index.ts';
import { auditFacets } from '../../db/repositories/audit.ts';
import { changeSettings, settingsOf } from '../../services/accounts/settings.ts';
import { auditEntries, auditExportPart, startAuditExport } from '../../services/audit/export.ts';
import { verifyWorkspace } from '../../services/audit/verify.ts';
import { cancelRequest, dbOf, type Session } from '../../services/session/session.ts';
import * as safekeeping from '../../services/workspace/backup-and-key.ts';
import { toFileData } from './file-data.ts';

type Part = Omit<
  Pick<
    Handlers,
    Extract<
      keyof Handlers,
      | `settings.${string}`
      | `workspace.${string}`
      | `engine.${'status' | 'restart'}`
      | `audit.${string}`
      | `jobs.${string}`
      | 'requests.cancel'
    >
  >,
  'workspace.unlock' | 'workspace.restore' | 'workspace.rebuild' | 'workspace.importKey'
>;

export function systemHandlers(session: () => Session): Part {
  return {
    'settings.get': () => settingsOf(session()),
    'settings.set': (change) => changeSettings(session(), change),
    'workspace.changeKey': ({ kind, passphrase }) => safekeeping.changeKey(session(), kind, passphrase),
    'workspace.exportKey': async ({ passphrase }) =>
      toFileData(await safekeeping.exportKey(session(), passphrase)),
    'workspace.backup': () => safekeeping.backupWorkspace(session()),
    'jobs.list': () => session().jobs.list(),
    'jobs.cancel': ({ id }) => {
      session().jobs.cancel(id);
      return { done: true };
    },
    'requests.cancel': ({ ticket }) => {
      cancelRequest(session(), ticket);
      return { done: true };
    },
    'engine.status': () => session().engine.status(),
    'engine.restart': async () => {
      await session().engine.restart();
      return session().engine.status();
    },
    'audit.list': (filter) => auditEntries(session(), filter),
    'audit.facets': () => auditFacets(dbOf(session())),
    'audit.export': ({ format, ...filter }) => startAuditExport(session(), filter, format),
    'audit.exportPart': ({ id, after }) => auditExportPart(session(), id, after),
    'audit.verify': () => verifyWorkspace(session()),
  };
}
