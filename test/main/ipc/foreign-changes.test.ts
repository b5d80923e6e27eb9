/** Another program on the same workspace, such as the command line: windows hear what it changed, by area. */
import { describe, expect, it, vi } from 'vitest';
import { addAccount } from '../../../main/services/accounts/accounts.ts';
import { createRecord } from '../../../main/services/records/records.ts';
import { ForeignChanges } from '../../../main/services/session/foreign-changes.ts';
import { makeProject } from '../../helpers/projects.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

function open() {
  const dir = temporaryDir();
  const own = openTestSession(openWorkspace(dir));
  const emit = vi.fn();
  const changes = new ForeignChanges({ ...own, emit });
  const other = openTestSession(openWorkspace(dir));
  const heard = () => {
    emit.mockClear();
    changes.look();
    return emit.mock.calls.map(([event]) => event).sort();
  };
  return { own, other, heard, changes };
}

describe('changes by another program', () => {
  it('are told by area, once; those of this program are not', () => {
    const { own, other, heard, changes } = open();
    expect(heard()).toEqual([]);
    createRecord(own, { title: '一', text: '文', origin: 'test' });
    expect(heard()).toEqual([]);
    createRecord(other, { title: '二', text: '文', origin: 'test' });
    expect(heard()).toEqual(['docs.changed']);
    expect(heard()).toEqual([]);
    makeProject(other, ['咳嗽三天。']);
    expect(heard()).toEqual(['docs.changed', 'projects.changed']);
    changes.close();
  });

  it('tell every area when they are many', async () => {
    const { other, heard, changes } = open();
    for (let n = 0; n < 250; n++) createRecord(other, { title: `${n}`, text: '文', origin: 'test' });
    expect(heard()).toContain('kg.changed');
    await addAccount(other, { name: '甲', roles: [], password: 'a long password' });
    expect(heard()).toEqual([]);
    changes.close();
  });
});
