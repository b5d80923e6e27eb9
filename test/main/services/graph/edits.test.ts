/** Edits of the graph by people: every change, its refusals, its journal, and that nothing is lost by undoing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { loadEvidence } from '../../../../main/db/repositories/evidence.ts';
import { graphVersion } from '../../../../main/db/repositories/graph-triples.ts';
import { GraphLinker } from '../../../../main/inference/graph-linker.ts';
import { editGraph, listEdits, turnEdit } from '../../../../main/services/graph/edits.ts';
import * as graph from '../../../../main/services/graph/graph.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import type { EntityPage } from '../../../../shared/domain/graph.ts';
import type { GraphChange } from '../../../../shared/domain/graph-edit.ts';
import { importFile, inconsistencies, temporaryFile } from '../../../helpers/kg.ts';
import { openTestSession, openWorkspace } from '../../../helpers/workspace.ts';

const TRIPLES = `head\trelation\ttail\thead_type\ttail_type
甲病\tHasSymptom\t发热\tdisease\tsymptom
甲病\tHasSymptom\t咳嗽\tdisease\tsymptom
甲病\t别名\t甲症\tdisease\tdisease
乙病\tHasSymptom\t发热\tdisease\tsymptom
乙病\tHasSymptom\t寒战\tdisease\tsymptom
乙病\t别名\t乙症\tdisease\tdisease
乙病\tHasComplication\t甲病\tdisease\tdisease
丙病\tTreatedByDrug\t某药\tdisease\tdrug
`;

async function open() {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('first.tsv', TRIPLES));
  return session;
}

const idOf = (session: Session, name: string): number =>
  graph.searchGraph(session, name, { limit: 1 })[0]!.id;
const pageOf = (session: Session, name: string): EntityPage =>
  graph.entityPage(session, idOf(session, name), 500);
const edgesOf = (page: EntityPage): string[] =>
  page.edges.map(({ direction, relation, other }) => `${direction} ${relation} ${other.name}`).toSorted();
const namesOf = (page: EntityPage): string[] => page.names.map(({ name }) => name);

/** Everything but the sources of people, which stay, and the numbers of relations and names. */
function contentOf(session: Session) {
  const db = dbOf(session);
  const texts = (sql: string) => db.rows(sql).map(String).toSorted();
  return {
    entities: texts('SELECT id, type, norm, name FROM kg_entity'),
    names: texts('SELECT entity_id, norm, name FROM kg_name'),
    claims: texts(
      'SELECT n.entity_id, n.norm, s.source_id FROM kg_name_source s JOIN kg_name n ON n.id = s.name_id',
    ),
    facts: texts('SELECT entity_id, key, source_id, value FROM kg_fact'),
    edges: texts(
      'SELECT head, r.name, tail, source_id, rank FROM kg_edge JOIN kg_relation r ON r.id = relation_id',
    ),
    relations: texts('SELECT name FROM kg_relation'),
  };
}

/** Makes an edit, undoes it, does it again; nothing may be lost in between. */
function turnedBothWays(session: Session, changes: GraphChange[]) {
  const before = contentOf(session);
  const done = editGraph(session, changes);
  expect(inconsistencies(dbOf(session))).toEqual([]);
  const after = contentOf(session);
  turnEdit(session, { redo: false });
  expect(inconsistencies(dbOf(session))).toEqual([]);
  expect(contentOf(session)).toEqual(before);
  turnEdit(session, { redo: true });
  expect(contentOf(session)).toEqual(after);
  return done;
}

it('adds an entity with edges that the linker and the ranking of diagnoses know at once', async () => {
  const session = await open();
  const { version } = graphVersion(dbOf(session));
  const { entity } = turnedBothWays(session, [
    { kind: 'add', type: 'disease', name: '丁病', names: ['丁氏综合征'], facts: { icd10: 'A09' } },
  ]);
  turnedBothWays(session, [
    { kind: 'addEdge', head: entity!, relation: 'HasSymptom', tail: idOf(session, '咳嗽') },
  ]);
  const page = pageOf(session, '丁氏综合征');
  expect(page).toMatchObject({
    id: entity,
    name: '丁病',
    code: 'A09',
    factSources: { icd10: ['person: tester'] },
  });
  expect(page.names[0]?.sources).toEqual(['person: tester']);
  expect(page.edges).toMatchObject([{ relation: 'HasSymptom', sources: ['person: tester'] }]);
  expect(page.edges[0]).not.toHaveProperty('predicted');
  expect(graphVersion(dbOf(session)).version).not.toBe(version);
  expect(GraphLinker.load(dbOf(session)).annotate('诊断为丁氏综合征。').mentions).toMatchObject([
    { entityId: entity },
  ]);
  const { edges } = loadEvidence(dbOf(session));
  expect(edges.head).toContain(entity);
});

it('renames, retypes, and changes names and facts; the old name stays a synonym', async () => {
  const session = await open();
  const id = idOf(session, '甲病');
  turnedBothWays(session, [
    { kind: 'rename', id, from: '甲病', to: '甲型病' },
    { kind: 'addName', id, name: '甲氏病' },
    { kind: 'removeName', id, name: '甲症' },
    { kind: 'fact', id, key: 'icd10', from: null, to: 'J18' },
  ]);
  expect(namesOf(graph.entityPage(session, id, 0))).toEqual(['甲型病', '甲病', '甲氏病']);
  turnedBothWays(session, [{ kind: 'fact', id, key: 'icd10', from: 'J18', to: null }]);
  expect(graph.entityPage(session, id, 0).facts).toEqual({});
  const drug = idOf(session, '某药');
  turnedBothWays(session, [{ kind: 'retype', id: drug, from: 'drug', to: 'treatment' }]);
  expect(graph.entityPage(session, drug, 0).type).toBe('treatment');
  // The name of an edit is found by records and corrections under its synonym, too.
  expect(listEdits(session, 9).map(({ notes }) => notes[0]?.kind)).toEqual(['retype', 'fact', 'rename']);
});

it('merges two entities without losing anything, and parts them again by undoing', async () => {
  const session = await open();
  const [from, into] = [idOf(session, '乙病'), idOf(session, '甲病')];
  editGraph(session, [
    { kind: 'fact', id: from, key: 'icd10', from: null, to: 'B01' },
    { kind: 'fact', id: into, key: 'icd10', from: null, to: 'A01' },
    { kind: 'fact', id: from, key: 'sex', from: null, to: '女' },
  ]);
  const { entity } = turnedBothWays(session, [{ kind: 'merge', id: from, into }]);
  expect(entity).toBe(into);
  const page = graph.entityPage(session, into, 50);
  expect(namesOf(page)).toEqual(['甲病', '甲症', '乙病', '乙症']);
  expect(page.facts).toEqual({ icd10: 'A01', sex: '女' });
  expect(edgesOf(page)).toEqual(['out HasSymptom 发热', 'out HasSymptom 咳嗽', 'out HasSymptom 寒战']);
  expect(() => graph.entityPage(session, from, 0)).toThrow();
});

it('splits an entity: chosen names, facts and edges go to the new one', async () => {
  const session = await open();
  const id = idOf(session, '乙病');
  const other = idOf(session, '寒战');
  const { entity } = turnedBothWays(session, [
    {
      ...{ kind: 'split', id, type: 'disease', name: '乙症', names: ['乙症'], facts: [] },
      edges: [{ relation: 'HasSymptom', direction: 'out', other }],
    },
  ]);
  expect(edgesOf(graph.entityPage(session, entity!, 50))).toEqual(['out HasSymptom 寒战']);
  expect(namesOf(graph.entityPage(session, id, 0))).toEqual(['乙病']);
  expect(edgesOf(graph.entityPage(session, id, 50))).toEqual([
    'out HasComplication 甲病',
    'out HasSymptom 发热',
  ]);
});

it('removes an entity and an edge, whoever brought them, and brings them back', async () => {
  const session = await open();
  const id = idOf(session, '乙病');
  turnedBothWays(session, [
    { kind: 'removeEdge', head: id, relation: 'HasComplication', tail: idOf(session, '甲病') },
  ]);
  turnedBothWays(session, [{ kind: 'remove', id }]);
  expect(graph.searchGraph(session, '乙症', { limit: 1 })).toEqual([]);
});

it('refuses what collides, is not as it was seen, or makes no sense, and changes nothing', async () => {
  const session = await open();
  const [a, b, fever, drug] = ['甲病', '乙病', '发热', '某药'].map((name) => idOf(session, name));
  const before = contentOf(session);
  const refused = (changes: GraphChange[], code: string) => {
    expect(() => editGraph(session, changes)).toThrow(expect.objectContaining({ code }));
    expect(contentOf(session)).toEqual(before);
  };
  refused([{ kind: 'add', type: 'disease', name: '甲病', names: [], facts: {} }], 'conflict');
  refused([{ kind: 'add', type: 'disease', name: ' ', names: [], facts: {} }], 'bad-request');
  refused([{ kind: 'rename', id: a!, from: '甲病', to: '乙病' }], 'conflict');
  refused([{ kind: 'rename', id: a!, from: '别的', to: '新名' }], 'conflict');
  refused([{ kind: 'retype', id: a!, from: 'drug', to: 'disease' }], 'conflict');
  refused([{ kind: 'addName', id: a!, name: '甲症' }], 'conflict');
  refused([{ kind: 'removeName', id: a!, name: '甲病' }], 'bad-request');
  refused([{ kind: 'removeName', id: a!, name: '无' }], 'conflict');
  refused([{ kind: 'fact', id: a!, key: 'icd10', from: 'X', to: 'Y' }], 'conflict');
  refused([{ kind: 'addEdge', head: a!, relation: 'HasSymptom', tail: fever! }], 'conflict');
  refused([{ kind: 'addEdge', head: a!, relation: 'HasSymptom', tail: drug! }], 'bad-request');
  refused([{ kind: 'addEdge', head: a!, relation: 'HasComplication', tail: a! }], 'bad-request');
  refused([{ kind: 'removeEdge', head: a!, relation: 'HasSymptom', tail: drug! }], 'conflict');
  refused([{ kind: 'merge', id: a!, into: a! }], 'bad-request');
  refused([{ kind: 'remove', id: 9999 }], 'not-found');
  // All or none.
  refused(
    [
      { kind: 'remove', id: b! },
      { kind: 'remove', id: b! },
    ],
    'not-found',
  );
  expect(() => turnEdit(session, { redo: false })).toThrow(expect.objectContaining({ code: 'not-found' }));
});

it('refuses to undo over what came later, and undoes in any order what does not touch', async () => {
  const session = await open();
  const added = editGraph(session, [{ kind: 'add', type: 'disease', name: '丁病', names: [], facts: {} }]);
  const edge = { head: added.entity!, relation: 'HasSymptom', tail: idOf(session, '咳嗽') };
  const linked = editGraph(session, [{ kind: 'addEdge', ...edge }]);
  expect(() => turnEdit(session, { id: added.edit.id, redo: false })).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  );
  const other = editGraph(session, [{ kind: 'remove', id: idOf(session, '丙病') }]);
  turnEdit(session, { id: linked.edit.id, redo: false });
  turnEdit(session, { id: added.edit.id, redo: false });
  expect(listEdits(session, 9).map(({ undone }) => undone)).toEqual([false, true, true]);
  expect(inconsistencies(dbOf(session))).toEqual([]);
  expect(other.edit.undone).toBe(false);
});

it('keeps what imports say meanwhile, and what people say when an import is undone', async () => {
  const session = await open();
  const id = idOf(session, '甲病');
  editGraph(session, [{ kind: 'addName', id, name: '甲氏病' }]);
  await importFile(
    dbOf(session),
    temporaryFile('more.tsv', 'surface\tcanonical\ttype\n甲氏病\t甲病\tdisease\n'),
  );
  turnEdit(session, { redo: false });
  expect(namesOf(graph.entityPage(session, id, 0))).toContain('甲氏病');
  expect(inconsistencies(dbOf(session))).toEqual([]);
  turnEdit(session, { redo: true });
  editGraph(session, [{ kind: 'addEdge', head: id, relation: 'TreatedByDrug', tail: idOf(session, '某药') }]);
  const person = graph.stats(session).sources.find(({ format }) => format === 'person');
  await expect(graph.undo(session, person!.id)).rejects.toMatchObject({ code: 'bad-request' });
  for (const { id: source, format } of graph.stats(session).sources)
    if (format !== 'person') await graph.undo(session, source);
  expect(inconsistencies(dbOf(session))).toEqual([]);
  expect(edgesOf(pageOf(session, '甲病'))).toEqual(['out TreatedByDrug 某药']);
});

it('undoes after an import has taken the numbers of what was removed, not after one of its sources is another', async () => {
  const session = await open();
  const drug = { head: idOf(session, '丙病'), relation: 'TreatedByDrug', tail: idOf(session, '某药') };
  editGraph(session, [{ kind: 'remove', id: idOf(session, '某药') }]);
  await importFile(dbOf(session), temporaryFile('more.tsv', TRIPLES.replaceAll('某药', '别药')));
  turnEdit(session, { redo: false });
  expect(edgesOf(pageOf(session, '丙病'))).toContain('out TreatedByDrug 某药');
  expect(inconsistencies(dbOf(session))).toEqual([]);
  const last = graph.stats(session).sources.at(-1)!;
  editGraph(session, [{ kind: 'removeEdge', ...drug, tail: idOf(session, '别药') }]);
  await graph.undo(session, last.id);
  await importFile(dbOf(session), temporaryFile('other.tsv', TRIPLES.replaceAll('某药', '别药')));
  expect(() => turnEdit(session, { redo: false })).toThrow(expect.objectContaining({ code: 'conflict' }));
});

it('audits who edited, undid and did again, and undoes after a restart', async () => {
  const workspace = openWorkspace();
  const session = openTestSession(workspace);
  await importFile(dbOf(session), temporaryFile('first.tsv', TRIPLES));
  editGraph(session, [{ kind: 'remove', id: idOf(session, '丙病') }]);
  const again = openTestSession(workspace);
  turnEdit(again, { redo: false });
  turnEdit(again, { redo: true });
  const audited = listAudit(dbOf(again), { limit: 9 }).map(({ action, actor }) => [action, actor]);
  expect(audited.slice(0, 3)).toEqual([
    ['kg.redo', 'tester'],
    ['kg.unedit', 'tester'],
    ['kg.edit', 'tester'],
  ]);
});

it('restores the graph exactly after any sequence of edits is undone', async () => {
  const session = await open();
  const names = ['甲病', '乙病', '丙病', '发热', '咳嗽', '寒战', '某药', '丁病', '甲症'];
  const name = fc.constantFrom(...names);
  const pick = fc.record({
    kind: fc.constantFrom('add', 'rename', 'addName', 'addEdge', 'removeEdge', 'merge', 'split', 'remove'),
    a: name,
    b: name,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(pick, { maxLength: 8 }), async (picks) => {
      const before = contentOf(session);
      let made = 0;
      for (const { kind, a, b } of picks) {
        const [one, two] = [a, b].map((of) => graph.searchGraph(session, of, { limit: 1 })[0]);
        if (one === undefined || two === undefined) continue;
        const change = changeOf(session, kind, one.id, two.id, b);
        try {
          editGraph(session, [change]);
          made++;
        } catch {
          // refused: a collision, or it makes no sense
        }
        expect(inconsistencies(dbOf(session))).toEqual([]);
      }
      for (let n = 0; n < made; n++) turnEdit(session, { redo: false });
      expect(contentOf(session)).toEqual(before);
    }),
    { numRuns: 25 },
  );
});

function changeOf(session: Session, kind: string, id: number, other: number, name: string): GraphChange {
  const page = graph.entityPage(session, id, 9);
  const [edge] = page.edges;
  switch (kind) {
    case 'add':
      return { kind: 'add', type: 'cause', name, names: ['又名'], facts: { en: 'x' } };
    case 'rename':
      return { kind: 'rename', id, from: page.name, to: `${name}新` };
    case 'addName':
      return { kind: 'addName', id, name: `${name}别` };
    case 'addEdge':
      return { kind: 'addEdge', head: id, relation: '相关', tail: other };
    case 'removeEdge':
      return { kind: 'removeEdge', head: id, relation: edge?.relation ?? '', tail: edge?.other.id ?? 1 };
    case 'merge':
      return { kind: 'merge', id, into: other };
    case 'split': {
      const rest = namesOf(page).slice(1);
      const edges = page.edges.slice(1).map((one) => ({ ...one, other: one.other.id }));
      return { kind: 'split', id, type: page.type, name: `${name}分`, names: rest, facts: [], edges };
    }
    default:
      return { kind: 'remove', id };
  }
}
