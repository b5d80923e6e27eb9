/** Relations of a record in one state, at their places in its text. */
import {
  type DecidedRelation,
  type RecordRelation,
  type RelationEnd,
  type RelationState,
  tripleOf,
} from '../../../shared/domain/record-relations.ts';
import type { Span } from '../../../shared/domain/span.ts';

/** A relation in a list. `version` is that of the text in which its offsets hold; without one, the words are gone. */
export interface RelationRow extends RecordRelation {
  readonly key: string;
  readonly model: string;
  readonly state: RelationState;
  readonly version?: number;
  readonly decided?: Pick<DecidedRelation, 'actor' | 'at'>;
}

interface Found {
  readonly model: string;
  readonly relations: readonly RecordRelation[];
  readonly version: number;
}

/** Returns the rows of each state: found ones nobody has decided on, and decided ones wherever their words are now. */
export function relationRows(
  found: Found | null,
  decided: readonly DecidedRelation[],
  { text, version }: { readonly text: string; readonly version: number },
): Record<RelationState, RelationRow[]> {
  const rows: Record<RelationState, RelationRow[]> = { waiting: [], accepted: [], rejected: [] };
  const places = new Map(found?.relations.map((relation) => [tripleOf(relation), relation]));
  for (const { at, actor, state, ...relation } of decided) {
    const key = tripleOf(relation);
    const now = places.get(key);
    places.delete(key);
    const placed =
      now === undefined || found === null
        ? carried(relation, text, version)
        : { head: now.head, tail: now.tail, version: found.version };
    rows[state].push({ ...relation, ...placed, key, state, decided: { at, actor } });
  }
  if (found !== null)
    for (const [key, relation] of places)
      rows.waiting.push({ ...relation, key, state: 'waiting', model: found.model, version: found.version });
  return rows;
}

/** Returns the ends where their words stand in the text now, nearest to where they stood; nothing when one is gone. */
function carried({ head, tail }: RecordRelation, text: string, version: number): Partial<RelationRow> {
  const [from, to] = [placeOf(head, text), placeOf(tail, text)];
  if (from === undefined || to === undefined) return {};
  return { head: { ...head, ...from }, tail: { ...tail, ...to }, version };
}

function placeOf({ text: words, start }: RelationEnd, text: string): Span | undefined {
  const places = [text.indexOf(words, start), text.lastIndexOf(words, start)].filter((at) => at >= 0);
  const [nearest] = places.sort((a, b) => Math.abs(a - start) - Math.abs(b - start));
  return nearest === undefined ? undefined : { start: nearest, end: nearest + words.length };
}
