/** SPARQL over the graph: examples of the guide, limits, and nothing beyond the graph. */
import { expect, it } from 'vitest';
import { editGraph } from '../../../../main/services/graph/edits.ts';
import { query, searchGraph } from '../../../../main/services/graph/graph.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { QUERY_EXAMPLES } from '../../../../renderer/features/graph/query-examples.ts';
import { answerCsv } from '../../../../shared/domain/graph-query.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const TRIPLES = `head\trelation\ttail\thead_type\ttail_type
甲病\tHasSymptom\t发热\tdisease\tsymptom
甲病\tHasSymptom\t咳嗽\tdisease\tsymptom
甲病\tInDepartment\t内科\tdisease\tdepartment
甲病\t别名\t甲症\tdisease\tdisease
乙病\tHasSymptom\t发热\tdisease\tsymptom
乙病\tIsA\t甲病\tdisease\tdisease
丙病\tIsA\t乙病\tdisease\tdisease
丙病\tTreatedByDrug\t某药\tdisease\tdrug
`;

async function open() {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('first.tsv', TRIPLES));
  const id = searchGraph(session, '甲病', { limit: 1 })[0]!.id;
  editGraph(session, [{ kind: 'fact', id, key: 'icd10', from: null, to: 'A00' }]);
  return { session, id, ask: async (text: string, limit = 100) => query(session, { text, limit }) };
}

it.each([
  [
    'SELECT ?n { ?d r:HasSymptom ?s . ?s rdfs:label "发热" . ?d rdfs:label ?n } ORDER BY ?n',
    ['乙病', '甲病'],
  ],
  ['SELECT ?n { ?d a t:disease ; rdfs:label ?n } ORDER BY ?n', ['丙病', '乙病', '甲病']],
  ['SELECT ?a { ?d rdfs:label "甲病" ; skos:altLabel ?a }', ['甲症']],
  ['SELECT ?n { ?d f:icd10 ?c ; rdfs:label ?n FILTER(STRSTARTS(?c, "A")) }', ['甲病']],
  ['SELECT ?n { ?d r:IsA+ ?b . ?b rdfs:label "甲病" . ?d rdfs:label ?n } ORDER BY ?n', ['丙病', '乙病']],
  ['SELECT (COUNT(?s) AS ?n) { ?d rdfs:label "甲病" ; r:HasSymptom ?s }', ['2']],
  ['SELECT ?n { ?d a t:disease ; rdfs:label ?n FILTER NOT EXISTS { ?d r:HasSymptom ?s } }', ['丙病']],
  ['SELECT DISTINCT ?r { ?d rdfs:label "丙病" ; ?r ?o . ?o a ?t } ORDER BY ?r', ['IsA', 'TreatedByDrug']],
  ['ASK { ?d r:TreatedByDrug ?x }', ['true']],
  ['# 注释\nPREFIX x: <urn:x:>\nSELECT ?n { ?d r:InDepartment ?k . ?k rdfs:label ?n }', ['内科']],
])('answers %s', async (text, expected) => {
  const { ask } = await open();
  expect((await ask(text)).rows.map((row) => row.join(' '))).toEqual(expected);
});

it('tells entities by number and name, follows edits, and ends after the rows asked for', async () => {
  const { session, id, ask } = await open();
  const all = 'SELECT ?d ?n { ?d a t:disease ; rdfs:label ?n } ORDER BY DESC(?n)';
  expect(await ask(all, 2)).toMatchObject({
    columns: ['d', 'n'],
    rows: [
      [{ id, name: '甲病' }, '甲病'],
      [{ id: expect.any(Number), name: '乙病' }, '乙病'],
    ],
    isCut: true,
  });
  editGraph(session, [{ kind: 'rename', id, from: '甲病', to: '丁病' }]);
  expect((await ask('ASK { ?d rdfs:label "丁病" }')).rows).toEqual([['true']]);
});

it.each([
  'SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }',
  'LOAD <http://127.0.0.1:9/x.nt>',
  'SELECT * FROM <http://127.0.0.1:9/x.nt> { ?s ?p ?o }',
  'INSERT DATA { <urn:a> <urn:b> <urn:c> }',
  'SELECT * { ?s ?p ?o } } # }',
  'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }',
  'SELECT ?s WHERE {',
  '',
])('refuses %s', async (text) => {
  const { ask } = await open();
  await expect(ask(text)).rejects.toMatchObject({ code: 'bad-request' });
});

it.each([
  ['SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }', 'graph.query-outside', { word: 'SERVICE' }],
  ['SELECT * FROM <urn:x> { ?s ?p "SERVICE" }', 'graph.query-outside', { word: 'FROM' }],
  ['SELECT ?n {\n  ?d rdfs:label ?n . ?n }', 'graph.query-syntax', { line: 2, column: 26 }],
  ['PREFIX x: <urn:x>\n SELECT * { ?s ?p }', 'graph.query-syntax', { line: 2, column: 20 }],
  ['ASK { ?s ?p }', 'graph.query-syntax', { line: 1, column: 14 }],
  ['SELECT * { ?s foo:x "from" }', 'graph.query-prefix', { line: 1, column: 20 }],
])('says why it refuses %s', async (text, id, params) => {
  const { ask } = await open();
  await expect(ask(text)).rejects.toMatchObject({
    localized: { id: 'graph.query-refused', params: { problem: { id, params } } },
  });
});

it('answers every example of the window', async () => {
  const { ask } = await open();
  for (const text of Object.values(QUERY_EXAMPLES)) expect(await ask(text)).toMatchObject({ isCut: false });
});

it('writes an answer as CSV: entities by number and name, no formulas', () => {
  const rows = [
    [{ id: 7, name: '甲,病' }, '=1+1'],
    ['', '-x'],
  ];
  const csv = answerCsv({ columns: ['d', 'v'], rows, isCut: false });
  expect(csv).toBe('\ufeffd,d.name,v\r\n7,"甲,病",\'=1+1\r\n,,\'-x\r\n');
});
