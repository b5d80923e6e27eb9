/** Knowledge graph: search, entity pages, and imports and their undo as jobs. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { NamingRecords } from '../../../shared/domain/document.ts';
import type {
  EntityHit,
  EntityPage,
  EntityPath,
  EntityType,
  ImportReport,
  KgExportFormat,
  KgFormat,
  KgSource,
  KgStats,
  RelatedEntities,
} from '../../../shared/domain/graph.ts';
import { BY_PERSON } from '../../../shared/domain/graph-edit.ts';
import { QUERY_SECONDS, type QueryAnswer } from '../../../shared/domain/graph-query.ts';
import type { Job } from '../../../shared/domain/system.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit, auditAlone } from '../../db/repositories/audit.ts';
import { getEntity, graphStats, listSources, searchEntities } from '../../db/repositories/graph-read.ts';
import {
  type ImportProgress,
  importGraph,
  importStarter,
  type RunOptions,
  undoImport,
} from '../../kg/import/index.ts';
import type { Uploads } from '../data/uploads.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { dbOf, type Session } from '../session/session.ts';
import { repeatDecisions } from './review.ts';

export const searchGraph = (
  session: Session,
  query: string,
  filter: { type?: EntityType | undefined; limit: number },
): EntityHit[] => searchEntities(dbOf(session), query, filter);

export function entityPage(session: Session, id: number, edgeLimit: number): EntityPage {
  const page = getEntity(dbOf(session), id, edgeLimit);
  if (page === undefined) throw new AppError('not-found', 'graph.no-entity', { id });
  return page;
}

const NEIGHBOURS = 12;

/** @throws AppError `not-found` */
export async function relatedEntities(session: Session, id: number): Promise<RelatedEntities> {
  entityPage(session, id, 0);
  const input = { id, count: NEIGHBOURS, workspaceDir: session.workspace.dir };
  return session.background.run('relatedEntities', input);
}

/** @throws AppError `not-found` */
export async function recordsOfEntity(session: Session, id: number): Promise<NamingRecords> {
  const names = entityPage(session, id, 0).names.map(({ name }) => name);
  return session.background.run('recordsNaming', { names, limit: NEIGHBOURS });
}

export const pathBetween = (
  session: Session,
  ends: { from: number; to: number; without: string[] },
): Promise<EntityPath> => session.background.run('entityPath', ends);

export const stats = (session: Session): KgStats => graphStats(dbOf(session));

/** Runs an import to its end, reporting progress, and audits it in the transaction that completes it. */
async function runImport(
  session: Session,
  begin: (onDone: NonNullable<RunOptions['onDone']>) => AsyncGenerator<ImportProgress, ImportReport>,
  name: string,
  report: Report,
): Promise<ImportReport> {
  const steps = begin(({ refused, relations: _relations, ...counts }) =>
    appendAudit(dbOf(session), session.actor, 'kg.import', `kg:${name}`, {
      ...counts,
      refused: refused.reduce((sum, group) => sum + group.count, 0),
    }),
  );
  for (;;) {
    const step = await steps.next();
    if (step.done === true) {
      session.engine.reload();
      session.emit('kg.changed', {});
      await repeatDecisions(session);
      return step.value;
    }
    report(step.value);
  }
}

type Report = (progress: ImportProgress) => void;
type ImportSource = Parameters<typeof importGraph>[1];

/** Imports a file of a graph. Throws `cancelled` once the signal is aborted. */
export const importFile = (
  session: Session,
  file: ImportSource & { readonly name: string },
  options: Parameters<typeof importGraph>[2],
  report: Report,
): Promise<ImportReport> =>
  runImport(
    session,
    (onDone) => importGraph(dbOf(session), file, { ...options, onDone, checkpoint: checkpointOf(session) }),
    file.name,
    report,
  );

/** Copies the write-ahead log in the background, or here when the background process has ended. */
const checkpointOf =
  ({ background, workspace }: Session) =>
  (): Promise<void> =>
    background.run('checkpoint', {}).catch(() => workspace.db.checkpoint());

/** Imports the graph that comes with the program. */
export const importStarterGraph = (
  session: Session,
  options: Parameters<typeof importStarter>[1],
  report: Report,
): Promise<ImportReport> =>
  runImport(session, (onDone) => importStarter(dbOf(session), { ...options, onDone }), 'starter', report);

const jobProgress =
  (control: JobControl): Report =>
  ({ bytesDone, bytesTotal, rows }) =>
    control.progress(rows, 'rows', bytesTotal > 0 ? bytesDone / bytesTotal : undefined);

export function startImport(session: Session, uploads: Uploads, uploadId: string, format: KgFormat): Job {
  const { name, path } = uploads.take(uploadId);
  return session.jobs.start('kg-import', name, async (control) => {
    try {
      const options = { format, signal: control.signal };
      return await importFile(session, { name, path }, options, jobProgress(control));
    } finally {
      rmSync(path, { force: true });
    }
  });
}

export const startStarterImport = (session: Session): Job =>
  session.jobs.start('kg-import', 'Meridian starter KG', (control) =>
    importStarterGraph(session, { signal: control.signal }, jobProgress(control)),
  );

/** Undoes a whole import in time slices; the first slice writes the audit entry. */
export async function undo(
  session: Session,
  sourceId: number,
  options: { sliceMs?: number; report?: (fraction: number) => void } = {},
): Promise<KgSource> {
  const db = dbOf(session);
  const source = requireSource(session, sourceId);
  const { sliceMs, report } = options;
  const checkpoint = checkpointOf(session);
  const onBegin = () =>
    appendAudit(db, session.actor, 'kg.undo', `kg:${source.name}`, {
      sourceId,
      triples: source.report.triples,
    });
  const steps = undoImport(db, sourceId, { onBegin, sliceMs, checkpoint });
  for await (const fraction of steps) report?.(fraction);
  session.engine.reload();
  session.emit('kg.changed', {});
  return source;
}

/** @throws AppError `not-found`; `bad-request` for what people added, which has a journal of its own */
function requireSource(session: Session, sourceId: number): KgSource {
  const source = listSources(dbOf(session)).find(({ id }) => id === sourceId);
  if (source === undefined) throw new AppError('not-found', 'graph.no-source', { id: sourceId });
  if (source.format === BY_PERSON) throw new AppError('bad-request', 'graph.undo-edits-singly');
  return source;
}

export function startUndo(session: Session, sourceId: number): Job {
  const source = requireSource(session, sourceId);
  return session.jobs.start('kg-undo', source.name, async (control) => {
    await undo(session, sourceId, {
      report: (fraction) => control.progress(Math.round(fraction * 100), '%', fraction),
    });
    return undefined;
  });
}

const ENDINGS: Readonly<Record<KgExportFormat, string>> = { tsv: '.tsv', ntriples: '.nt', json: '.jsonl' };

/** Writes the whole graph into a plain file, by default in the workspace's `exports/`; returns its path. */
export async function exportGraph(session: Session, format: KgExportFormat, file?: string): Promise<string> {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const path = file ?? join(session.workspace.dir, 'exports', `graph-${stamp}${ENDINGS[format]}`);
  auditAlone(dbOf(session), session.actor, 'kg.export', 'kg:graph', { format, encrypted: false });
  await session.background.run('exportGraph', { format, path });
  return path;
}

/**
 * Answers a SPARQL query over the graph.
 * @throws AppError `bad-request`; `cancelled` by the signal; `too-large` after 30 seconds
 */
export async function query(
  session: Session,
  { text, limit }: { readonly text: string; readonly limit: number },
  signal?: AbortSignal,
): Promise<QueryAnswer> {
  const tooLong = AbortSignal.timeout(QUERY_SECONDS * 1000);
  const input = { query: text, limit, workspaceDir: session.workspace.dir };
  try {
    const either = signal === undefined ? tooLong : AbortSignal.any([signal, tooLong]);
    return await session.background.run('queryGraph', input, { signal: either });
  } catch (error) {
    if (!tooLong.aborted || signal?.aborted === true) throw error;
    throw new AppError('too-large', 'graph.query-too-long', { seconds: QUERY_SECONDS });
  }
}
