/** Imports a project file, which is checked completely: any error imports nothing. */

import { Item } from '../../../../shared/domain/annotation.ts';
import type { Project } from '../../../../shared/domain/project.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { AppError } from '../../../../shared/result.ts';
import type { WriteDb } from '../../../db/connection.ts';
import {
  insertDocument,
  setAssignment,
  setLock,
  setRemoved,
  textSum,
} from '../../../db/repositories/annotation/documents.ts';
import { insertEdit, SCHEMA_LAYER, type StoredChange } from '../../../db/repositories/annotation/edits.ts';
import { ItemWrites, itemJson, itemsOf } from '../../../db/repositories/annotation/items.ts';
import { insertLayer, putLayer } from '../../../db/repositories/annotation/layers.ts';
import * as projects from '../../../db/repositories/annotation/projects.ts';
import { insertComment, insertThread } from '../../../db/repositories/annotation/threads.ts';
import { appendAudit } from '../../../db/repositories/audit.ts';
import { problemOf } from '../../../formats/annotations/check-document.ts';
import { dbOf, type Session } from '../../session/session.ts';
import { refuseBroken, textsAdded } from '../documents.ts';
import { getProject, refuseTaken } from '../projects.ts';
import { listOf, refitLayers } from '../schema/refit-layers.ts';
import { SchemaIndex } from '../schema/schema-index.ts';
import { sumOfSums } from '../verify/verify.ts';
import { broken } from './checksummed-lines.ts';
import { restoreOrder, restoreRounds } from './learning-lines.ts';
import { type FileLine, MARK } from './project-lines.ts';

/**
 * @param as another name for the project
 * @throws AppError `bad-input` with the line, `conflict` when the name is taken
 */
export async function unpackProject(
  session: Session,
  file: { readonly name: string; readonly path: string },
  as?: string,
): Promise<Project> {
  return unpackLines(session, file.name, await readLines(session, file), as);
}

/** Reads the lines of a project file, each checked by itself. */
export async function readLines(
  session: Session,
  file: { readonly name: string; readonly path: string },
): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  await session.background.run('readProject', file, {
    onPart: (part) => {
      for (const { line } of part) lines.push(line);
    },
  });
  return lines;
}

/** Imports the lines of a project file inside a transaction and returns the project's id. Throws as `unpackProject`. */
export const unpackWithin = (
  session: Session,
  name: string,
  lines: readonly FileLine[],
  as?: string,
): number => new Unpacking(session, dbOf(session), name, as).run(lines);

/** Imports the lines of a project file in one transaction. Throws as `unpackProject`. */
export function unpackLines(
  session: Session,
  name: string,
  lines: readonly FileLine[],
  as?: string,
): Project {
  const db = dbOf(session);
  const projectId = db.transaction(() => unpackWithin(session, name, lines, as));
  session.emit('projects.changed', { projectId });
  return getProject(session, projectId);
}

type Of<K extends FileLine['kind']> = Extract<FileLine, { kind: K }>;

interface KnownProject {
  readonly id: number;
  readonly line: Of<'project'>;
}

class Unpacking {
  readonly #session: Session;
  readonly #db: WriteDb;
  readonly #file: string;
  readonly #as: string | undefined;
  #line = 0;
  #project: KnownProject | undefined;
  #position = 0;
  #ended: Of<'end'> | undefined;
  /** Ids of the file → ids of this workspace. */
  readonly #documents = new Map<
    number,
    { readonly id: number; readonly text: string; readonly sha256: string }
  >();
  readonly #names = new Set<string>();
  readonly #layers = new Map<number, { readonly id: number; readonly documentId: number }>();
  /** Keys of the layers read: document and person. */
  readonly #people = new Set<string>();
  readonly #edits = new Map<number, { readonly id: number; readonly sha256: string }>();
  readonly #items = new Map<number, Map<number, string>>();
  /** Keys of the discussions read. */
  readonly #threads = new Set<string>();
  readonly #rounds: Of<'round'>[] = [];
  readonly #order: Of<'order'>[] = [];
  #schema: string | undefined;

  constructor(session: Session, db: WriteDb, file: string, as: string | undefined) {
    this.#session = session;
    this.#db = db;
    this.#file = file;
    this.#as = as;
  }

  /** Returns the new project's id. */
  run(lines: readonly FileLine[]): number {
    for (const line of lines) {
      this.#line++;
      this.#take(line);
    }
    this.#finish();
    return this.#known().id;
  }

  #wrong(problem: Message): AppError {
    return broken(this.#file, this.#line, problem);
  }

  #known(): KnownProject {
    if (this.#project === undefined)
      throw this.#wrong(message('system.missing', { what: message('projects.the-project') }));
    return this.#project;
  }

  #take(line: FileLine): void {
    if ((this.#line === 1) !== (line.kind === MARK)) throw this.#wrong(message('projects.no-project-line'));
    if (this.#ended !== undefined) throw this.#wrong(message('projects.after-end'));
    switch (line.kind) {
      case MARK:
        return;
      case 'project':
        return this.#takeProject(line);
      case 'document':
        return this.#takeDocument(line);
      case 'layer':
        return this.#takeLayer(line);
      case 'edit':
        return this.#takeEdit(line);
      case 'thread':
        this.#takeThread(line);
        return;
      case 'round':
        this.#rounds.push(line);
        return;
      case 'order':
        if (!this.#documents.has(line.documentId))
          throw this.#wrong(
            message('system.missing', { what: message('projects.document', { id: line.documentId }) }),
          );
        this.#order.push(line);
        return;
      case 'end':
        this.#ended = line;
    }
  }

  #takeProject(line: Of<'project'>): void {
    if (this.#project !== undefined)
      throw this.#wrong(message('projects.part-twice', { what: message('projects.the-project') }));
    const name = this.#as ?? line.name;
    refuseTaken(this.#session, name);
    const { schema, settings, createdAt: at, createdBy: by } = line;
    const id = projects.insertProject(this.#db, { name, schema, settings, at, by });
    projects.setMembers(this.#db, id, line.members);
    this.#project = { id, line };
  }

  #takeDocument({
    id,
    assigned,
    lockedAt,
    lockedBy,
    removedAt,
    removedBy,
    ...document
  }: Of<'document'>): void {
    refuseBroken(document.name, document.text);
    if (this.#documents.has(id) || this.#names.has(document.name))
      throw this.#wrong(
        message('projects.part-twice', { what: message('projects.document', { id: document.name }) }),
      );
    this.#names.add(document.name);
    const sha256 = textSum(document.text);
    const own = insertDocument(this.#db, this.#known().id, this.#position++, document);
    setAssignment(this.#db, own, assigned);
    if (lockedAt !== null) setLock(this.#db, own, { at: lockedAt, by: lockedBy ?? '' });
    if (removedAt !== undefined) setRemoved(this.#db, own, { at: removedAt, by: removedBy ?? '' });
    this.#documents.set(id, { id: own, text: document.text, sha256 });
  }

  #takeLayer({ id, documentId, ...layer }: Of<'layer'>): void {
    const document = this.#documents.get(documentId);
    if (document === undefined)
      throw this.#wrong(
        message('system.missing', { what: message('projects.document', { id: documentId }) }),
      );
    const key = JSON.stringify([documentId, layer.person]);
    if (this.#layers.has(id) || this.#people.has(key))
      throw this.#wrong(message('projects.part-twice', { what: message('projects.layer', { id }) }));
    this.#people.add(key);
    const own = insertLayer(this.#db, document.id, layer.person, layer.updatedAt);
    putLayer(this.#db, own, layer);
    this.#layers.set(id, { id: own, documentId });
    this.#items.set(id, new Map());
  }

  #takeThread({ documentId, comments, kind: _, ...thread }: Of<'thread'>): void {
    const document = this.#documents.get(documentId);
    if (document === undefined)
      throw this.#wrong(
        message('system.missing', { what: message('projects.document', { id: documentId }) }),
      );
    const key = JSON.stringify([documentId, thread.uid]);
    const { anchor } = thread;
    const isBeyond = [...anchor.fragments, ...anchor.to].some(({ end }) => end > document.text.length);
    const isTwice = new Set(comments.map(({ uid }) => uid)).size < comments.length;
    if (this.#threads.has(key) || isTwice)
      throw this.#wrong(message('projects.part-twice', { what: message('threads.one', { id: thread.uid }) }));
    if (isBeyond) throw this.#wrong(message('threads.no-place'));
    this.#threads.add(key);
    const id = insertThread(this.#db, { ...thread, documentId: document.id });
    for (const comment of comments) insertComment(this.#db, id, comment);
  }

  #takeEdit({ id, changes: given, ofEdit, detail, ...edit }: Of<'edit'>): void {
    if (this.#edits.has(id))
      throw this.#wrong(message('projects.part-twice', { what: message('projects.edit', { id }) }));
    const of = ofEdit === null ? undefined : this.#edits.get(ofEdit);
    if (ofEdit !== null && of === undefined)
      throw this.#wrong(message('system.missing', { what: message('projects.edit', { id: ofEdit }) }));
    const changes = given.map(([layer, item, before, after]): StoredChange => {
      if (layer === SCHEMA_LAYER)
        return { layerId: SCHEMA_LAYER, itemId: 0, ...this.#changeSchema(before, after) };
      const own = this.#layers.get(layer)?.id;
      if (own === undefined)
        throw this.#wrong(message('system.missing', { what: message('projects.layer', { id: layer }) }));
      this.#changeItem(layer, item, before, after);
      return { layerId: own, itemId: item, before, after };
    });
    const whole = {
      ...edit,
      projectId: this.#known().id,
      ofEdit: of?.id ?? null,
      detail: this.#renumbered(detail),
    };
    this.#edits.set(id, insertEdit(this.#db, whole, changes));
  }

  #changeSchema(
    before: string | null,
    after: string | null,
  ): { before: string | null; after: string | null } {
    if (this.#schema !== undefined && before !== this.#schema)
      throw this.#wrong(message('projects.not-as-edited', { what: message('projects.the-schema') }));
    this.#schema = after ?? '';
    return { before, after };
  }

  #changeItem(layer: number, id: number, before: string | null, after: string | null): void {
    const items = this.#items.get(layer) ?? new Map<number, string>();
    if ((items.get(id) ?? null) !== before)
      throw this.#wrong(message('projects.not-as-edited', { what: message('projects.item', { id }) }));
    if (after === null) items.delete(id);
    else items.set(id, after);
  }

  /** Replaces ids of documents and edits in details by those of this workspace. */
  #renumbered(detail: Of<'edit'>['detail']): Of<'edit'>['detail'] {
    const { documentId, edit } = detail;
    const document = typeof documentId === 'number' ? this.#documents.get(documentId)?.id : undefined;
    const other = typeof edit === 'number' ? this.#edits.get(edit)?.id : undefined;
    return {
      ...detail,
      ...(document === undefined ? {} : { documentId: document }),
      ...(other === undefined ? {} : { edit: other }),
    };
  }

  #finish(): void {
    const { id, line } = this.#known();
    const end = this.#ended;
    const complete =
      end !== undefined &&
      end.documents === this.#documents.size &&
      end.layers === this.#layers.size &&
      end.edits === this.#edits.size &&
      end.threads === this.#threads.size &&
      end.rounds === this.#rounds.length &&
      end.ordered === this.#order.length;
    if (!complete) throw this.#wrong(message('projects.cut-off'));
    if (this.#schema !== undefined && this.#schema !== projects.schemaJson(line.schema))
      throw this.#wrong(message('projects.not-as-edited', { what: message('projects.the-schema') }));
    for (const [layer, items] of this.#items) this.#putItems(layer, items);
    const { orphans } = refitLayers(this.#db, id, new SchemaIndex(line.schema), []);
    if (orphans.total > 0) throw this.#wrong(message('projects.untyped', { types: listOf(orphans) }));
    restoreRounds(this.#session, this.#db, id, this.#rounds);
    restoreOrder(this.#db, id, this.#order, (document) => this.#documents.get(document)?.id ?? 0);
    this.#audit(id);
  }

  #putItems(layer: number, items: ReadonlyMap<number, string>): void {
    const { id, documentId } = this.#layers.get(layer) ?? { id: 0, documentId: 0 };
    const writes = new ItemWrites();
    for (const [number, json] of items) {
      const item = Item.safeParse(parsedJson(json));
      if (!item.success || item.data.id !== number || itemJson(item.data) !== json)
        throw this.#wrong(message('projects.no-item', { number, layer }));
      writes.put(id, item.data, json, true);
    }
    writes.write(this.#db);
    const text = this.#documents.get(documentId)?.text ?? '';
    const problem = problemOf({ text, items: itemsOf(this.#db, id) });
    if (problem !== undefined) {
      const what = message('projects.layer', { id: layer });
      throw this.#wrong(message('system.about', { what, problem: problem.problem }));
    }
  }

  #audit(id: number): void {
    const edits = [...this.#edits.values()];
    const { name } = projects.findProject(this.#db, id) ?? { name: '' };
    appendAudit(this.#db, this.#session.actor, 'project.unpack', `project:${id}`, {
      name,
      documents: this.#documents.size,
      rounds: this.#rounds.length,
      ...textsAdded([...this.#documents.values()]),
      firstEdit: edits[0]?.id ?? 0,
      lastEdit: edits.at(-1)?.id ?? -1,
      editsSha256: sumOfSums(edits),
    });
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
