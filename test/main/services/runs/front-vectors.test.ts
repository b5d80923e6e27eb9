import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namedVectors, nameOrPath, readVectors } from '../../../../main/services/runs/front-vectors.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { trainGraphIntoWorkspace } from '../../../../main/services/vectors/train-graph-vectors.ts';
import { refuseTaken } from '../../../../main/services/vectors/vectors.ts';
import { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { openSession } from '../../../helpers/session.ts';

let dir: string;
let session: Session;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-test-'));
  session = openSession(join(dir, 'ws'), join(dir, 'config'));
});
afterEach(() => {
  session.workspace.close();
  rmSync(dir, { recursive: true, force: true });
});

test('the built-in vectors are read by their name, which no others may take', async () => {
  expect(nameOrPath(session, 'starter')).toBe('starter');
  const { vectors, folded } = await readVectors(namedVectors(session, 'starter'), dir, null);
  expect({ unit: vectors.unit, folded }).toEqual({ unit: 'word', folded: true });
  expect(() => refuseTaken(session, 'starter')).toThrow(expect.objectContaining({ code: 'conflict' }));
});

test('vectors of the entities of the graph are no word vectors of a network', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `病${i % 5}\tHasSymptom\t症状${i}`);
  const triples = temporaryFile('triples.tsv', ['head\trelation\ttail', ...rows].join('\n'));
  await importFile(dbOf(session), triples, { format: 'triples' });
  const settings = GraphEmbeddingSettings.parse({ model: 'transe', dimension: 4, epochs: 1, threads: 1 });
  const watch = { signal: new AbortController().signal, onEvent: () => undefined };
  await trainGraphIntoWorkspace(session, '实体', settings, watch);
  const refused = { code: 'bad-input', localized: { id: 'vectors.of-entities', params: { name: '实体' } } };
  expect(() => namedVectors(session, '实体')).toThrow(expect.objectContaining(refused));
});
