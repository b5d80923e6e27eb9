/** Several clients of one app: each has its own person, rights, settings, events and end. */
import { describe, expect, it } from 'vitest';
import type { App } from '../../../main/ipc/app.ts';
import type { Client } from '../../../main/ipc/client.ts';
import { contract, type Method } from '../../../shared/contract/index.ts';
import { correctionOf } from '../../../shared/domain/correction.ts';
import { asked, EVERY_ROLE, signedIn, startedApp } from '../../helpers/apps.ts';
import { oneOver } from '../../helpers/contract-limits.ts';
import { PASSWORD } from '../../helpers/passwords.ts';
import { add, SCHEMA, span } from '../../helpers/projects.ts';

// safe: the keys of the contract
const METHODS = Object.keys(contract) as Method[];

/** Answered by hosts to windows of their own program. */
const OF_HOSTS = /^(servers|sharing)\./;
/** They end or replace the workspace or the session that the others need. */
const ENDING = new Set<Method>(['account.signOut', 'account.lock', 'account.signIn', 'workspace.restore']);

const codeOf = async (client: Client, method: Method, input: unknown = {}): Promise<string> => {
  const reply = await client.invoke(method, input);
  return reply.ok ? 'ok' : reply.error.code;
};

const heard = (client: Client): [string, unknown][] => {
  const list: [string, unknown][] = [];
  client.listen((event, data) => list.push([event, data]));
  return list;
};

describe('clients', () => {
  it('have each their own person, rights and settings, at the same time', async () => {
    const app = await startedApp({ 甲: ['clinician'], 乙: ['annotator'] });
    const first = await signedIn(app, '甲');
    const second = await signedIn(app, '乙', { address: '192.0.2.7' });
    const third = app.connect();
    expect((await asked(first, 'app.info', {})).account.person?.name).toBe('甲');
    expect((await asked(second, 'app.info', {})).account.person?.name).toBe('乙');
    expect((await asked(third, 'app.info', {})).account.state).toBe('signed-out');
    expect(await Promise.all([first, second, third].map((client) => codeOf(client, 'docs.ids')))).toEqual([
      'ok',
      'forbidden',
      'locked',
    ]);
    await asked(first, 'settings.set', { language: 'en', theme: 'dark', shortcuts: { save: 'Mod+J' } });
    await asked(second, 'settings.set', { language: 'zh', theme: 'light', openDocuments: [] });
    expect(await asked(first, 'settings.get', {})).toMatchObject({ language: 'en', theme: 'dark' });
    expect(await asked(second, 'settings.get', {})).toMatchObject({ theme: 'light', shortcuts: {} });
    await asked(second, 'account.signOut', {});
    expect((await asked(first, 'app.info', {})).account.state).toBe('signed-in');
    await asked(first, 'account.lock', {});
    expect(await codeOf(await signedIn(app, '乙'), 'kg.stats')).toBe('ok');
    expect(await codeOf(first, 'docs.ids')).toBe('locked');
  });

  it('act in the name of their own person in every method, whoever signed in last', async () => {
    const app = await startedApp({ 甲: EVERY_ROLE, 乙: EVERY_ROLE });
    const first = await signedIn(app, '甲');
    const second = await signedIn(app, '乙');
    const wanted = METHODS.filter((method) => !ENDING.has(method) && !OF_HOSTS.test(method));
    const before = (await asked(second, 'audit.list', { limit: 1 }))[0]?.id ?? 0;
    let answered = 0;
    for (const method of wanted) {
      const input = oneOver(contract[method].input, { path: 'nothing', kind: 'other', max: null });
      const code = await codeOf(first, method, input);
      expect(`${method} ${code}`).not.toMatch(/locked|forbidden/);
      if (code === 'ok') answered++;
    }
    expect(answered).toBeGreaterThan(30);
    const trail = (await asked(second, 'audit.list', { limit: 1000 })).filter(({ id }) => id > before);
    expect(trail.length).toBeGreaterThan(10);
    expect(new Set(trail.map(({ actor }) => actor))).toEqual(new Set(['甲']));
    expect(JSON.stringify(await asked(second, 'settings.get', {}))).toBe(
      JSON.stringify(await asked(await signedIn(app, '乙'), 'settings.get', {})),
    );
  });

  it('are listed for an administrator, who ends one; a window that waits is told', async () => {
    const app = await startedApp({ 甲: [], 乙: ['annotator'] });
    const first = await signedIn(app, '甲');
    const second = await signedIn(app, '乙', { address: '192.0.2.7' });
    const told = heard(second);
    const list = await asked(first, 'accounts.sessions', {});
    expect(list.map(({ name, address, own }) => [name, address, own]).sort()).toEqual([
      ['乙', '192.0.2.7', false],
      ['甲', '', true],
    ]);
    expect(await codeOf(second, 'accounts.sessions')).toBe('forbidden');
    const { id } = list.find(({ name }) => name === '乙')!;
    await asked(first, 'accounts.endSession', { id });
    expect(told).toMatchObject([['account.changed', { state: 'signed-out' }]]);
    expect(await codeOf(second, 'kg.stats')).toBe('locked');
    expect(await codeOf(first, 'accounts.endSession', { id })).toBe('not-found');
    const [entry] = await asked(first, 'audit.list', { limit: 1 });
    expect(entry).toMatchObject({ actor: '甲', action: 'account.sign-out', object: 'person:乙' });
    expect(entry?.detail).toEqual({ why: 'ended' });
  });

  it('expire, and share the delay after wrong passwords', async () => {
    const app = await startedApp({ 甲: [], 乙: [] });
    expect(await codeOf(await signedIn(app, '甲', { longestMs: 0 }), 'kg.stats')).toBe('locked');
    const wrong = { name: '乙', password: 'wrong' };
    const codes = [];
    for (let n = 0; n < 6; n++) codes.push(await codeOf(app.connect(), 'account.signIn', wrong));
    expect(codes).toEqual([...Array(5).fill('wrong-key'), 'forbidden']);
    const right = { name: '乙', password: PASSWORD };
    expect(await codeOf(app.connect(), 'account.signIn', right)).toBe('forbidden');
  });

  it('sign out who leaves, and forget them', async () => {
    const app = await startedApp({ 甲: [] });
    const first = await signedIn(app, '甲');
    const second = await signedIn(app, '甲');
    app.disconnect(second);
    expect(await asked(first, 'accounts.sessions', {})).toHaveLength(1);
    expect(await codeOf(second, 'app.info')).toBe('locked');
  });
});

describe('events', () => {
  it('reach who may see what they tell, and nobody else', async () => {
    const app = await startedApp({
      管: ['adjudicator'],
      甲: ['annotator'],
      乙: ['annotator'],
      丙: ['clinician'],
    });
    const [lead, own, other, clinician] = await openProject(app);
    const lists = [lead, own, other, clinician].map(heard);
    const [project] = await asked(lead, 'projects.list', {});
    const [document] = await asked(own, 'annotation.queue', { projectId: project!.id });
    const { layer } = await asked(own, 'annotation.open', { documentId: document!.id });
    const changes = [add(span(1, 0, 2, { provenance: { kind: 'human', name: '甲' } }))];
    await asked(own, 'annotation.apply', { layerId: layer.id, action: 'span.add', changes });
    const edits = lists.map((list) => list.filter(([event]) => event === 'annotation.changed').length);
    expect(edits).toEqual([1, 1, 0, 0]);
    const record = await asked(clinician, 'docs.create', { title: '机密', text: '头痛', origin: 'typed' });
    const place = { start: 0, end: 2 };
    const found = { ...place, type: 'symptom' as const };
    const after = correctionOf('头痛', { id: crypto.randomUUID(), found, mention: null });
    await asked(clinician, 'corrections.apply', {
      ...{ documentId: record.id, base: record.revision, draft: record.draft },
      changes: [{ before: null, after }],
    });
    expect(lists.map((list) => list.some(([event]) => event === 'corrections.changed'))).toEqual([
      ...[true, false, false, true],
    ]);
    expect(lists.map((list) => list.some(([event]) => event === 'docs.changed'))).toEqual([
      true, // administrates, too
      false,
      false,
      true,
    ]);
  });

  it('of a project stay among those who take part in it', async () => {
    const app = await startedApp({
      管: ['adjudicator'],
      甲: ['annotator'],
      乙: ['annotator'],
      丙: ['clinician'],
    });
    const [lead, own, other] = await openProject(app, ['甲']);
    const [inside, outside] = [heard(own), heard(other)];
    const [project] = await asked(lead, 'projects.list', {});
    await asked(lead, 'projects.rename', { projectId: project!.id, name: '新名' });
    expect(inside.map(([event]) => event)).toContain('projects.changed');
    expect(outside).toEqual([]);
  });

  it('of a project end for who is taken out of it, presence included', async () => {
    const app = await startedApp({
      管: ['adjudicator'],
      甲: ['annotator'],
      乙: ['annotator'],
      丙: ['clinician'],
    });
    const [lead, own] = await openProject(app, ['甲']);
    const [document] = await asked(own, 'annotation.queue', { projectId: 1 });
    const place = { kind: 'annotation' as const, id: document!.id };
    await asked(own, 'annotation.open', { documentId: place.id });
    for (const client of [lead, own]) await asked(client, 'presence.enter', { place });
    const watching = heard(lead);
    await asked(lead, 'projects.members', { projectId: 1, members: ['乙'] });
    expect(watching).toContainEqual(['presence.changed', { place, people: [] }]);
    const told = heard(own);
    await asked(lead, 'projects.rename', { projectId: 1, name: '新名' });
    await asked(await signedIn(app, '管'), 'presence.enter', { place });
    expect(told.filter(([event]) => event !== 'engine.changed')).toEqual([]);
  });
});

describe('presence', () => {
  it('names who else has a text on screen, to who may read it, until they go, sign out or are gone', async () => {
    const app = await startedApp({
      管: ['adjudicator'],
      甲: ['annotator'],
      乙: ['annotator'],
      丙: ['clinician'],
    });
    const [lead, own, other, clinician] = await openProject(app, ['甲']);
    const [document] = await asked(lead, 'annotation.queue', { projectId: 1 });
    const place = { kind: 'annotation' as const, id: document!.id };
    const told = heard(lead);
    const changes = () => told.filter(([event]) => event === 'presence.changed').map(([, data]) => data);
    expect(await asked(lead, 'presence.enter', { place })).toEqual({ people: [] });
    expect(await asked(own, 'presence.enter', { place })).toEqual({ people: ['管'] });
    expect(await codeOf(other, 'presence.enter', { place })).toBe('forbidden');
    expect(await codeOf(own, 'presence.enter', { place: { kind: 'record', id: 1 } })).toBe('forbidden');
    expect(await codeOf(clinician, 'presence.enter', { place: { kind: 'record', id: 1 } })).toBe('ok');
    await asked(own, 'presence.enter', { place });
    expect(changes().at(-1)).toEqual({ place, people: ['甲'] });
    await asked(own, 'presence.enter', { place: null });
    expect(changes().at(-1)).toEqual({ place, people: [] });
    for (const go of [
      (client: Client) => asked(client, 'account.signOut', {}),
      (client: Client) => asked(client, 'account.lock', {}),
      (client: Client) => app.away(client),
      (client: Client) => app.disconnect(client),
    ]) {
      const again = await signedIn(app, '甲');
      await asked(again, 'presence.enter', { place });
      expect(changes().at(-1)).toEqual({ place, people: ['甲'] });
      await go(again);
      expect(changes().at(-1)).toEqual({ place, people: [] });
    }
  });
});

/** A project of one document in which annotators work blindly. */
async function openProject(app: App, members = ['甲', '乙']): Promise<[Client, Client, Client, Client]> {
  const clients: [Client, Client, Client, Client] = [
    await signedIn(app, '管'),
    await signedIn(app, '甲'),
    await signedIn(app, '乙'),
    await signedIn(app, '丙'),
  ];
  const [lead] = clients;
  const { id } = await asked(lead, 'docs.create', { title: '一', text: '肺炎三天', origin: 'typed' });
  const settings = { overlap: 2 };
  const project = await asked(lead, 'projects.create', { name: '项目', schema: SCHEMA, settings, members });
  await asked(lead, 'projects.addDocuments', { projectId: project.id, documents: [id] });
  const documents = (await asked(lead, 'annotation.queue', { projectId: project.id })).map(({ id }) => id);
  await asked(lead, 'projects.assign', { projectId: project.id, documents, people: members });
  return clients;
}
