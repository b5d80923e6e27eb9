import { dirname } from 'node:path';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Session } from '../../services/session/session.ts';
import type { BackupSchedule } from '../../services/upkeep/backup-plan.ts';
import type { WatchFolder } from '../../services/upkeep/watch-folder.ts';
import { restoreWorkspace } from '../../services/workspace/backup-and-key.ts';

type Part = Pick<
  Handlers,
  Extract<keyof Handlers, `watch.${string}` | `backups.${string}` | 'workspace.restore'>
>;

export interface Upkeep {
  readonly watch: WatchFolder;
  readonly backups: BackupSchedule;
}

export const upkeepHandlers = (session: () => Session, upkeep: () => Upkeep): Part => ({
  'watch.get': () => upkeep().watch.state(),
  'watch.set': ({ folder }) => upkeep().watch.set(folder),
  'backups.get': () => upkeep().backups.state(),
  'backups.plan': (plan) => upkeep().backups.setPlan(plan),
  'backups.run': () => upkeep().backups.run('backup'),
  'backups.verify': ({ file }) => upkeep().backups.verify(file),
  'workspace.restore': ({ file }) =>
    restoreWorkspace(session(), file, dirname(upkeep().backups.pathOf(file))),
});
