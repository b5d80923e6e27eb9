/** A restore and its audit entry are kept together or not at all, and no key of files or earlier backups is lost. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditAlone, listAudit } from '../../../main/db/repositories/audit.ts';
import { insertRecord, listRecords } from '../../../main/db/repositories/records.ts';
import { readMark } from '../../../main/db/repositories/settings.ts';
import { FORMER_KEYS } from '../../../main/workspace/change-key.ts';
import { FILE_KEY, fileKeyOf } from '../../../main/workspace/file-key.ts';
import { crashStates, returnTo } from '../../helpers/crash-states.ts';
import { verifyAudit } from '../../helpers/verify.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

const actor = { name: 'tester' };

it('a kill at any step of a restore leaves the content before or after it, its entry, and every key', () => {
  const dir = temporaryDir();
  const workspace = openWorkspace(dir);
  insertRecord(workspace.db, actor, { title: 'early', text: '患者张某', origin: 'test' });
  const { file } = workspace.backup(); // from before there was a key of files or a former key
  fileKeyOf(workspace);
  workspace.changeKey('keyfile');
  insertRecord(workspace.db, actor, { title: 'late', text: '患者李某', origin: 'test' });
  const keys = [FILE_KEY, FORMER_KEYS].map((mark) => readMark(workspace.db, mark));
  const states = crashStates(dir, () =>
    workspace.restore(file, (db) => auditAlone(db, actor, 'workspace.restore', 'workspace', { file })),
  );
  workspace.close();
  const found = states.map((state) => {
    returnTo(state, dir);
    const again = openWorkspace(dir);
    expect([FILE_KEY, FORMER_KEYS].map((mark) => readMark(again.db, mark))).toEqual(keys);
    expect(again.db.integrityCheck()).toBe('ok');
    expect(verifyAudit(again.db).brokenAt).toBeUndefined();
    expect(readdirSync(join(again.dir, 'backups')).filter((name) => !name.endsWith('.db'))).toEqual([]);
    const titles = listRecords(again.db).map(({ title }) => title);
    const entries = listAudit(again.db, { limit: 9, actions: ['workspace.restore'] }).length;
    again.close();
    return `${titles.join()} ${entries}`;
  });
  expect(states.length).toBeGreaterThan(10);
  expect([...new Set(found)]).toEqual(['early,late 0', 'early 1']);
});
