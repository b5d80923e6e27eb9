/** Assigns documents to annotators: as many for each document as the overlap, evenly and deterministically. */
import type { WriteDb } from '../../db/connection.ts';
import { listAssignments, listHeads, setAssignment } from '../../db/repositories/annotation/documents.ts';
import { type CountedLayer, countLayers } from '../../db/repositories/annotation/layers.ts';
import { findProject, listMembers, setMembers } from '../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { dbOf, type Session } from '../session/session.ts';
import { noDocument, noProject } from './not-found.ts';

export interface AssignedDocument {
  readonly id: number;
  /** People who have begun to label it; they stay, members or not. */
  readonly begun: readonly string[];
  readonly assigned: readonly string[];
}

/**
 * Plans assignments. People who have begun stay. Others stay while their share is not full. Free places go to the
 * member with the fewest documents, then to the one with fewest documents shared with the others, so that all pairs
 * can be compared.
 * @param others documents beyond these that people have to do
 */
export function planAssignments(
  documents: readonly AssignedDocument[],
  members: readonly string[],
  overlap: number,
  others: ReadonlyMap<string, number> = new Map(),
): Map<number, string[]> {
  const people = [...new Set(members)].sort();
  const each = Math.min(overlap, people.length);
  const load = new Map(people.map((person) => [person, others.get(person) ?? 0]));
  const met = new Map<string, number>();
  const pair = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a]);
  const plan = new Map<number, string[]>();
  const give = (chosen: string[], person: string): void => {
    for (const other of chosen) met.set(pair(person, other), (met.get(pair(person, other)) ?? 0) + 1);
    chosen.push(person);
    load.set(person, (load.get(person) ?? 0) + 1);
  };
  for (const { id, begun } of documents) {
    const chosen: string[] = [];
    for (const person of [...new Set(begun)].sort()) give(chosen, person);
    plan.set(id, chosen);
  }
  const share = Math.ceil((documents.length * each) / Math.max(1, people.length));
  for (const { id, assigned } of documents) {
    const chosen = plan.get(id) ?? [];
    for (const person of [...new Set(assigned)].sort())
      if (
        chosen.length < each &&
        people.includes(person) &&
        !chosen.includes(person) &&
        (load.get(person) ?? 0) < share
      )
        give(chosen, person);
  }
  for (const chosen of plan.values()) {
    while (chosen.length < each) {
      const free = people.filter((person) => !chosen.includes(person));
      const meetings = (person: string): number =>
        chosen.reduce((sum, other) => sum + (met.get(pair(person, other)) ?? 0), 0);
      const next = free.reduce((best, person) => {
        const fewer = (load.get(person) ?? 0) - (load.get(best) ?? 0);
        return fewer < 0 || (fewer === 0 && meetings(person) < meetings(best)) ? person : best;
      });
      give(chosen, next);
    }
  }
  level(documents, plan, people, load);
  return plan;
}

/**
 * Moves documents that nobody has begun from members with more to members with fewer until they differ by at most one,
 * since assignments from before a member joined would stay uneven.
 */
function level(
  documents: readonly AssignedDocument[],
  plan: ReadonlyMap<number, string[]>,
  people: readonly string[],
  load: Map<string, number>,
): void {
  const of = (person: string): number => load.get(person) ?? 0;
  for (let moved = true; moved; ) {
    moved = false;
    for (const more of people)
      for (const fewer of people) {
        if (of(more) - of(fewer) <= 1) continue;
        for (const { id, begun } of documents) {
          const chosen = plan.get(id) ?? [];
          const at = begun.includes(more) || chosen.includes(fewer) ? -1 : chosen.indexOf(more);
          if (at < 0) continue;
          chosen[at] = fewer;
          load.set(more, of(more) - 1);
          load.set(fewer, of(fewer) + 1);
          moved = true;
          if (of(more) - of(fewer) <= 1) break;
        }
      }
  }
}

/** Assigns all documents of a project. Call it inside the transaction of the change. */
export function assignAll(db: WriteDb, projectId: number): void {
  const { settings } = findProject(db, projectId) ?? noProject(projectId);
  const members = listMembers(db, projectId);
  const assigned = listAssignments(db, projectId);
  const layers = countLayers(db, projectId);
  const documents = listHeads(db, projectId).map(({ id }) => ({
    id,
    assigned: assigned.get(id) ?? [],
    begun: (layers.get(id) ?? [])
      .filter(({ person, version, state }) => person !== '' && (version > 0 || state === 'done'))
      .map(({ person }) => person)
      // An imported layer alone does not make its person an assignee.
      .filter((person) => members.includes(person) || (assigned.get(id) ?? []).includes(person)),
  }));
  for (const [id, people] of planAssignments(documents, members, settings.overlap)) {
    const before = assigned.get(id) ?? [];
    if (before.length !== people.length || people.some((person) => !before.includes(person)))
      setAssignment(db, id, people);
  }
}

/**
 * Assigns documents to these people, who become members, and to those who have begun them.
 * @param each number of people for each document, those with least to do first; by default all of them
 */
export function assignDocuments(
  session: Session,
  projectId: number,
  documents: readonly number[],
  people: readonly string[],
  each = people.length,
): void {
  const db = dbOf(session);
  db.transaction(() => {
    if (findProject(db, projectId) === undefined) noProject(projectId);
    const members = listMembers(db, projectId);
    if (people.some((person) => !members.includes(person)))
      setMembers(db, projectId, [...members, ...people]);
    const known = new Set(listHeads(db, projectId).map(({ id }) => id));
    const assigned = listAssignments(db, projectId);
    const layers = countLayers(db, projectId);
    const chosen = [...new Set(documents)].map((id): AssignedDocument => {
      if (!known.has(id)) noDocument(id);
      const begun = (layers.get(id) ?? [])
        .filter(({ version, state }) => version > 0 || state === 'done')
        .map(({ person }) => person)
        .filter((person) => (assigned.get(id) ?? []).includes(person));
      return { id, begun, assigned: [] };
    });
    const isAll = each >= people.length;
    const left = unfinished(assigned, layers, new Set(documents));
    const plan = isAll ? undefined : planAssignments(chosen, people, each, left);
    for (const { id, begun } of chosen) setAssignment(db, id, plan?.get(id) ?? [...begun, ...people]);
    appendAudit(db, session.actor, 'project.assign', `project:${projectId}`, {
      documents: documents.length,
      people,
      each,
    });
  });
  session.emit('projects.changed', { projectId });
}

/** Counts the documents that each person is still to finish, without some. */
function unfinished(
  assigned: ReadonlyMap<number, readonly string[]>,
  layers: ReadonlyMap<number, readonly CountedLayer[]>,
  without: ReadonlySet<number>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [id, people] of assigned)
    for (const person of without.has(id) ? [] : people) {
      const isDone = (layers.get(id) ?? []).some((one) => one.person === person && one.state === 'done');
      if (!isDone) counts.set(person, (counts.get(person) ?? 0) + 1);
    }
  return counts;
}

/**
 * Returns whether a person is an assignee; without any assignment, everybody is for all documents.
 * @param assigned result of `listAssignments`
 */
export const isFor = (
  assigned: ReadonlyMap<number, readonly string[]>,
  documentId: number,
  person: string,
): boolean => assigned.size === 0 || (assigned.get(documentId) ?? []).includes(person);
