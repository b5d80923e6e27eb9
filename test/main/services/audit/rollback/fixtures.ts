/** Data that audited actions of several areas work on. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Experiments } from '../../../../../main/services/experiments/experiments.ts';
import * as graph from '../../../../../main/services/graph/graph.ts';
import * as records from '../../../../../main/services/records/records.ts';
import { Runs } from '../../../../../main/services/runs/runs.ts';
import { trainGraphIntoWorkspace } from '../../../../../main/services/vectors/train-graph-vectors.ts';
import { GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';
import { puppets } from '../../../../helpers/training.ts';
import { type openTestSession, temporaryDir } from '../../../../helpers/workspace.ts';

export type Session = ReturnType<typeof openTestSession>;

/** Prepares a workspace and returns the action, which is tried twice: without its entry, and with it. */
export type Case = (session: Session) => (() => unknown) | Promise<() => unknown>;

export const record = (session: Session, text = '咳嗽三天。') =>
  records.createRecord(session, { title: '病历', text, origin: 'test' }).id;

const graphFile = () => {
  const path = join(temporaryDir(), 'a.tsv');
  writeFileSync(path, '肺炎\tHasSymptom\t发热\n');
  return { name: 'a.tsv', path };
};

export const importGraph = (session: Session) =>
  graph.importFile(session, graphFile(), { format: 'auto' }, () => undefined);

/** Two diseases, of which one lacks a symptom of the other, and vectors of them. */
export const trainedGraph = async (session: Session) => {
  const path = join(temporaryDir(), 'two.tsv');
  writeFileSync(path, '肺炎\tHasSymptom\t发热\n肺炎\tHasSymptom\t咳嗽\n感冒\tHasSymptom\t发热\n');
  await graph.importFile(session, { name: 'two.tsv', path }, { format: 'auto' }, () => undefined);
  const settings = GraphEmbeddingSettings.parse({
    model: 'transe',
    dimension: 8,
    epochs: 1,
    threads: 1,
    heldOut: 0,
  });
  const watch = { signal: new AbortController().signal, onEvent: () => undefined };
  await trainGraphIntoWorkspace(session, 'entities', settings, watch);
};

export const training = (session: Session) => {
  const { start, all } = puppets();
  const runs = new Runs(session, { startTraining: start });
  return { all, runs, experiments: new Experiments(session, runs) };
};

/** Rejects with errors that match only; others are what the action says when it works. */
export const refuseUnless = (wanted: RegExp) => (error: unknown) => {
  if (wanted.test(String(error))) throw error;
};
