/** Background tasks: functions of the request and the database, independent of the process. */
import { readFileSync } from 'node:fs';
import { compareModels } from '../../agreement/compare-models.ts';
import type { ReadDb } from '../../db/connection.ts';
import { countAudit } from '../../db/repositories/audit.ts';
import { recordsNaming } from '../../db/repositories/records.ts';
import { parsePhraseList } from '../../formats/phrase-list.ts';
import { previewClassified } from '../../formats/preview-classified.ts';
import { readClassified } from '../../formats/read-classified.ts';
import { readDocuments } from '../../formats/read-documents.ts';
import { readLabelled } from '../../formats/read-labelled.ts';
import { replaceFile } from '../../workspace/atomic-file.ts';
import { checkFiles } from '../../workspace/check-files.ts';
import { previewIncoming, readIncoming } from '../annotation-files/read-incoming.ts';
import { writeAudit } from '../audit/export.ts';
import { CONTENT_CHECKS, verifyAll } from '../audit/verify.ts';
import { sealDataFile } from '../data/seal-documents.ts';
import { deidentifyRecords, findPersons } from '../deid/deidentify-records.ts';
import { hashList } from '../deid/hash-list.ts';
import { attentionStored } from '../graph/attention.ts';
import { exportLines } from '../graph/export-graph.ts';
import { findSuspicious } from '../graph/find-suspicious.ts';
import { minePhrasesStored, segmentByList } from '../graph/mine-phrases.ts';
import { explainPrediction, predictEdges } from '../graph/predict-edges.ts';
import { probeStored } from '../graph/probe.ts';
import { queryGraph } from '../graph/query-graph.ts';
import { similarityStored } from '../graph/similarity.ts';
import { entityPath, relatedEntities } from '../graph/whole-graph.ts';
import { sealModelFolder } from '../models/seal-model-folder.ts';
import { agreementOf } from '../projects/adjudication/agreement.ts';
import { refuseOtherFiles } from '../projects/exchange/detect-project.ts';
import { readProjectLines } from '../projects/exchange/read-project-lines.ts';
import { writeLayer } from '../projects/exchange/write-layer.ts';
import { augmentStored } from '../runs/run-augmented.ts';
import { runSamples } from '../runs/run-samples.ts';
import { checkBackup, copyDatabase } from '../upkeep/check-backup.ts';
import { inParts, piecesOf, sizeOfText } from './parts.ts';
import type { Progress, Task, TaskInput, TaskOutputs, TaskParts } from './protocol.ts';

interface Tools<Part> {
  /** Opened at first use. */
  readonly db: () => ReadDb;
  /** Copies the write-ahead log into the database. */
  readonly checkpoint: () => void;
  readonly progress: Progress;
  /** Resolves when the part has arrived. */
  readonly part: (part: Part) => Promise<void>;
}

type TaskTable = {
  readonly [T in Task]: (
    input: TaskInput<T>,
    tools: Tools<TaskParts[T]>,
  ) => TaskOutputs[T] | Promise<TaskOutputs[T]>;
};

/** Size of a phrase with what is known of it, in characters. */
const sizeOfPhrase = (): number => 100;

export const TASKS: TaskTable = {
  checkFiles,
  checkBackup,
  copyDatabase,
  checkpoint: (_input, { checkpoint }) => void checkpoint(),
  agreement: ({ projectId }, { db, progress }) => agreementOf(db(), projectId, progress),
  compareModels: ({ scores, options, ...counts }) => compareModels(counts, scores, options),
  readFiles: async (input, { progress, part }) => {
    progress('reading');
    const { documents, ...facts } = await readIncoming(input, (done, total) =>
      progress('reading', done, total),
    );
    for (const some of inParts(piecesOf(documents), sizeOfText)) await part(some);
    return facts;
  },
  previewTable: previewIncoming,
  readLabelled: async ({ path }, { part }) => {
    for (const some of inParts(await readLabelled(path, path), sizeOfText)) await part(some);
  },
  readClassified: async ({ path, task, fields }, { part }) => {
    for (const some of inParts(await readClassified(path, path, fields, task), sizeOfText)) await part(some);
  },
  readRecords: async ({ name, bytes }, { progress, part }) => {
    const { documents, ...refusals } = await readDocuments(name, bytes, (done, total) =>
      progress('reading', done, total),
    );
    for (const some of inParts(documents, sizeOfText)) await part(some);
    return refusals;
  },
  sealDataFile: (input, { progress }) => {
    progress('reading');
    return sealDataFile(input);
  },
  previewDataFile: ({ path, fileName, task, fields }) => previewClassified(path, fileName, { task, fields }),
  sealModelFolder,
  readProject: async ({ name, path }, { part }) => {
    const bytes = readFileSync(path);
    refuseOtherFiles(name, bytes);
    for (const some of inParts(readProjectLines(name, bytes), ({ size }) => size)) await part(some);
  },
  writeLayer: (input, { db, progress }) => writeLayer(db(), input, progress),
  findPersons: (input, { db, progress }) => {
    progress('finding');
    return findPersons(db(), input);
  },
  hideRecords: (input, { db, progress }) => deidentifyRecords(db(), input, progress),
  hashList,
  relatedEntities: (input, { db }) => relatedEntities(db(), input),
  recordsNaming: ({ names, limit }, { db }) => recordsNaming(db(), names, limit),
  entityPath: (input, { db }) => entityPath(db(), input),
  findSuspicious: (input, { db }) => findSuspicious(db(), input),
  queryGraph: (input, { db }) => queryGraph(db(), input),
  exportGraph: ({ format, path }, { db }) =>
    void replaceFile(path, (write) => {
      for (const line of exportLines(db(), format)) write(line);
    }),
  predictEdges: (input, { db, progress }) => predictEdges(db(), input, progress),
  explainPrediction: (input, { db }) => explainPrediction(db(), input),
  probe: (input, { db, progress }) => probeStored(db(), input, progress),
  similarity: (input, { db, progress }) => similarityStored(db(), input, progress),
  attention: (input, { db }) => attentionStored(db(), input),
  samples: (input) => runSamples(input),
  augment: (input, { db, progress }) => augmentStored(db(), input, progress),
  minePhrases: async (input, { db, progress, part }) => {
    const { phrases, ...list } = minePhrasesStored(db(), input, progress);
    for (const some of inParts(phrases, sizeOfPhrase)) await part(some);
    return list;
  },
  readPhrases: async ({ name, bytes }, { part }) => {
    const { phrases, ...list } = parsePhraseList(bytes, name);
    for (const some of inParts(phrases, sizeOfPhrase)) await part(some);
    return list;
  },
  segmentNames: async (input, { db, part }) => {
    for (const some of inParts(segmentByList(db(), input), sizeOfPhrase)) await part(some);
  },
  verifyAudit: ({ damage }, { db }) => verifyAll(db, CONTENT_CHECKS, damage),
  countAudit: ({ filter, ...range }, { db }) => countAudit(db(), filter, range),
  writeAudit: ({ filter, format, ...range }, { db }) => writeAudit(db(), filter, format, range),
};
