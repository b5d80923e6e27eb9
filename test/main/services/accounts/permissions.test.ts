/** Compares the permissions of every method and role with a table written by hand, over the real router. */

import { describe, expect, it } from 'vitest';
import { setActive, setPassword, setRoles } from '../../../../main/db/repositories/accounts.ts';
import { route } from '../../../../main/ipc/router.ts';
import {
  mayCall,
  mayEditLayer,
  mayReadLayer,
  requireEditLayer,
  requireReadLayer,
} from '../../../../main/services/accounts/permissions.ts';
import { type AuthorizedActor, unrestricted } from '../../../../main/services/accounts/requester.ts';
import type { SignIn } from '../../../../main/services/accounts/sign-in.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { contract, type Handlers, type Method } from '../../../../shared/contract/index.ts';
import { Role } from '../../../../shared/domain/account.ts';
import { AppError } from '../../../../shared/result.ts';
import { codeOf, openSignIn, person } from '../../../helpers/accounts.ts';
import { PASSWORD, quickHash } from '../../../helpers/passwords.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

/** Permitted roles: `-` not signed in, c(linician), n: annotator, j: adjudicator, a(dministrator). A dot: refused. */
const WRITTEN: Readonly<Record<string, string>> = {
  'app.info': '-cnja',
  'app.components': '-cnja',
  'app.diagnostics': '....a',
  'app.givenFile': '.cnja',
  'settings.get': '-cnja',
  'settings.set': '.cnja',
  'account.signIn': '-cnja',
  'account.signOut': '-cnja',
  'account.lock': '-cnja',
  'account.activity': '-cnja',
  'account.changePassword': '-cnja',
  'accounts.list': '....a',
  'accounts.names': '.cnja',
  'accounts.add': '....a',
  'accounts.setRoles': '....a',
  'accounts.resetPassword': '....a',
  'accounts.setActive': '....a',
  'accounts.setIdleLock': '....a',
  'accounts.sessions': '....a',
  'presence.enter': '.cnja',
  'accounts.endSession': '....a',
  'workspace.unlock': '-cnja',
  'workspace.rebuild': '-cnja',
  'workspace.importKey': '-cnja',
  'workspace.changeKey': '....a',
  'workspace.exportKey': '....a',
  'workspace.backup': '....a',
  'workspace.restore': '....a',
  'servers.status': '-cnja',
  'servers.check': '-cnja',
  'servers.connect': '-cnja',
  'servers.disconnect': '-cnja',
  'servers.forget': '-cnja',
  'sharing.get': '....a',
  'sharing.start': '....a',
  'sharing.stop': '....a',
  'watch.get': '....a',
  'watch.set': '....a',
  'backups.get': '....a',
  'backups.plan': '....a',
  'backups.run': '....a',
  'backups.verify': '....a',
  'batch.list': '....a',
  'batch.submit': '....a',
  'batch.control': '....a',
  'batch.prioritise': '....a',
  'batch.failures': '....a',
  'batch.results': '....a',
  'batch.invite': '....a',
  'batch.setQueue': '....a',
  'docs.list': '.c..a',
  'docs.ids': '.c..a',
  'docs.totals': '.c..a',
  'docs.get': '.c..a',
  'docs.create': '.c..a',
  'docs.import': '.c..a',
  'docs.scanChecked': '.c..a',
  'templates.list': '.c..a',
  'templates.save': '.c..a',
  'docs.rename': '.c..a',
  'docs.delete': '.c..a',
  'docs.saveDraft': '.c..a',
  'docs.commit': '.c..a',
  'docs.revisions': '.c..a',
  'docs.revision': '.c..a',
  'docs.restore': '.c..a',
  'docs.archive': '.c..a',
  'docs.unarchive': '....a',
  'docs.search': '.c..a',
  'docs.similar': '.c..a',
  'docs.export': '.c..a',
  'patients.list': '.c..a',
  'patients.get': '.c..a',
  'patients.findings': '.c..a',
  'patients.merge': '.c..a',
  'patients.unmerge': '.c..a',
  'deid.preview': '.c..a',
  'deid.apply': '.c..a',
  'deid.look': '.c..a',
  'deid.decide': '.c.ja',
  'deid.safety': '.cnja',
  'deid.setLimits': '....a',
  'deid.loadList': '....a',
  'deid.forgetList': '....a',
  'text.annotate': '.cnja',
  'text.predict': '.cnja',
  'relations.find': '.c..a',
  'relations.list': '.c..a',
  'relations.decide': '.c...',
  'corrections.apply': '.c...',
  'corrections.rules': '.c..a',
  'corrections.setRule': '.c...',
  'values.ranges': '.c..a',
  'values.setRange': '....a',
  'corrections.exportRules': '.c..a',
  'diagnosis.rank': '.c..a',
  'diagnosis.decide': '.c...',
  'diagnosis.decisions': '.c..a',
  'diagnosis.predict': '.c..a',
  'diagnosis.terms': '.c..a',
  'diagnosis.explain': '.c..a',
  'cds.patientView': '.c..a',
  'requests.cancel': '.cnja',
  'kg.search': '.cnja',
  'kg.entity': '.cnja',
  'kg.related': '.cnja',
  'kg.records': '.c..a',
  'kg.path': '.cnja',
  'kg.stats': '.cnja',
  'kg.predict': '...ja',
  'kg.predictions': '.cnja',
  'kg.explain': '.cnja',
  'kg.decide': '...ja',
  'kg.edit': '...ja',
  'kg.edits': '.cnja',
  'kg.turnEdit': '...ja',
  'kg.export': '...ja',
  'kg.query': '.cnja',
  'kg.review': '.cnja',
  'kg.decideReview': '...ja',
  'kg.import': '....a',
  'kg.importStarter': '....a',
  'kg.undoImport': '....a',
  'phrases.lists': '.cnja',
  'phrases.mine': '...ja',
  'phrases.page': '...ja',
  'phrases.edit': '...ja',
  'phrases.setCutPoint': '...ja',
  'phrases.export': '...ja',
  'phrases.import': '...ja',
  'phrases.delete': '...ja',
  'files.open': '...ja',
  'files.append': '...ja',
  'files.discard': '...ja',
  'jobs.list': '.cnja',
  'jobs.cancel': '....a',
  'datasets.list': '.cnja',
  'datasets.preview': '...ja',
  'datasets.import': '...ja',
  'datasets.ofRecords': '....a',
  'datasets.delete': '...ja',
  'datasets.leakage': '...ja',
  'datasets.document': '...ja',
  'runs.list': '.cnja',
  'runs.get': '...ja',
  'runs.points': '...ja',
  'runs.recipes': '...ja',
  'runs.estimate': '...ja',
  'runs.augmented': '...ja',
  'runs.samples': '...ja',
  'runs.start': '...ja',
  'runs.control': '...ja',
  'runs.delete': '...ja',
  'runs.report': '...ja',
  'experiments.list': '.cnja',
  'experiments.get': '...ja',
  'experiments.start': '...ja',
  'experiments.control': '...ja',
  'experiments.delete': '...ja',
  'experiments.differences': '...ja',
  'experiments.report': '...ja',
  'models.starter': '.cnja',
  'models.list': '.cnja',
  'models.rename': '...ja',
  'models.delete': '...ja',
  'models.use': '...ja',
  'models.useInt8': '...ja',
  'models.measureInt8': '...ja',
  'models.probe': '...ja',
  'models.similarity': '...ja',
  'models.attention': '...ja',
  'models.evaluate': '...ja',
  'models.compare': '...ja',
  'models.try': '...ja',
  'models.export': '...ja',
  'models.import': '...ja',
  'vectors.list': '.cnja',
  'vectors.rename': '...ja',
  'vectors.delete': '...ja',
  'vectors.import': '...ja',
  'vectors.export': '...ja',
  'vectors.neighbours': '...ja',
  'vectors.tokens': '...ja',
  'vectors.points': '...ja',
  'vectors.trainings': '.cnja',
  'vectors.train': '...ja',
  'vectors.control': '...ja',
  'engine.status': '.cnja',
  'engine.restart': '.cnja',
  'engine.calibration': '.cnja',
  'engine.calibrate': '....a',
  'engine.pin': '....a',
  'audit.list': '....a',
  'audit.verify': '....a',
  'audit.facets': '....a',
  'audit.export': '....a',
  'audit.exportPart': '....a',
  'projects.list': '.cnja',
  'projects.get': '.cnja',
  'projects.create': '...ja',
  'projects.rename': '...ja',
  'projects.settings': '...ja',
  'projects.delete': '....a',
  'projects.orphans': '...ja',
  'projects.schema': '...ja',
  'projects.members': '...ja',
  'projects.removal': '...ja',
  'projects.removeDocuments': '...ja',
  'projects.removedDocuments': '...ja',
  'projects.putBackDocuments': '...ja',
  'projects.assign': '...ja',
  'projects.import': '...ja',
  'projects.previewTable': '...ja',
  'projects.addDocuments': '...ja',
  'projects.addCorrected': '...ja',
  'projects.export': '...ja',
  'projects.look': '...ja',
  'projects.merge': '...ja',
  'projects.board': '...ja',
  'projects.remind': '...ja',
  'annotation.reopen': '...ja',
  'threads.list': '..nja',
  'threads.open': '..nja',
  'threads.reply': '..nja',
  'threads.resolve': '..nja',
  'projects.pack': '...ja',
  'projects.unpack': '...ja',
  'annotation.queue': '..nja',
  'annotation.find': '..nja',
  'annotation.next': '..nja',
  'annotation.open': '..nja',
  'annotation.layers': '...ja',
  'annotation.apply': '..nj.',
  'annotation.decide': '..nj.',
  'annotation.markAll': '..nj.',
  'annotation.undo': '..nj.',
  'annotation.redo': '..nj.',
  'annotation.undoState': '..nja',
  'annotation.setState': '..nj.',
  'annotation.lock': '...ja',
  'annotation.history': '..nja',
  'annotation.at': '..nja',
  'annotation.diff': '..nja',
  'annotation.restore': '..nj.',
  'annotation.occurrences': '..nja',
  'agreement.report': '...ja',
  'adjudication.groups': '...ja',
  'adjudication.begin': '...j.',
  'adjudication.differences': '...ja',
  'adjudication.majority': '...j.',
  'adjudication.decided': '...ja',
  'learning.get': '..nja',
  'learning.train': '...ja',
  'learning.suggest': '..nja',
  'learning.order': '..nja',
};

const expectedOf = (method: Method): string => WRITTEN[method] ?? 'not written here';

const LETTERS: Readonly<Record<Role, string>> = {
  clinician: 'c',
  annotator: 'n',
  adjudicator: 'j',
  administrator: 'a',
};
// safe: the keys of the contract
const METHODS = Object.keys(contract) as Method[];

/** Every method answers, so that what is refused was refused on the way. */
const called: string[] = [];
const handlers = Object.fromEntries(
  METHODS.map((method) => [method, () => called.push(method)]),
) as unknown as Handlers; // safe: what they answer is not looked at

describe('the table', () => {
  it('is what is written here, for every method', () => {
    for (const method of METHODS) {
      const may = (roles: readonly Role[]) => mayCall({ name: 'x', roles, everything: false }, method);
      const row = [
        mayCall(null, method) ? '-' : '.',
        ...Role.options.map((role) => (may([role]) ? LETTERS[role] : '.')),
      ].join('');
      expect(`${method} ${row}`).toBe(`${method} ${expectedOf(method)}`);
    }
  });

  it('adds up for several roles, gives none to whoever has none, and everything before there are accounts', () => {
    for (const method of METHODS) {
      const expected = (roles: readonly Role[]) =>
        roles.some((role) => expectedOf(method).includes(LETTERS[role]));
      for (let bits = 0; bits < 2 ** Role.options.length; bits++) {
        const roles = Role.options.filter((_, i) => (bits >> i) % 2 === 1);
        const may = mayCall({ name: 'x', roles, everything: false }, method);
        const all = expectedOf(method).slice(1) === 'cnja';
        expect(may, `${method} for ${roles}`).toBe(all || expected(roles));
      }
      expect(mayCall(unrestricted('x'), method)).toBe(true);
    }
  });
});

describe('over the router', () => {
  function open(): { session: Session; signIn: SignIn; ask: (method: Method) => Promise<string> } {
    const session = openTestSession();
    const signIn = openSignIn(session);
    const admit = (asked: Method) => signIn.admit(asked);
    return {
      session,
      signIn,
      /** `ok`, or the code of the refusal. Input is what no method takes: what gets past the check is a bad request. */
      ask: async (method) => {
        const reply = await route(handlers, method, undefined, { checkOutput: false, admit });
        return reply.ok ? 'ok' : reply.error.code;
      },
    };
  }

  it('nothing is refused before there are people', async () => {
    const { ask } = open();
    for (const method of METHODS) expect(`${method} ${await ask(method)}`).toBe(`${method} bad-request`);
  });

  it('everything but the way in is refused to who is not signed in, left the window alone, or needs a password', async () => {
    const { session, signIn, ask } = open();
    person(session, '甲');
    const shut = async () => {
      for (const method of METHODS) {
        const expected = expectedOf(method).startsWith('-') ? 'bad-request' : 'locked';
        expect(`${method} ${await ask(method)}`).toBe(`${method} ${expected}`);
      }
      expect(signIn.status().refused).toEqual(
        METHODS.filter((method) => !expectedOf(method).startsWith('-')),
      );
    };
    await shut();
    await signIn.signIn('甲', PASSWORD);
    expect(await ask('accounts.list')).toBe('bad-request');
    signIn.lock();
    await shut();
    await signIn.signIn('甲', PASSWORD);
    setPassword(dbOf(session), '甲', quickHash(PASSWORD), true);
    await shut();
    setPassword(dbOf(session), '甲', quickHash(PASSWORD), false);
    setActive(dbOf(session), '甲', false);
    await shut();
    setActive(dbOf(session), '甲', true);
    signIn.signOut();
    await shut();
  });

  for (const role of Role.options) {
    it(`${role}: each method is let through or refused, by the roles of this moment`, async () => {
      const { session, signIn, ask } = open();
      person(session, '甲');
      await signIn.signIn('甲', PASSWORD);
      setRoles(dbOf(session), '甲', [role]);
      for (const method of METHODS) {
        const expected = expectedOf(method).includes(LETTERS[role]) ? 'bad-request' : 'forbidden';
        expect(`${method} ${await ask(method)}`).toBe(`${method} ${expected}`);
      }
      expect(signIn.status().refused).toEqual(
        METHODS.filter((method) => !expectedOf(method).includes(LETTERS[role])),
      );
    });
  }

  it('a refused request reaches no handler and says which role it needs', async () => {
    const { session, signIn } = open();
    person(session, '甲');
    await signIn.signIn('甲', PASSWORD);
    setRoles(dbOf(session), '甲', ['annotator']);
    const admit = (method: Method) => signIn.admit(method);
    const ask = (method: Method) => route(handlers, method, {}, { checkOutput: false, admit });
    called.length = 0;
    expect(await ask('accounts.list')).toMatchObject({
      ok: false,
      error: { code: 'forbidden', message: saying(/administrator/) },
    });
    expect(await ask('docs.list')).toMatchObject({
      error: { message: saying('clinician, administrator') },
    });
    expect(called).toEqual([]);
    expect(await ask('kg.stats')).toMatchObject({ ok: true });
    expect(called).toEqual(['kg.stats']);
  });
});

describe('layers', () => {
  const someone = (name: string, ...roles: Role[]): AuthorizedActor => ({ name, roles, everything: false });

  it('are changed by their own annotator, the gold one by adjudicators, others by nobody', () => {
    // person, then whether they may change: their own, another person's, the gold one
    const rows: readonly [AuthorizedActor, boolean, boolean, boolean][] = [
      [someone('a', 'annotator'), true, false, false],
      [someone('a', 'adjudicator'), false, false, true],
      [someone('a', 'annotator', 'adjudicator'), true, false, true],
      [someone('a', 'administrator'), false, false, false],
      [someone('a', 'clinician'), false, false, false],
      [someone('a', ...Role.options), true, false, true],
      [someone('a'), false, false, false],
      [unrestricted('a'), true, true, true],
    ];
    for (const [who, own, other, gold] of rows) {
      const may = ['a', 'b', ''].map((layer) => mayEditLayer(who, layer));
      expect(may, who.roles.join()).toEqual([own, other, gold]);
      for (const layer of ['a', 'b', '']) {
        const allowed = mayEditLayer(who, layer);
        if (allowed) requireEditLayer(who, layer);
        else expect(() => requireEditLayer(who, layer)).toThrow(AppError);
      }
    }
  });

  it("are read by who may decide between them; an annotator sees nobody else's", async () => {
    const rows: readonly [AuthorizedActor, boolean, boolean, boolean][] = [
      [someone('a', 'annotator'), true, false, false],
      [someone('a', 'clinician'), true, false, false],
      [someone('a', 'adjudicator'), true, true, true],
      [someone('a', 'administrator'), true, true, true],
      [unrestricted('a'), true, true, true],
    ];
    for (const [who, own, other, gold] of rows)
      expect(['a', 'b', ''].map((layer) => mayReadLayer(who, layer))).toEqual([own, other, gold]);
    expect(await codeOf(() => requireReadLayer(someone('a', 'annotator'), 'b'))).toBe('forbidden');
    expect(await codeOf(() => requireReadLayer(someone('a', 'annotator'), 'a'))).toBe('none');
  });
});
