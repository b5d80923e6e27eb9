import type { Handlers } from '../../../shared/contract/index.ts';
import { PageFormat } from '../../../shared/domain/document.ts';
import { predict, predictRelations } from '../../services/models/predict.ts';
import { archive, unarchive } from '../../services/records/archive.ts';
import * as corrections from '../../services/records/corrections.ts';
import { openRecord, readRevision } from '../../services/records/open-record.ts';
import { listRanges, setRange } from '../../services/records/own-ranges.ts';
import * as patients from '../../services/records/patients.ts';
import { decideRelation, listRelations } from '../../services/records/record-relations.ts';
import * as documents from '../../services/records/records.ts';
import { similarRecords } from '../../services/records/similar-records.ts';
import { listTemplates, saveTemplates } from '../../services/records/templates.ts';
import { cancellable, cancellableWithProgress, type Session } from '../../services/session/session.ts';
import { fromBase64, toFileData } from './file-data.ts';

/** Prints a page of HTML (UTF-8) into a PDF. */
export type Print = (html: Uint8Array) => Promise<Uint8Array>;

type Part = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    | `corrections.${string}`
    | `docs.${string}`
    | `patients.${string}`
    | `relations.${string}`
    | `templates.${string}`
    | `text.${string}`
    | `values.${string}`
  >
>;

/** @param print prints HTML into a PDF; absent where the host cannot */
export function documentHandlers(session: () => Session, print?: Print): Part {
  return {
    'docs.list': (page) => documents.pageRecords(session(), page),
    'docs.ids': (filter) => documents.listRecordIds(session(), filter),
    'docs.totals': () => documents.recordTotals(session()),
    'docs.get': ({ id, again }) => openRecord(session(), id, again),
    'docs.create': (document) => documents.createRecord(session(), document),
    'docs.import': ({ files, ticket }) =>
      cancellableWithProgress(session(), ticket, (watch) =>
        documents.importFiles(
          session(),
          files.map(({ name, base64 }) => ({ name, bytes: fromBase64(base64) })),
          watch,
        ),
      ),
    'docs.scanChecked': ({ id }) => documents.confirmScan(session(), id),
    'templates.list': () => listTemplates(session()),
    'templates.save': (request) => saveTemplates(session(), request),
    'docs.rename': ({ id, title }) => documents.renameRecord(session(), id, title),
    'docs.delete': ({ id }) => {
      documents.removeRecord(session(), id);
      return { done: true };
    },
    'docs.saveDraft': ({ id, text, ...seen }) => documents.saveDraft(session(), id, seen, text),
    'docs.commit': ({ id, text, reason, ...seen }) =>
      documents.commitRecord(session(), id, seen, text, reason),
    'docs.revisions': ({ id }) => documents.listRevisions(session(), id),
    'docs.revision': ({ id, number }) => ({ text: readRevision(session(), id, number) }),
    'docs.restore': ({ id, number }) => documents.restoreRevision(session(), id, number),
    'docs.archive': ({ id, reason }) => archive(session(), id, reason),
    'docs.unarchive': ({ id, reason }) => unarchive(session(), id, reason),
    'docs.search': async (question) =>
      (await import('../../services/records/query-records.ts')).queryRecords(session(), question),
    'docs.similar': ({ ticket, ...question }) =>
      cancellable(session(), ticket, (signal) => similarRecords(session(), question, signal)),
    'docs.export': async ({ ticket, ...request }) =>
      toFileData(
        await cancellableWithProgress(session(), ticket, async (watch) => {
          const { exportRecords } = await import('../../services/records/export-records.ts');
          const file = await exportRecords(session(), request, watch);
          if (print === undefined || !PageFormat.safeParse(request.format).success) return file;
          return { name: file.name.replace(/html$/, 'pdf'), bytes: await print(file.bytes) };
        }),
      ),
    'patients.list': (page) => patients.listPatients(session(), page),
    'patients.get': ({ id }) => patients.getPatient(session(), id),
    'patients.merge': ({ id, into }) => {
      patients.mergePatients(session(), id, into);
      return { done: true };
    },
    'patients.unmerge': ({ id }) => {
      patients.unmergePatient(session(), id);
      return { done: true };
    },
    'values.ranges': () => listRanges(session()),
    'values.setRange': (request) => {
      setRange(session(), request);
      return { done: true };
    },
    'patients.findings': ({ documentId }) => patients.recordFindings(session(), documentId),
    'relations.find': (request) => predictRelations(session(), request),
    'relations.list': ({ documentId }) => listRelations(session(), documentId),
    'relations.decide': (decision) => {
      decideRelation(session(), decision);
      return { done: true };
    },
    'corrections.apply': (request) => {
      corrections.applyCorrections(session(), request);
      return { done: true };
    },
    'corrections.rules': () => corrections.listRules(session()),
    'corrections.setRule': (rule) => {
      corrections.setRule(session(), rule);
      return { done: true };
    },
    'corrections.exportRules': () => toFileData(corrections.exportRules(session())),
    'text.annotate': ({ text, documentId }) =>
      session().engine.run('annotate', {
        text,
        review: corrections.reviewOf(session(), documentId, text),
      }),
    'text.predict': ({ text, documentId }) =>
      predict(session(), text, corrections.reviewOf(session(), documentId, text)),
  };
}
