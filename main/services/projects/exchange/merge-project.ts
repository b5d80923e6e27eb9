/** Merges a project file into the project of which it holds another state: documents, layers, states, discussions. */
import { randomUUID } from 'node:crypto';
import { type Item, wordsOf } from '../../../../shared/domain/annotation.ts';
import type { MergeConflict, MergeReport } from '../../../../shared/domain/merge.ts';
import type { Change, EditResult } from '../../../../shared/domain/project.ts';
import type { Thread } from '../../../../shared/domain/thread.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ReadDb, WriteDb } from '../../../db/connection.ts';
import * as documents from '../../../db/repositories/annotation/documents.ts';
import { changesOf, listEdits } from '../../../db/repositories/annotation/edits.ts';
import { itemJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import * as layers from '../../../db/repositories/annotation/layers.ts';
import {
  findProject,
  listMembers,
  type ProjectRow,
  setMembers,
} from '../../../db/repositories/annotation/projects.ts';
import {
  insertComment,
  insertThread,
  setResolved,
  threadsOfProject,
} from '../../../db/repositories/annotation/threads.ts';
import { appendAudit } from '../../../db/repositories/audit.ts';
import { largeTransaction } from '../../../db/repositories/bulk-transactions.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { textsAdded } from '../documents.ts';
import type { LayerChanges } from '../edits/changes.ts';
import { commitEdit } from '../edits/commit-edit.ts';
import { emitEdit } from '../edits/events.ts';
import { requireProject } from '../layer-access.ts';
import { noDocument, noProject } from '../not-found.ts';
import { type LayerStates, mergeLayer } from './merge-layer.ts';
import type { FileLine } from './project-lines.ts';
import { readLines, unpackWithin } from './read-project.ts';

export interface MergeRequest {
  readonly projectId: number;
  /** False: tells what would happen, and changes nothing. */
  readonly apply: boolean;
  /** Keys of conflicts in which their side is taken. */
  readonly theirs: readonly string[];
}

interface MergeDocument extends documents.ProjectDocumentRow {
  readonly assigned: readonly string[];
  readonly layers: ReadonlyMap<string, layers.LayerRow & LayerStates>;
}

interface Snapshot {
  readonly project: ProjectRow;
  readonly members: readonly string[];
  /** By name. */
  readonly documents: ReadonlyMap<string, MergeDocument>;
  readonly threads: readonly Thread[];
}

/** Throws `bad-input` for a damaged file, `conflict` for one of another project; changes nothing then. */
export async function mergeProject(
  session: Session,
  file: { readonly name: string; readonly path: string },
  request: MergeRequest,
): Promise<MergeReport> {
  return mergeLines(session, file.name, await readLines(session, file), request);
}

/** Merges the lines of a project file. Throws as `mergeProject`. */
export function mergeLines(
  session: Session,
  file: string,
  lines: readonly FileLine[],
  request: MergeRequest,
): MergeReport {
  const db = dbOf(session);
  requireProject(session, request.projectId);
  const theirs = snapshotOfFile(session, file, lines);
  let edit: EditResult | null = null;
  const report = undone(db, !request.apply, () => {
    const ours = snapshotOf(db, request.projectId);
    if (
      ours.project.createdAt !== theirs.project.createdAt ||
      ours.project.createdBy !== theirs.project.createdBy
    )
      throw new AppError(
        'conflict',
        'projects.other-project',
        { file, name: ours.project.name },
        { kept: 'kept.nothing-changed', hint: 'hint.open-from-list' },
      );
    const merge = new Merge(session, db, ours, request);
    edit = merge.run(theirs, file);
    return merge.report();
  });
  if (!request.apply) return report;
  if (edit !== null) emitEdit(session, request.projectId, edit);
  session.emit('projects.changed', { projectId: request.projectId });
  return report;
}

class RolledBack<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('rolled back');
    this.value = value;
  }
}

/** Runs a transaction; takes it back afterwards when `always`. */
function undone<T>(db: ReturnType<typeof dbOf>, always: boolean, body: () => T): T {
  try {
    return largeTransaction(db, () => {
      const value = body();
      if (always) throw new RolledBack(value);
      return value;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.value as T; // safe: thrown above
    throw error;
  }
}

/** Opens a file as a project, which checks all of it, reads that, and takes it back. */
const snapshotOfFile = (session: Session, file: string, lines: readonly FileLine[]): Snapshot =>
  undone(dbOf(session), true, () =>
    snapshotOf(dbOf(session), unpackWithin(session, file, lines, randomUUID())),
  );

function snapshotOf(db: ReadDb, projectId: number): Snapshot {
  const project = findProject(db, projectId) ?? noProject(projectId);
  const assigned = documents.listAssignments(db, projectId, 'all');
  const history = new Map<number, Map<number, Set<string | null>>>();
  for (const { id } of listEdits(db, projectId))
    for (const { layerId, itemId, after } of changesOf(db, id)) {
      const items = history.get(layerId) ?? new Map<number, Set<string | null>>();
      history.set(layerId, items.set(itemId, (items.get(itemId) ?? new Set()).add(after)));
    }
  const rows = Map.groupBy(
    layers.layersOfProject(db, projectId, undefined, 'all'),
    ({ documentId }) => documentId,
  );
  const statesOf = (row: layers.LayerRow) => ({
    ...row,
    items: new Map(itemsOf(db, row.id).map((item) => [item.id, itemJson(item)])),
    history: history.get(row.id) ?? new Map(),
  });
  const all = documents.listHeads(db, projectId, 'all').map(({ id, name }) => {
    const own = (rows.get(id) ?? []).map((row) => [row.person, statesOf(row)] as const);
    const document = documents.findDocument(db, id) ?? noDocument(id);
    return [name, { ...document, assigned: assigned.get(id) ?? [], layers: new Map(own) }] as const;
  });
  return {
    project,
    members: listMembers(db, projectId),
    documents: new Map(all),
    threads: threadsOfProject(db, projectId),
  };
}

class Merge {
  readonly #session: Session;
  readonly #db: WriteDb;
  readonly #ours: Snapshot;
  readonly #request: MergeRequest;
  readonly #changes: LayerChanges[] = [];
  readonly #conflicts: MergeConflict[] = [];
  readonly #untouched: string[] = [];
  /** Documents of the file by their ids there. */
  readonly #documents = new Map<number, number>();
  readonly #added: { id: number; sha256: string }[] = [];
  #states = 0;
  #threads = 0;
  #comments = 0;
  #position: number;

  constructor(session: Session, db: WriteDb, ours: Snapshot, request: MergeRequest) {
    this.#session = session;
    this.#db = db;
    this.#ours = ours;
    this.#request = request;
    this.#position = documents.nextPosition(db, ours.project.id);
  }

  /** Returns the edit of the changed items; null when none changes. */
  run(theirs: Snapshot, file: string): EditResult | null {
    const { id: projectId } = this.#ours.project;
    for (const document of theirs.documents.values()) this.#takeDocument(document);
    for (const thread of theirs.threads) this.#takeThread(thread);
    const report = this.report();
    const people = [...new Set([...this.#ours.members, ...theirs.members])];
    const isSame =
      people.length === this.#ours.members.length &&
      [report.documents, report.items, report.states, report.threads, report.comments].every((n) => n === 0);
    if (isSame) return null;
    setMembers(this.#db, projectId, people);
    if (this.#added.length > 0)
      appendAudit(this.#db, this.#session.actor, 'project.add', `project:${projectId}`, {
        documents: this.#added.length,
        ...textsAdded(this.#added),
      });
    const { conflicts, untouched, applied: _, ...counts } = report;
    appendAudit(this.#db, this.#session.actor, 'project.merge', `project:${projectId}`, {
      ...counts,
      conflicts: conflicts.length,
      untouched: untouched.length,
    });
    if (this.#changes.length === 0) return null;
    return commitEdit(this.#session, {
      projectId,
      action: 'import',
      detail: { count: report.items, documents: report.layers, format: file.slice(0, 200), person: '' },
      layers: this.#changes,
      oldIds: true,
    });
  }

  report(): MergeReport {
    return {
      applied: this.#request.apply,
      documents: this.#added.length,
      layers: this.#changes.length,
      items: this.#changes.reduce((sum, { changes }) => sum + changes.length, 0),
      states: this.#states,
      threads: this.#threads,
      comments: this.#comments,
      untouched: this.#untouched,
      conflicts: this.#conflicts,
    };
  }

  #takeDocument(theirs: MergeDocument): void {
    const { name, text, sha256, meta } = theirs;
    const present = this.#ours.documents.get(name);
    if (present !== undefined && present.sha256 !== sha256) {
      const sides = { ours: excerpt(present.text), theirs: excerpt(text) };
      const place = { key: JSON.stringify([name]), document: name, person: '' };
      this.#conflicts.push({ ...place, ...sides, choosable: false });
      return;
    }
    if (present === undefined && theirs.removedAt !== null) return;
    const id = present?.id ?? this.#addDocument({ name, text, meta, sha256 }, theirs);
    this.#documents.set(theirs.id, id);
    for (const layer of theirs.layers.values()) this.#takeLayer(id, present, theirs, layer);
  }

  #addDocument(document: documents.NewDocument, theirs: MergeDocument): number {
    const { assigned, lockedAt, lockedBy, sha256 } = theirs;
    const id = documents.insertDocument(this.#db, this.#ours.project.id, this.#position++, document);
    documents.setAssignment(this.#db, id, assigned);
    if (lockedAt !== null) documents.setLock(this.#db, id, { at: lockedAt, by: lockedBy ?? '' });
    this.#added.push({ id, sha256 });
    return id;
  }

  #takeLayer(
    documentId: number,
    present: MergeDocument | undefined,
    { name, text }: MergeDocument,
    theirs: layers.LayerRow & LayerStates,
  ): void {
    const { person } = theirs;
    const ours = present?.layers.get(person);
    const keyOf = (item: number): string => JSON.stringify([name, person, item]);
    const { changes, conflicts } = mergeLayer(
      ours ?? { items: new Map(), history: new Map() },
      theirs,
      ours?.nextItem ?? 1,
      (item) => this.#request.theirs.includes(keyOf(item)),
    );
    const shown = (item: Item | null, side: LayerStates): string | null =>
      item === null ? null : describe(item, text, side);
    for (const one of conflicts)
      this.#conflicts.push({
        ...{ key: keyOf(one.item), document: name, person, choosable: true },
        ours: shown(one.ours, ours ?? theirs),
        theirs: shown(one.theirs, theirs),
      });
    // If two states are of the same millisecond, the finished one stays, on either side.
    const isNewer =
      ours === undefined ||
      theirs.updatedAt > ours.updatedAt ||
      (theirs.updatedAt === ours.updatedAt && theirs.state === 'done');
    const turns = (ours?.state ?? 'open') !== theirs.state && isNewer && conflicts.length === 0;
    if (changes.length === 0 && !turns) return;
    if (present !== undefined && (present.lockedAt !== null || present.removedAt !== null)) {
      if (!this.#untouched.includes(name)) this.#untouched.push(name);
      return;
    }
    const layerId = ours?.id ?? layers.insertLayer(this.#db, documentId, person, theirs.updatedAt);
    if (turns) {
      layers.setLayerState(this.#db, layerId, theirs.state, theirs.doneAt ?? theirs.updatedAt);
      this.#states++;
    }
    if (changes.length > 0) this.#changes.push(this.#changesOf(layerId, text, name, changes));
  }

  /** A document that came archived is filled all the same. */
  #changesOf(layerId: number, text: string, name: string, changes: readonly Change[]): LayerChanges {
    const layer = layers.findLayer(this.#db, layerId);
    if (layer === undefined) return { layerId, changes };
    return { layerId, changes, known: { layer, document: { name, text, lockedAt: null, lockedBy: null } } };
  }

  #takeThread(theirs: Thread): void {
    const documentId = this.#documents.get(theirs.documentId);
    if (documentId === undefined) return;
    const { uid, anchor, comments, resolvedAt, resolvedBy } = theirs;
    const ours = this.#ours.threads.find((one) => one.uid === uid && one.documentId === documentId);
    const id =
      ours?.id ?? insertThread(this.#db, { uid, documentId, anchor, resolvedAt: null, resolvedBy: null });
    if (ours === undefined) this.#threads++;
    const fresh = comments.filter((comment) => !ours?.comments.some((one) => one.uid === comment.uid));
    for (const comment of fresh) insertComment(this.#db, id, comment);
    this.#comments += fresh.length;
    const last = [...(ours?.comments ?? []), ...fresh].reduce((at, one) => (one.at > at ? one.at : at), '');
    const isTheirs = resolvedAt !== null && resolvedAt > (ours?.resolvedAt ?? '');
    const resolved = isTheirs
      ? { at: resolvedAt, by: resolvedBy ?? '' }
      : ours?.resolvedAt != null
        ? { at: ours.resolvedAt, by: ours.resolvedBy ?? '' }
        : null;
    const after = resolved !== null && resolved.at >= last ? resolved : null;
    if ((after?.at ?? null) === (ours?.resolvedAt ?? null)) return;
    setResolved(this.#db, id, after);
    if (ours !== undefined && fresh.length === 0) this.#comments++;
  }
}

const EXCERPT = 60;
const excerpt = (text: string): string => (text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`);

/** Returns type, words and attributes of an item for a person to compare. */
function describe(item: Item, text: string, side: LayerStates): string {
  const wordsAt = (id: number): string => {
    const json = side.items.get(id);
    const end: Item | null = json === undefined ? null : (JSON.parse(json) as Item); // safe: written by itemJson
    return end?.kind === 'span' ? wordsOf(text, end) : `#${id}`;
  };
  const words =
    item.kind === 'span'
      ? wordsOf(text, item)
      : item.kind === 'relation'
        ? `${wordsAt(item.from)} → ${wordsAt(item.to)}`
        : '';
  const attributes = Object.entries(item.attributes).map(([name, value]) => `${name}=${value}`);
  return [item.type, excerpt(words), ...attributes, item.note].filter((part) => part !== '').join(' · ');
}
