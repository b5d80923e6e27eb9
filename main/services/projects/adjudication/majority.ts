/** Decisions by the majority or by one annotator, in documents or a whole project as one edit; the count of open differences. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GoldPlan } from '../../../../shared/adjudication/gold-plan.ts';
import { differencesOf, type OpenGroup } from '../../../../shared/adjudication/groups-in-gold.ts';
import { majorityReadings, readingsOf } from '../../../../shared/adjudication/majority.ts';
import type {
  AdjudicationGroup,
  DocumentDifferences,
  MajorityTaken,
} from '../../../../shared/domain/adjudication.ts';
import { type EditResult, GOLD } from '../../../../shared/domain/project.ts';
import { listAssignments, listHeads } from '../../../db/repositories/annotation/documents.ts';
import { type CountedLayer, countLayers } from '../../../db/repositories/annotation/layers.ts';
import { findProject } from '../../../db/repositories/annotation/projects.ts';
import { dbOf, type Session } from '../../session/session.ts';
import type { LayerChanges } from '../edits/changes.ts';
import { archived, commitEdit } from '../edits/commit-edit.ts';
import { emitEdit } from '../edits/events.ts';
import { requireRoleToEdit, requireRoleToRead } from '../layer-access.ts';
import { ensureLayer } from '../layers.ts';
import { noDocument, noProject } from '../not-found.ts';
import { isFinished } from './finished-layers.ts';
import { adjudicationOf, countDifferences, fillGold, goldGroups } from './open-groups.ts';

/**
 * Decides every difference on which more than half of a document's annotators agree, or every one as one annotator says. Others stay open; decisions of
 * adjudicators stay. One edit covers all documents and is undone as one.
 * @param documents absent: all that are neither finished as gold nor archived and that all assignees, at least two,
 *   have finished
 * @param annotator absent: the majority
 */
export function takeMajority(
  session: Session,
  projectId: number,
  documents: readonly number[] | undefined,
  annotator?: string,
): MajorityTaken {
  requireRoleToEdit(session, GOLD);
  const db = dbOf(session);
  const edits: EditResult[] = [];
  const taken = db.transaction((): MajorityTaken => {
    const chosen = documents === undefined ? ready(session, projectId) : named(session, projectId, documents);
    const layers: LayerChanges[] = [];
    const counts = { decided: 0, open: 0 };
    for (const documentId of chosen) {
      const fill = fillGold(session, documentId);
      if (fill !== undefined) edits.push(fill);
      const one = decidedIn(session, documentId, (group) =>
        annotator === undefined ? majorityReadings(group) : readingsOf(group, annotator),
      );
      counts.decided += one.decided;
      counts.open += one.open;
      if (one.changes.length > 0) layers.push(one);
    }
    const told = { documents: chosen.length, ...counts };
    if (layers.length === 0) return { ...told, edit: null };
    const by = annotator === undefined ? { take: 'majority' } : { take: 'annotator', annotator };
    const detail = { ...by, count: counts.decided, documents: layers.length };
    const result = commitEdit(session, { projectId, action: 'adjudicate', detail, layers });
    edits.push(result);
    return { ...told, edit: result.edit.id };
  });
  for (const edit of edits) emitEdit(session, projectId, edit);
  return taken;
}

interface Decided extends LayerChanges {
  readonly decided: number;
  readonly open: number;
}

type Readings = (group: AdjudicationGroup) => number[] | undefined;

function decidedIn(session: Session, documentId: number, readingsOfGroup: Readings): Decided {
  const work = adjudicationOf(session, documentId);
  const layer = ensureLayer(session, documentId, GOLD);
  const groups = goldGroups(work);
  const plan = new GoldPlan({
    items: new Map(work.items.map((item) => [item.id, item])),
    groups,
    schema: work.schema,
    nextItem: layer.nextItem,
    person: session.actor.name,
    at: new Date().toISOString(),
  });
  const open = differencesOf(groups).filter((group) => group.open);
  for (const group of open) decideBy(plan, group, readingsOfGroup);
  // A decision may decide others, such as labels that exclude each other.
  const left = open.filter((group) => isOpen(plan, group)).length;
  return { layerId: layer.id, changes: plan.changes, decided: open.length - left, open: left };
}

const isOpen = (plan: GoldPlan, { readings }: OpenGroup): boolean =>
  readings.some(({ item }) => item !== null && plan.get(item.id)?.status === 'suggested');

function decideBy(plan: GoldPlan, open: OpenGroup, readingsOfGroup: Readings): void {
  const readings = readingsOfGroup(open.group);
  if (readings === undefined || !isOpen(plan, open)) return;
  for (const i of readings) {
    const id = open.readings[i]?.item?.id;
    const item = id === undefined ? null : plan.get(id);
    // A relation waits until its ends are decided; a label does not replace one that somebody chose.
    if (
      item?.kind === 'relation' &&
      ![item.from, item.to].every((end) => plan.get(end)?.status === 'accepted')
    )
      return;
    if (item?.kind === 'label' && plan.rivalOf(item) !== undefined) return;
  }
  plan.decide(open, { take: 'readings', readings });
}

/** Returns the documents after checking that they belong to the project and may be changed. */
function named(session: Session, projectId: number, documents: readonly number[]): number[] {
  const heads = new Map(listHeads(dbOf(session), projectId).map((head) => [head.id, head]));
  return [...new Set(documents)].map((id) => {
    const { name, lockedAt } = heads.get(id) ?? noDocument(id);
    if (lockedAt !== null) throw archived(name, null);
    return id;
  });
}

function ready(session: Session, projectId: number): number[] {
  const db = dbOf(session);
  if (findProject(db, projectId) === undefined) noProject(projectId);
  const assigned = listAssignments(db, projectId);
  const layers = countLayers(db, projectId);
  return listHeads(db, projectId)
    .filter(({ id, lockedAt }) => {
      const here = layers.get(id) ?? [];
      const finished = new Set(here.filter(isFinished).map(({ person }) => person));
      const isGold = here.some(({ person, state }) => person === GOLD && state === 'done');
      const isWhole = (assigned.get(id) ?? []).every((person) => finished.has(person));
      return lockedAt === null && !isGold && finished.size >= 2 && isWhole;
    })
    .map(({ id }) => id);
}

/** Cached counts, valid while their layers are unchanged. */
const counted = new WeakMap<
  object,
  Map<number, { readonly of: string; readonly count: DocumentDifferences }>
>();
const SLICE_MS = 20;

/** Counts the differences of every document that two or more people have finished, in time slices. */
export async function projectDifferences(
  session: Session,
  projectId: number,
): Promise<DocumentDifferences[]> {
  requireRoleToRead(session, GOLD);
  const db = dbOf(session);
  if (findProject(db, projectId) === undefined) noProject(projectId);
  const known = counted.get(db) ?? new Map();
  counted.set(db, known);
  const all: DocumentDifferences[] = [];
  let began = performance.now();
  for (const [documentId, layers] of countLayers(db, projectId)) {
    if (layers.filter(isFinished).length < 2) continue;
    const of = stateOf(layers);
    const before = known.get(documentId);
    const count = before?.of === of ? before.count : countDifferences(session, documentId);
    known.set(documentId, { of, count });
    all.push(count);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return all;
}

const stateOf = (layers: readonly CountedLayer[]): string =>
  layers.map(({ person, state, version }) => `${person} ${state} ${version}`).join('\n');
