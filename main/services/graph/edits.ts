/** Changes of the graph by people: made together, audited, undone and done again, also after a restart. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { GraphChange, GraphChangeNote, GraphEdit } from '../../../shared/domain/graph-edit.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as curation from '../../db/repositories/graph-curation.ts';
import * as journal from '../../db/repositories/graph-edits.ts';
import { lockGraph } from '../../kg/import/index.ts';
import { checkName } from '../../kg/import/intake.ts';
import { endsAllowed, relationRule } from '../../kg/import/relations.ts';
import { normaliseName } from '../../text/folding.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Notes that are kept of changes made together. */
const NOTES = 20;

export interface Edited {
  readonly edit: GraphEdit;
  /** The entity that the last change made, changed or merged into; absent when it was removed. */
  readonly entity?: number;
}

/**
 * Makes changes, all or none. The linker, the ranking of diagnoses and all windows follow.
 * @throws AppError `not-found` for an entity that is not there; `conflict` when something is not as it was seen, or
 * another entity has the name; `bad-request` for a change that makes no sense; `conflict` during an import
 */
export function editGraph(session: Session, changes: readonly GraphChange[]): Edited {
  const db = dbOf(session);
  const person = session.actor.name;
  return changeGraph(session, {
    entities: changes.flatMap(entitiesOf),
    reviews: [],
    change: () => {
      const source = curation.personSource(db, person);
      const done = changes.map((one) => applyChange(session, one, { source, person }));
      return { notes: done.map(({ note }) => note), made: done.map(({ entity }) => entity) };
    },
  });
}

interface Work {
  /** Entities and keys of decisions that are there before and may change. */
  readonly entities: readonly number[];
  readonly reviews: readonly string[];
  /** Makes the change and returns what was done, and the entities that it concerns, new ones among them. */
  readonly change: () => {
    readonly notes: readonly GraphChangeNote[];
    readonly made: readonly (number | undefined)[];
  };
}

/** Runs a change and keeps it in the journal. */
export function changeGraph(session: Session, work: Work): Edited {
  const db = dbOf(session);
  const release = lockGraph(db);
  try {
    const result = db.transaction(() => {
      const entities = new Set(work.entities);
      const reviews = new Set(work.reviews);
      const before = journal.rowsAround(db, { entities, reviews });
      const { notes, made } = work.change();
      for (const id of made) if (id !== undefined) entities.add(id);
      const changed = journal.difference(before, journal.rowsAround(db, { entities, reviews }));
      if (journal.isEmpty(changed)) throw nothingToChange();
      journal.dropLostRelations(db, changed.removed);
      const note = { actor: session.actor.name, notes: notes.slice(0, NOTES), changes: notes.length };
      const id = journal.addEdit(db, note, changed);
      appendAudit(db, session.actor, 'kg.edit', `kg-edit:${id}`, {
        changes: notes.length,
        notes: notes.slice(0, NOTES).map(({ kind, words }) => [kind, ...words]),
      });
      const edit = journal.getEdit(db, id)!;
      const entity = made.at(-1);
      return { edit, ...(entity !== undefined && { entity }) };
    });
    follow(session);
    return result;
  } finally {
    release();
  }
}

const nothingToChange = (): AppError =>
  new AppError('bad-request', 'graph.nothing-to-change', {}, { kept: 'kept.nothing-changed' });

/** Has linker, ranking and windows read the changed graph. */
function follow(session: Session): void {
  session.engine.reload();
  session.emit('kg.changed', {});
}

export const listEdits = (session: Session, limit: number): GraphEdit[] =>
  journal.listEdits(dbOf(session), limit);

/**
 * Undoes an edit, or with `redo` does one that was undone again. Without an id it is the requester's newest one to undo,
 * or the first one undone after it.
 * @throws AppError `not-found`; `conflict` when the graph has changed since at these places, or during an import
 */
export function turnEdit(
  session: Session,
  { id, redo }: { readonly id?: number | undefined; readonly redo: boolean },
): GraphEdit {
  const db = dbOf(session);
  const release = lockGraph(db);
  try {
    const { edit, touched } = db.transaction(() => {
      const found =
        id === undefined ? journal.nextEdit(db, session.actor.name, redo) : journal.getEdit(db, id);
      if (found === undefined || found.undone !== redo)
        throw new AppError(
          'not-found',
          redo ? 'graph.nothing-to-redo' : 'graph.nothing-to-undo',
          {},
          { kept: 'kept.nothing-changed' },
        );
      const touchedGraph = journal.turnEdit(db, found.id);
      appendAudit(db, session.actor, redo ? 'kg.redo' : 'kg.unedit', `kg-edit:${found.id}`, {
        changes: found.changes,
        by: found.actor,
      });
      return { edit: journal.getEdit(db, found.id)!, touched: touchedGraph };
    });
    if (touched) follow(session);
    else session.emit('kg.changed', {});
    return edit;
  } finally {
    release();
  }
}

/** Returns the entities that a change names. */
function entitiesOf(change: GraphChange): number[] {
  switch (change.kind) {
    case 'add':
      return [];
    case 'addEdge':
    case 'removeEdge':
      return [change.head, change.tail];
    case 'merge':
      return [change.id, change.into];
    default:
      return [change.id];
  }
}

interface Done {
  readonly note: GraphChangeNote;
  readonly entity?: number;
}

export function applyChange(
  session: Session,
  change: GraphChange,
  { source, person }: { readonly source: number; readonly person: string },
): Done {
  const db = dbOf(session);
  const note = (...words: string[]): GraphChangeNote => ({ kind: change.kind, words });
  switch (change.kind) {
    case 'add': {
      const name = validName(change.name);
      requireFree(session, change.type, name);
      const id = curation.createEntity(db, source, change.type, name);
      for (const other of change.names) curation.addName(db, source, id, validName(other));
      for (const [key, value] of Object.entries(change.facts))
        curation.setFact(db, source, id, key, validFact(key, value));
      return { note: note(name), entity: id };
    }
    case 'rename': {
      const { id, type, name } = required(session, change.id);
      const to = validName(change.to);
      if (name !== change.from || name === to) throw changed(session, change.id);
      requireFree(session, type, to, id);
      curation.renameEntity(db, source, id, to);
      return { note: note(name, to), entity: id };
    }
    case 'retype': {
      const { id, type, name } = required(session, change.id);
      if (type !== change.from) throw changed(session, id);
      requireFree(session, change.to, name, id);
      curation.retypeEntity(db, id, change.to);
      return { note: note(name, type, change.to), entity: id };
    }
    case 'addName': {
      const { id, name } = required(session, change.id);
      const added = validName(change.name);
      if (curation.hasName(db, id, added)) throw changed(session, id);
      curation.addName(db, source, id, added);
      return { note: note(name, added), entity: id };
    }
    case 'removeName': {
      const { id, name, norm } = required(session, change.id);
      if (normaliseName(change.name) === norm)
        throw badChange(message('graph.own-name-stays', { name: change.name }));
      if (!curation.hasName(db, id, change.name)) throw changed(session, id);
      curation.removeName(db, id, change.name);
      return { note: note(name, change.name), entity: id };
    }
    case 'fact': {
      const { id, name } = required(session, change.id);
      if (curation.factOf(db, id, change.key) !== change.from) throw changed(session, id);
      const value = change.to === null ? null : validFact(change.key, change.to);
      curation.setFact(db, source, id, change.key, value);
      return { note: note(name, change.key, value ?? ''), entity: id };
    }
    case 'addEdge': {
      const [head, tail] = [required(session, change.head), required(session, change.tail)];
      const { relation } = relationRule(change.relation);
      requireSensible(head, relation, tail);
      if (curation.hasEdge(db, head.id, relation, tail.id)) throw changed(session, head.id);
      curation.addEdge(db, source, head.id, relation, tail.id);
      return { note: note(head.name, relation, tail.name), entity: head.id };
    }
    case 'removeEdge': {
      const [head, tail] = [required(session, change.head), required(session, change.tail)];
      if (!curation.hasEdge(db, head.id, change.relation, tail.id)) throw changed(session, head.id);
      curation.removeEdge(db, person, [head.id, change.relation, tail.id]);
      return { note: note(head.name, change.relation, tail.name), entity: head.id };
    }
    case 'merge': {
      const [from, into] = [required(session, change.id), required(session, change.into)];
      if (from.id === into.id) throw badChange(message('graph.same-entity', { name: from.name }));
      curation.mergeEntity(db, source, from.id, into.id);
      return { note: note(from.name, into.name), entity: into.id };
    }
    case 'split':
      return splitOff(session, change, source);
    case 'remove': {
      const { id, name } = required(session, change.id);
      curation.removeEntity(db, id);
      return { note: note(name) };
    }
  }
}

function splitOff(session: Session, change: GraphChange & { kind: 'split' }, source: number): Done {
  const db = dbOf(session);
  const from = required(session, change.id);
  const name = validName(change.name);
  requireFree(session, change.type, name, from.type === change.type ? undefined : from.id);
  if (change.names.some((one) => normaliseName(one) === from.norm))
    throw badChange(message('graph.own-name-stays', { name: from.name }));
  const isThere = ({ relation, direction, other }: (typeof change.edges)[number]) =>
    direction === 'out'
      ? curation.hasEdge(db, from.id, relation, other)
      : curation.hasEdge(db, other, relation, from.id);
  const isWhole =
    change.names.every((one) => curation.hasName(db, from.id, one)) &&
    change.facts.every((key) => curation.factOf(db, from.id, key) !== null) &&
    change.edges.every(isThere);
  if (!isWhole) throw changed(session, from.id);
  const id = curation.splitEntity(db, source, from.id, { ...change, name });
  return { note: { kind: 'split', words: [from.name, name] }, entity: id };
}

/** @throws AppError `not-found` */
function required(session: Session, id: number): curation.EntityRow {
  const row = curation.entityRow(dbOf(session), id);
  if (row === undefined) throw new AppError('not-found', 'graph.no-entity', { id });
  return row;
}

/** @throws AppError `conflict` when an entity other than `self` has the own name and type */
function requireFree(session: Session, type: EntityType, name: string, self?: number): void {
  const other = curation.entityNamed(dbOf(session), type, name);
  if (other === undefined || other.id === self) return;
  throw new AppError(
    'conflict',
    'graph.name-taken',
    { name: other.name, type: message(`entity-type.${type}`), id: other.id },
    { kept: 'kept.nothing-changed', hint: 'hint.merge-instead' },
  );
}

function changed(session: Session, id: number): AppError {
  const { name } = required(session, id);
  return new AppError(
    'conflict',
    'graph.entity-changed',
    { name },
    { kept: 'kept.nothing-changed', hint: 'hint.look-and-edit-again' },
  );
}

type Problem = ConstructorParameters<typeof AppError>[1];

const badChange = (problem: Problem): AppError =>
  new AppError('bad-request', problem, { kept: 'kept.nothing-changed' });

function validName(raw: string): string {
  const checked = checkName(raw);
  if ('name' in checked) return checked.name;
  throw badChange(message('graph.bad-name', { name: raw.slice(0, 100), problem: message(checked.problem) }));
}

function validFact(key: string, value: string): string {
  const text = value.trim();
  if (text !== '' && text.isWellFormed() && checkNameOf(key)) return text;
  throw badChange(message('graph.bad-fact', { key }));
}

const checkNameOf = (key: string): boolean => 'name' in checkName(key);

/** Refuses an edge that the review of imports would list. */
function requireSensible(head: curation.EntityRow, relation: string, tail: curation.EntityRow): void {
  if (head.id === tail.id) throw badChange(message('graph.same-entity', { name: head.name }));
  if (!('name' in checkName(relation)) || relation === 'SameAs')
    throw badChange(message('graph.bad-relation', { name: relation }));
  if (endsAllowed(relation, head.type, tail.type)) return;
  throw badChange(
    message('graph.wrong-ends', {
      relation,
      head: message(`entity-type.${head.type}`),
      tail: message(`entity-type.${tail.type}`),
    }),
  );
}
