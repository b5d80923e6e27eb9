/** The graph and lists of phrases: audited actions, each prepared in a workspace. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from '../../../../../main/db/repositories/graph-read.ts';
import * as dataSets from '../../../../../main/services/data/data-sets.ts';
import * as completion from '../../../../../main/services/graph/completion.ts';
import { editGraph, turnEdit } from '../../../../../main/services/graph/edits.ts';
import * as graph from '../../../../../main/services/graph/graph.ts';
import * as phrases from '../../../../../main/services/graph/phrases.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import type { AuditAction } from '../../../../../shared/domain/audit.ts';
import { MiningSettings } from '../../../../../shared/domain/phrases.ts';
import { phraseTexts, phraseTriples } from '../../../../helpers/phrase-texts.ts';
import { temporaryDir } from '../../../../helpers/workspace.ts';
import { type Case, importGraph, type Session, trainedGraph } from './fixtures.ts';

const oneEdit = (session: Session) =>
  editGraph(session, [{ kind: 'add', type: 'disease', name: '丁病', names: [], facts: {} }]);

const onePrediction = async (session: Session) => {
  await trainedGraph(session);
  await completion.predict(session, { relation: 'HasSymptom', count: 1 });
  return completion.predictions(session, { state: 'waiting', limit: 1 }).predictions[0]!.id;
};

const phraseList = async (session: Session): Promise<number> => {
  const row = 'phrase\t再生障碍性贫血\tadded\t1\t\taccepted\tproposed\ncut\tend\t性\n';
  return (await phrases.importPhrases(session, { name: 'terms', file: 'a.tsv', bytes: Buffer.from(row) })).id;
};

export const GRAPH = {
  'kg.decide': async (session) => {
    const id = await onePrediction(session);
    return () => completion.decide(session, id, 'accepted');
  },
  'kg.export': (session) => () => graph.exportGraph(session, 'tsv'),
  'kg.edit': (session) => () => oneEdit(session),
  'kg.unedit': (session) => {
    oneEdit(session);
    return () => turnEdit(session, { redo: false });
  },
  'kg.redo': (session) => {
    oneEdit(session);
    turnEdit(session, { redo: false });
    return () => turnEdit(session, { redo: true });
  },
  'kg.predict': async (session) => {
    await trainedGraph(session);
    return () => completion.predict(session, { relation: 'HasSymptom', count: 5 });
  },
  'kg.import': (session) => () => importGraph(session),
  'phrases.mine': async (session) => {
    const path = join(temporaryDir(), 'names.tsv');
    writeFileSync(path, phraseTriples());
    await graph.importFile(session, { name: 'names.tsv', path }, { format: 'auto' }, () => undefined);
    const documents = phraseTexts(400).map((text, i) => ({ id: `${i}`, text, entities: [] }));
    const { id: dataSet } = dataSets.storeDocuments(session, 'texts', documents);
    const settings = MiningSettings.parse({ minCount: 5 });
    return () => phrases.minePhrases(session, { dataSet, name: 'mined', settings });
  },
  'phrases.import': (session) => () => phraseList(session),
  'phrases.edit': async (session) => {
    const id = await phraseList(session);
    return () => phrases.editPhrase(session, id, { text: '再生障碍性贫血', state: 'rejected' });
  },
  'phrases.cut-point': async (session) => {
    const id = await phraseList(session);
    return () => phrases.setCutPoints(session, id, [{ character: '期', side: 'end', active: true }]);
  },
  'phrases.segment': async (session) => {
    const id = await phraseList(session);
    return () => phrases.segmentAgain(session, id);
  },
  'phrases.export': async (session) => {
    const id = await phraseList(session);
    return () => phrases.exportPhrases(session, id);
  },
  'phrases.delete': async (session) => {
    const id = await phraseList(session);
    return () => phrases.deletePhrases(session, id);
  },
  'kg.undo': async (session) => {
    await importGraph(session);
    const [source] = listSources(dbOf(session));
    return () => graph.undo(session, source!.id, { sliceMs: 0 });
  },
} satisfies Partial<Record<AuditAction, Case>>;
