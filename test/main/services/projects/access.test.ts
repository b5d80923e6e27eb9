/** Checks access to projects, documents and layers, for every method that takes the id of one. */
import { describe, expect, it } from 'vitest';
import { setAssignment } from '../../../../main/db/repositories/annotation/documents.ts';
import { annotationHandlers } from '../../../../main/ipc/handlers/annotation.ts';
import { learningHandlers } from '../../../../main/ipc/handlers/learning.ts';
import { route } from '../../../../main/ipc/router.ts';
import { requirePermission } from '../../../../main/services/accounts/permissions.ts';
import { authorizedActor } from '../../../../main/services/accounts/requester.ts';
import { Uploads } from '../../../../main/services/data/uploads.ts';
import { Learning } from '../../../../main/services/learning/learning.ts';
import { assignDocuments } from '../../../../main/services/projects/assignment.ts';
import { openDocument } from '../../../../main/services/projects/layers.ts';
import { setMembers } from '../../../../main/services/projects/projects.ts';
import type { Runs } from '../../../../main/services/runs/runs.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { contract, type Handlers, type Method } from '../../../../shared/contract/index.ts';
import type { Item, Provenance, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../shared/domain/project.ts';
import { person } from '../../../helpers/accounts.ts';
import { add, alter, as, drop, makeProject, SCHEMA, span } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

/**
 * Names who is let in: the assignee, a member with another document, an annotator of no project, an adjudicator.
 * A digit stands for a person who is let in, a dot for one who is refused.
 */
const ACCESS: Readonly<Record<string, string>> = {
  'projects.get': '12.4',
  'projects.rename': '...4',
  'projects.settings': '...4',
  'projects.delete': '....',
  'projects.orphans': '...4',
  'projects.schema': '...4',
  'projects.members': '...4',
  'projects.assign': '...4',
  'projects.removal': '...4',
  'projects.removeDocuments': '...4',
  'projects.removedDocuments': '...4',
  'projects.putBackDocuments': '...4',
  'projects.import': '...4',
  'projects.previewTable': '...4',
  'projects.addDocuments': '...4',
  'projects.addCorrected': '...4',
  'projects.export': '...4',
  'projects.look': '...4',
  'projects.merge': '...4',
  'projects.board': '...4',
  'projects.remind': '...4',
  'annotation.reopen': '...4',
  'threads.list': '1..4',
  'threads.open': '1..4',
  'projects.pack': '...4',
  'annotation.queue': '12.4',
  'annotation.find': '12.4',
  'annotation.next': '12.4',
  'annotation.open': '1..4',
  'annotation.layers': '...4',
  'annotation.apply': '1...',
  'annotation.decide': '12.4',
  'annotation.markAll': '12.4',
  'annotation.undo': '12.4',
  'annotation.redo': '12.4',
  'annotation.undoState': '12.4',
  'annotation.setState': '1...',
  'annotation.lock': '...4',
  'annotation.history': '1..4',
  'annotation.at': '1..4',
  'annotation.diff': '1..4',
  'annotation.restore': '1...',
  'annotation.occurrences': '1..4',
  'agreement.report': '...4',
  'adjudication.groups': '...4',
  'adjudication.begin': '...4',
  'adjudication.differences': '...4',
  'adjudication.majority': '...4',
  'adjudication.decided': '...4',
  'learning.get': '12.4',
  'learning.train': '...4',
  'learning.suggest': '12.4',
  'learning.order': '12.4',
};
/** Methods whose `id` is of a record, a run, a model and the like, which their roles alone decide about. */
const IDS = ['projectId', 'documentId', 'layerId', 'edit'];
const NEED_DOCUMENTS = new Set<Method>([
  ...(['projects.assign', 'projects.addDocuments', 'projects.removal'] as const),
  ...(['projects.removeDocuments', 'projects.putBackDocuments'] as const),
]);
// Their documents are records.
const OWN = new Set<string>([
  ...([
    'diagnosis.rank',
    'diagnosis.decide',
    'diagnosis.decisions',
    'relations.list',
    'relations.decide',
  ] as const),
  'docs.similar',
  ...(['corrections.apply', 'text.annotate', 'text.predict', 'patients.findings'] as const),
]);

// safe: the keys of the contract
const METHODS = (Object.keys(contract) as Method[]).filter(
  (method) => !OWN.has(method) && Object.keys(contract[method].input.shape).some((key) => IDS.includes(key)),
);

function open() {
  const session = openTestSession();
  person(session, 'root');
  for (const name of ['甲', '乙', '丙', '旧']) person(session, name, 'annotator');
  person(session, '审', 'adjudicator', 'annotator');
  const root = as(session, 'root');
  const { projectId, documents } = makeProject(root, ['肺炎三天', '头痛'], { members: ['甲', '乙', '旧'] });
  const [mine, other] = documents as [number, number]; // safe: two texts, two documents
  setAssignment(dbOf(session), mine, ['甲', '旧']);
  // Has worked on the document and is a member no more.
  openDocument(as(session, '旧'), mine);
  setMembers(root, projectId, ['甲', '乙']);
  setAssignment(dbOf(session), mine, ['甲', '旧']);
  setAssignment(dbOf(session), other, ['乙']);
  const ask = (name: string) => {
    const asking: Session = as(session, name);
    const learning = new Learning(asking, {} as unknown as Runs); // safe: no round is trained
    const uploads = new Uploads();
    const handlers = {
      ...annotationHandlers(() => asking, uploads),
      ...learningHandlers(
        () => asking,
        () => learning,
      ),
    } as unknown as Handlers; // safe: only these are asked for
    const admit = (method: Method) => requirePermission(authorizedActor(asking), method);
    return async (method: Method, input: unknown) => {
      const reply = await route(handlers, method, input, { checkOutput: false, admit });
      return reply.ok
        ? { code: 'ok', value: reply.value }
        : { code: reply.error.code as string, value: null };
    };
  };
  return { session, projectId, mine, other, ask };
}

describe('access', () => {
  it('is written here for every method that takes an id of a project, document or layer', () => {
    expect(METHODS.filter((method) => ACCESS[method] === undefined)).toEqual([]);
  });

  it('is what is written here', async () => {
    for (const method of METHODS) {
      if (method === 'projects.pack') continue; // its role alone decides
      const { projectId, mine, ask } = open();
      const { value } = await ask('甲')('annotation.open', { documentId: mine });
      const { layer } = value as { layer: { id: number } }; // safe: an open document
      const made = add(span(1, 0, 2, { provenance: { kind: 'human', name: '甲' } }));
      const change = { layerId: layer.id, action: 'span.add', changes: [made] };
      const edited = (await ask('甲')('annotation.apply', change)).value as { edit: { id: number } }; // safe: an edit
      const input = {
        ...{ projectId, documentId: mine, layerId: layer.id, edit: edited.edit.id, documents: undefined },
        ...{
          name: 'x',
          schema: SCHEMA,
          settings: {},
          members: [],
          people: ['甲'],
          uploadIds: ['none'],
          uploadId: 'none',
          apply: true,
        },
        ...{ format: 'jsonl', action: 'span.add', changes: [alter(made.after as Item, { note: 'x' })] },
        ...{ decision: 'accept', words: '肺炎', type: 'disease', state: 'done', locked: true, limit: 9 },
        ...{
          find: {},
          comment: 'x',
          text: 'x',
          anchor: { kind: 'document' },
          from: null,
          to: null,
          source: { kind: 'dictionary' },
        },
        ...(NEED_DOCUMENTS.has(method) ? { documents: [mine] } : {}),
      };
      const given = method.startsWith('annotation.apply')
        ? { ...input, changes: [{ id: 1, before: made.after, after: null }] }
        : input;
      const former = await ask('旧')(method, given);
      expect(`${method} ${former.code}`).toBe(`${method} forbidden`);
      let found = '';
      for (const [n, name] of ['甲', '乙', '丙', '审'].entries())
        found += (await ask(name)(method, given)).code === 'forbidden' ? '.' : n + 1;
      expect(`${method} ${found}`).toBe(`${method} ${ACCESS[method]}`);
    }
  });

  it('is closed without members, and to those who are members no more, whatever they have done', async () => {
    const { session, projectId, mine, ask } = open();
    expect((await ask('旧')('projects.list', {})).value).toEqual([]);
    setMembers(as(session, 'root'), projectId, []);
    for (const name of ['甲', '乙', '丙', '旧']) {
      expect((await ask(name)('projects.list', {})).value).toEqual([]);
      expect((await ask(name)('annotation.open', { documentId: mine })).code).toBe('forbidden');
    }
    assignDocuments(as(session, 'root'), projectId, [mine], ['丙']);
    expect((await ask('丙')('annotation.open', { documentId: mine })).code).toBe('ok');
  });

  it('shows an annotator only their documents', async () => {
    const { projectId, mine, other, ask } = open();
    const ids = async (name: string) =>
      ((await ask(name)('annotation.queue', { projectId })).value as { id: number }[]).map(({ id }) => id); // safe: a queue
    expect(await ids('甲')).toEqual([mine]);
    expect(await ids('乙')).toEqual([other]);
    expect(await ids('审')).toEqual([mine, other]);
    expect((await ask('丙')('projects.list', {})).value).toEqual([]);
    const bulk = { projectId, documents: [other], words: '头痛', type: 'symptom' };
    expect((await ask('甲')('annotation.markAll', bulk)).code).toBe('forbidden');
    expect((await ask('甲')('learning.suggest', { ...bulk, source: { kind: 'dictionary' } })).code).toBe(
      'forbidden',
    );
  });
});

describe('the origin of an item', () => {
  it.each<[string, Partial<Provenance>]>([
    ['another person', { name: '乙' }],
    ['an acceptance', { acceptedBy: '甲' }],
    ["another person's acceptance", { acceptedBy: '乙', acceptedAt: '1999-01-01T00:00:00Z' }],
    ['a model', { kind: 'model', name: 'm', confidence: 1 }],
    ['an import', { kind: 'import' }],
    ['a confidence', { confidence: 0.9 }],
    ['readings', { readings: [{ annotator: '乙', item: 1 }] }],
  ])('cannot be forged: %s', async (_what, forged) => {
    const { mine, ask } = open();
    const { value } = await ask('甲')('annotation.open', { documentId: mine });
    const { layer } = value as { layer: { id: number } }; // safe: an open document
    const own: Provenance = { kind: 'human', name: '甲', at: new Date().toISOString() };
    const edit = (provenance: Provenance) => ({
      layerId: layer.id,
      action: 'span.add',
      changes: [add(span(1, 0, 2, { provenance }))],
    });
    expect((await ask('甲')('annotation.apply', edit({ ...own, ...forged }))).code).toBe('bad-request');
    expect((await ask('甲')('annotation.apply', edit(own))).code).toBe('ok');
  });

  it('has the time of the service, whatever time a caller names, in every step that follows', async () => {
    const began = Date.now();
    const { mine, ask } = open();
    const { layer } = (await ask('甲')('annotation.open', { documentId: mine })).value as {
      layer: { id: number };
    }; // safe: an open document
    const edit = (...changes: Change[]) =>
      ask('甲')('annotation.apply', { layerId: layer.id, action: 'span.add', changes });
    const items = async () => {
      const opened = await ask('甲')('annotation.open', { documentId: mine });
      return (opened.value as { layer: { items: Item[] } }).layer.items; // safe: an open document
    };
    const hoursAgo = (hours: number) => new Date(began - hours * 3_600_000).toISOString();
    const made = (id: number, at?: string, more: Partial<SpanItem> = {}) =>
      span(id, id - 1, id, { provenance: { kind: 'human', name: '甲', ...(at && { at }) }, ...more });
    const suggestion = made(4, hoursAgo(2), { status: 'suggested' });
    const given = [made(1, hoursAgo(23)), made(2, hoursAgo(-23)), made(3), suggestion];
    expect((await edit(...given.map(add))).code).toBe('ok');
    const accepted = { ...suggestion.provenance, acceptedBy: '甲', acceptedAt: hoursAgo(20) };
    // The window still names the times that it sent.
    const next = await edit(
      alter(given[0]!, { note: 'later' }),
      alter(suggestion, { status: 'accepted', provenance: accepted }),
      drop(given[2]!),
    );
    expect(next.code).toBe('ok');
    const times = (await items()).flatMap(({ provenance: { at, acceptedAt } }) => [at, acceptedAt]);
    expect(times.filter((time) => time !== undefined)).toHaveLength(4);
    for (const time of times)
      if (time !== undefined)
        expect(Date.parse(time)).toSatisfy((at: number) => at >= began && at <= Date.now());
    expect((await edit(alter(given[0]!, { note: 'not as it is' }))).code).toBe('conflict');
  });
});
