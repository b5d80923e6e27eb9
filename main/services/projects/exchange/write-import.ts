/** Writes prepared documents into a project in one transaction and one edit. */
import type { Loss } from '../../../../shared/domain/annotation.ts';
import { type EditResult, GOLD, type ImportedDocuments } from '../../../../shared/domain/project.ts';
import type { WriteDb } from '../../../db/connection.ts';
import { findByName, insertDocument, nextPosition } from '../../../db/repositories/annotation/documents.ts';
import {
  findLayerOf,
  insertLayer,
  type LayerRow,
  setLayerState,
} from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../../db/repositories/audit.ts';
import { largeTransaction } from '../../../db/repositories/bulk-transactions.ts';
import { mergeLosses } from '../../../formats/annotations/losses.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { assignAll } from '../assignment.ts';
import { textsAdded } from '../documents.ts';
import type { LayerChanges } from '../edits/changes.ts';
import { commitEdit } from '../edits/commit-edit.ts';
import { noProject } from '../not-found.ts';
import { putBack, restoredOf } from '../removed-documents.ts';
import { mergedInto, otherText, type PreparedDocument, type PreparedImport } from './prepare-import.ts';

export interface Kept {
  readonly imported: ImportedDocuments;
  /** Null when only documents were added. */
  readonly edit: EditResult | null;
}

/** Owner of the layers, and whether new ones are finished. */
export interface ImportTarget {
  readonly projectId: number;
  readonly person: string;
  readonly finished: boolean;
}

/** Writes an import. Returns null when the schema has changed since the preparation. */
export function keepImport(session: Session, target: ImportTarget, prepared: PreparedImport): Kept | null {
  const db = dbOf(session);
  const { projectId } = target;
  return largeTransaction(db, () => {
    const { schemaJson } = findProject(db, projectId) ?? noProject(projectId);
    if (schemaJson !== prepared.schema.before) return null;
    const keeper = new Keeper(db, target, prepared);
    for (const document of prepared.documents) keeper.keep(document);
    return finish(session, keeper, target, prepared);
  });
}

class Keeper {
  readonly added: { id: number; sha256: string }[] = [];
  /** Removed documents that the import puts back. */
  readonly restored: number[] = [];
  readonly layers: LayerChanges[] = [];
  readonly losses: Loss[];
  readonly #db: WriteDb;
  readonly #projectId: number;
  readonly #person: string;
  /** Whether layers that the import creates are finished. */
  readonly #finished: boolean;
  readonly #prepared: PreparedImport;
  readonly #at = new Date().toISOString();
  #position: number;

  constructor(db: WriteDb, { projectId, person, finished }: ImportTarget, prepared: PreparedImport) {
    this.#db = db;
    this.#projectId = projectId;
    this.#person = person;
    this.#finished = finished || person === GOLD;
    this.#prepared = prepared;
    this.#position = nextPosition(db, projectId);
    this.losses = [...prepared.losses];
  }

  keep(one: PreparedDocument): void {
    const { document, sha256 } = one;
    const { name, text } = document;
    const present = findByName(this.#db, this.#projectId, name);
    if (present !== undefined && present.sha256 !== sha256) throw otherText(name, present.removedAt !== null);
    const id =
      present?.id ?? insertDocument(this.#db, this.#projectId, this.#position++, { ...document, sha256 });
    if (present === undefined) this.added.push({ id, sha256 });
    if (present !== undefined && present.removedAt !== null) this.restored.push(id);
    // A labelled document without items counts as labelled; a plain text does not.
    if (this.#prepared.format === 'text') return;
    const found = present === undefined ? undefined : findLayerOf(this.#db, id, this.#person);
    const isSame = found?.id === one.base?.id && found?.version === one.base?.version;
    const { changes, losses } = isSame ? one : mergedInto(this.#db, found, document, this.#prepared.index);
    this.losses.push(...losses);
    // A document that came back without annotations may have been left untouched.
    const isFinished =
      this.#finished &&
      (present === undefined || document.items.length > 0) &&
      this.#prepared.index.lacking(document.items).count === 0;
    const layer = found ?? this.#makeLayer(id, isFinished);
    if (found !== undefined && isFinished && found.version === 0)
      setLayerState(this.#db, found.id, 'done', this.#at);
    if (changes.length === 0) return;
    const { lockedAt = null, lockedBy = null } = present ?? {};
    this.layers.push({
      layerId: layer.id,
      changes,
      known: { layer, document: { name, text, lockedAt, lockedBy } },
    });
  }

  #makeLayer(documentId: number, isFinished: boolean): LayerRow {
    const [person, at] = [this.#person, this.#at];
    const state = isFinished ? 'done' : 'open';
    return {
      id: insertLayer(this.#db, documentId, person, at, state),
      documentId,
      projectId: this.#projectId,
      person,
      state,
      version: 0,
      nextItem: 1,
      updatedAt: at,
      doneAt: state === 'done' ? at : null,
    };
  }
}

function finish(
  session: Session,
  { added, restored, layers, losses }: Keeper,
  { projectId, person, finished }: ImportTarget,
  { documents, format, schema }: PreparedImport,
): Kept {
  const db = dbOf(session);
  if (added.length > 0) {
    assignAll(db, projectId);
    appendAudit(db, session.actor, 'project.add', `project:${projectId}`, {
      documents: added.length,
      ...textsAdded(added),
    });
  }
  putBack(session, projectId, restored);
  const imported = {
    documents: added.length,
    items: layers.reduce((sum, { changes }) => sum + changes.length, 0),
    format,
    losses: mergeLosses(losses),
    skipped: documents.length - added.length - restored.length,
    ...restoredOf(restored),
  };
  const { losses: _losses, ...counts } = imported;
  appendAudit(db, session.actor, 'project.import', `project:${projectId}`, { ...counts, person, finished });
  const isWider = schema.before !== schema.after;
  if (layers.length === 0 && !isWider) return { imported, edit: null };
  const edit = commitEdit(session, {
    projectId,
    action: 'import',
    detail: { count: imported.items, documents: layers.length, format, person },
    layers,
    ...(isWider ? { schema, isWider } : {}),
  });
  return { imported, edit };
}
