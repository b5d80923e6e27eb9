/** Writes a whole project as one file: schema, settings, documents, layers, and every edit. */
import {
  findDocument,
  listAssignments,
  listHeads,
  listRemoved,
} from '../../../db/repositories/annotation/documents.ts';
import { changesOf, listEdits } from '../../../db/repositories/annotation/edits.ts';
import { layersOfProject } from '../../../db/repositories/annotation/layers.ts';
import { findProject, listMembers } from '../../../db/repositories/annotation/projects.ts';
import { threadsOfProject } from '../../../db/repositories/annotation/threads.ts';
import { appendAudit } from '../../../db/repositories/audit.ts';
import { replaceFile } from '../../../workspace/atomic-file.ts';
import { withPathInError } from '../../annotation-files/write-error.ts';
import { removeLeftovers } from '../../annotation-files/write-files.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { noDocument, noProject } from '../not-found.ts';
import { LineSealer } from './checksummed-lines.ts';
import { orderLines, roundLines } from './learning-lines.ts';
import { type FileLine, MARK, VERSION } from './project-lines.ts';

export interface Packed {
  readonly documents: number;
  readonly layers: number;
  readonly edits: number;
  readonly rounds: number;
}

/**
 * Writes the file atomically. It is neither encrypted nor de-identified: it moves a project to another workspace.
 * Models are not included; rounds of learning name them. Removed documents are included as such.
 */
export function packProject(session: Session, projectId: number, path: string): Packed {
  const db = dbOf(session);
  const sealer = new LineSealer();
  // One transaction, so that the file holds one state of the project.
  return db.transaction(() => {
    let packed: Packed = { documents: 0, layers: 0, edits: 0, rounds: 0 };
    removeLeftovers(path);
    withPathInError(path, () =>
      replaceFile(path, (write) => {
        for (const line of linesOf(session, projectId)) {
          write(Buffer.from(sealer.line(line), 'utf8'));
          if (line.kind === 'end') packed = line;
        }
      }),
    );
    const { documents, layers, edits, rounds } = packed;
    const counts = { documents, layers, edits, rounds };
    appendAudit(db, session.actor, 'project.pack', `project:${projectId}`, { ...counts, encrypted: false });
    return counts;
  });
}

function* linesOf(session: Session, projectId: number): Generator<FileLine> {
  const db = dbOf(session);
  const { name, schema, settings, createdAt, createdBy } = findProject(db, projectId) ?? noProject(projectId);
  const members = listMembers(db, projectId);
  const rounds = roundLines(session, projectId);
  const order = orderLines(session, projectId);
  const removed = new Map(listRemoved(db, projectId).map((document) => [document.id, document]));
  const threads = threadsOfProject(db, projectId);
  const older = removed.size > 0 ? 3 : rounds.length + order.length > 0 ? 2 : 1;
  yield { kind: MARK, version: threads.length > 0 ? VERSION : older };
  yield { kind: 'project', name, schema, settings, createdAt, createdBy, members };
  const assigned = listAssignments(db, projectId, 'all');
  const heads = listHeads(db, projectId, 'all');
  for (const { id } of heads) {
    const { text, meta, lockedAt, lockedBy, ...document } = findDocument(db, id) ?? noDocument(id);
    const { removedAt, removedBy } = removed.get(id) ?? {};
    const state = { lockedAt, lockedBy, removedAt, removedBy, assigned: assigned.get(id) ?? [] };
    yield { kind: 'document', id, name: document.name, text, meta, ...state };
  }
  const layers = layersOfProject(db, projectId, undefined, 'all');
  for (const { projectId: _project, ...layer } of layers) yield { kind: 'layer', ...layer };
  const edits = listEdits(db, projectId);
  for (const { id, at, actor, action, detail, ofEdit, state } of edits) {
    const changes = [...changesOf(db, id)].map(
      ({ layerId, itemId, before, after }): [number, number, string | null, string | null] => [
        layerId,
        itemId,
        before,
        after,
      ],
    );
    yield { kind: 'edit', id, at, actor, action, detail, ofEdit, state, changes };
  }
  for (const { id: _, ...thread } of threads) yield { kind: 'thread', ...thread };
  yield* rounds;
  yield* order;
  yield {
    kind: 'end',
    documents: heads.length,
    layers: layers.length,
    edits: edits.length,
    threads: threads.length,
    rounds: rounds.length,
    ordered: order.length,
  };
}
