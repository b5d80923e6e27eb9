import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PERMISSIONS } from '../../../../main/services/accounts/permissions.ts';
import { ActivityReport, reportEvery } from '../../../../renderer/api/activity.ts';
import { noteAccount, refuseForeign, windowOwner } from '../../../../renderer/api/window-owner.ts';
import { allowedView, commandNeeds, VIEW_NEEDS } from '../../../../renderer/features/shell/rights.ts';
import { SHORTCUTS } from '../../../../renderer/lib/keyboard/shortcuts.ts';
import { flushUnsaved, hasUnsaved, holdUnsaved } from '../../../../renderer/lib/unsaved.ts';
import type { Method } from '../../../../shared/contract/index.ts';
import { type AccountStatus, Role } from '../../../../shared/domain/account.ts';

describe('activity', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('is told at once, then at most once in a while, and never later than that', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 60 }), (gaps) => {
        const told: { at: number; of: number }[] = [];
        const now = () => Date.now();
        const tell = (ago: number) => told.push({ at: now(), of: now() - ago });
        const report = new ActivityReport({ everyMs: 60_000, now, tell });
        const touches: number[] = [];
        for (const gap of gaps) {
          vi.advanceTimersByTime(gap);
          touches.push(now());
          report.touch();
        }
        vi.advanceTimersByTime(120_000);
        report.stop();
        for (const [i, { at }] of told.entries()) {
          const before = told[i - 1];
          if (before !== undefined) expect(at - before.at).toBeGreaterThanOrEqual(60_000);
        }
        // Each is told of by a report of it, or of a later one, within the time.
        for (const touch of touches) {
          const first = told.find(({ of }) => of >= touch);
          expect(first).toBeDefined();
          expect((first?.at ?? 0) - touch).toBeLessThanOrEqual(60_000);
        }
        for (const { of } of told) expect(touches).toContain(of);
      }),
      { numRuns: 100 },
    );
  });

  it('is told well within the time until locking', () => {
    for (const minutes of [1, 2, 3, 5, 15, 480]) {
      expect(reportEvery(minutes)).toBeLessThanOrEqual(60_000);
      expect(reportEvery(minutes)).toBeLessThan((minutes * 60_000) / 2);
    }
  });

  it('ends when it is stopped', () => {
    const told: number[] = [];
    const report = new ActivityReport({
      everyMs: 1000,
      tell: (ago) => told.push(ago),
      now: () => Date.now(),
    });
    report.touch();
    vi.advanceTimersByTime(10);
    report.touch();
    report.stop();
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([0]);
  });
});

const status = (state: AccountStatus['state'], name: string | null): AccountStatus => ({
  state,
  person: name === null ? null : { name, roles: [] },
  idleMinutes: 15,
  refused: [],
});

const isRefused = (method: Method): boolean => {
  try {
    refuseForeign(method);
    return false;
  } catch {
    return true;
  }
};

describe('the owner of a window', () => {
  beforeEach(() => windowOwner.set({ owner: undefined, foreign: null, refused: [] }));

  it('is whoever came first; nothing is written in the name of somebody else', () => {
    noteAccount(status('signed-out', null));
    expect(windowOwner.get().owner).toBeUndefined();
    noteAccount(status('signed-in', '甲'));
    expect(isRefused('docs.saveDraft')).toBe(false);
    noteAccount(status('locked', '甲'));
    noteAccount(status('new-password', '乙'));
    expect(windowOwner.get()).toMatchObject({ owner: '甲', foreign: null });
    noteAccount(status('signed-in', '乙'));
    expect(windowOwner.get()).toMatchObject({ owner: '甲', foreign: '乙' });
    expect(isRefused('docs.saveDraft')).toBe(true);
    expect(isRefused('annotation.apply')).toBe(true);
    expect(isRefused('account.signOut')).toBe(false);
    expect(isRefused('app.info')).toBe(false);
    noteAccount(status('signed-out', null));
    expect(windowOwner.get()).toMatchObject({ owner: '甲', foreign: null }); // whoever comes next is asked for again
    noteAccount(status('signed-in', '甲'));
    expect(isRefused('docs.saveDraft')).toBe(false);
  });

  it('keeps what it shows while it is locked or signed out: rights are those of the last time somebody was in', () => {
    const refused = ['accounts.list'];
    noteAccount({ ...status('signed-in', '甲'), refused });
    noteAccount({ ...status('locked', '甲'), refused: ['docs.list', 'accounts.list'] });
    noteAccount({ ...status('signed-out', null), refused: ['docs.list', 'accounts.list'] });
    noteAccount({ ...status('signed-in', '乙'), refused: ['docs.list'] });
    expect(windowOwner.get().refused).toEqual(refused);
    noteAccount({ ...status('signed-in', '甲'), refused: [] });
    expect(windowOwner.get().refused).toEqual([]);
  });

  it('stays when the first account is made: it is of whoever uses the window', () => {
    noteAccount(status('none', null));
    expect(windowOwner.get()).toMatchObject({ owner: '', foreign: null });
    noteAccount(status('signed-in', '甲'));
    expect(windowOwner.get()).toMatchObject({ owner: '甲', foreign: null });
  });
});

describe('what is not saved', () => {
  it('is written when asked, and known when it cannot be', async () => {
    let text = 'typed';
    const release = holdUnsaved({
      unsaved: () => text !== '',
      flush: async () => {
        text = '';
      },
    });
    expect(hasUnsaved()).toBe(true);
    expect(await flushUnsaved()).toBe(true);
    const stuck = holdUnsaved({ unsaved: () => true, flush: () => Promise.reject(new Error('disk full')) });
    expect(await flushUnsaved()).toBe(false);
    stuck();
    release();
    text = 'typed';
    expect(hasUnsaved()).toBe(false);
  });
});

describe('what somebody sees', () => {
  /** Permissions of the real table. */
  const mayOf =
    (...roles: Role[]) =>
    (method: Method): boolean => {
      const permission: 'anyone' | 'person' | readonly Role[] = PERMISSIONS[method];
      return typeof permission === 'string' || permission.some((role) => roles.includes(role));
    };
  const viewsOf = (...roles: Role[]) =>
    Object.entries(VIEW_NEEDS)
      .filter(([, needs]) => needs === null || mayOf(...roles)(needs))
      .map(([view]) => view);

  it('is the views of their roles', () => {
    expect(viewsOf('clinician')).toEqual(['editor', 'patients', 'graph', 'settings']);
    expect(viewsOf('annotator')).toEqual(['annotate', 'graph', 'settings']);
    expect(viewsOf('adjudicator')).toEqual(['annotate', 'train', 'graph', 'settings']);
    expect(viewsOf('administrator')).toEqual([
      ...['editor', 'patients', 'annotate', 'train', 'graph', 'settings'],
    ]);
    expect(viewsOf()).toEqual(['graph', 'settings']);
    expect(viewsOf(...Role.options)).toEqual(Object.keys(VIEW_NEEDS));
  });

  it('begins with a view that they have', () => {
    expect(allowedView('editor', mayOf('clinician'))).toBe('editor');
    expect(allowedView('editor', mayOf('annotator'))).toBe('annotate');
    expect(allowedView('train', mayOf('annotator'))).toBe('annotate');
    expect(allowedView('editor', mayOf())).toBe('graph');
    expect(allowedView('settings', mayOf('annotator'))).toBe('settings');
  });

  it('has the commands of these views only', () => {
    const commands = (...roles: Role[]) =>
      Object.keys(SHORTCUTS).filter((name) => {
        const needs = commandNeeds(name);
        return needs === null || mayOf(...roles)(needs);
      });
    expect(commands('annotator')).not.toContain('newDocument');
    expect(commands('annotator')).not.toContain('goEditor');
    expect(commands('annotator')).not.toContain('importGraph');
    expect(commands('annotator')).toEqual(
      expect.arrayContaining(['palette', 'lockWindow', 'goAnnotate', 'signOut']),
    );
    expect(commands('clinician')).toEqual(expect.arrayContaining(['newDocument', 'save', 'goEditor']));
    expect(commands('clinician')).not.toContain('newRun');
    expect(commands(...Role.options)).toEqual(Object.keys(SHORTCUTS));
  });
});
