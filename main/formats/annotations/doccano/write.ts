/** Writes documents as doccano lines, all in the form with the fewest losses. */
import type { AnnotatedDocument, SpanItem } from '../../../../shared/domain/annotation.ts';
import { type AcceptedItems, acceptedItems, countExtras, example, LOST, type Losses } from '../losses.ts';
import { toCodePoints } from '../offsets.ts';
import { toRow } from '../row-meta.ts';
import { FIELDS, type Form } from './read.ts';

interface Kept extends AcceptedItems {
  readonly document: AnnotatedDocument;
}

export function linesOfDocuments(documents: readonly AnnotatedDocument[], losses: Losses): unknown[] {
  const kept = documents.map((document): Kept => ({ document, ...heldItems(document, losses) }));
  const form = formOf(kept);
  const numbers = new Numbers();
  const rows = kept.map((each) => {
    const row = toRow(each.document, FIELDS, losses);
    return { ...row, text: each.document.text, ...annotationsOf(each, form, numbers) };
  });
  return withSameFields(rows);
}

/** doccano turns a missing field into NaN, which its database refuses; it accepts null. */
function withSameFields(rows: readonly Readonly<Record<string, unknown>>[]): unknown[] {
  const fields = [...new Set(rows.flatMap(Object.keys))];
  const lacking = (row: Readonly<Record<string, unknown>>) =>
    fields.filter((field) => !Object.hasOwn(row, field)).map((field) => [field, null]);
  return rows.map((row) => ({ ...row, ...Object.fromEntries(lacking(row)) }));
}

/** Spans of one fragment, and their relations. */
function heldItems(document: AnnotatedDocument, losses: Losses): AcceptedItems {
  const { spans, relations, labels } = acceptedItems(document, losses);
  const whole = spans.filter((span) => {
    if (span.fragments.length > 1) losses.add(LOST.discontinuous, example(document, span));
    return span.fragments.length === 1;
  });
  const ids = new Set(whole.map(({ id }) => id));
  const held = relations.filter((relation) => {
    const hasEnds = ids.has(relation.from) && ids.has(relation.to);
    if (!hasEnds) losses.add(LOST.loose, example(document, relation));
    return hasEnds;
  });
  for (const item of [...whole, ...held, ...labels]) countExtras(document, item, losses);
  return { spans: whole, relations: held, labels };
}

/** Returns the form that the documents need, else the one they were read in. */
function formOf(kept: readonly Kept[]): Form {
  const read = kept.map(({ document }) => document.meta['@doccano']).find((form) => form !== undefined);
  const [spans, labels] = [
    kept.some((each) => each.spans.length > 0),
    kept.some((each) => each.labels.length > 0),
  ];
  if (read === 'relations' || kept.some(({ relations }) => relations.length > 0)) return 'relations';
  if (read === 'intent' || (spans && labels)) return 'intent';
  return labels || (read === 'classes' && !spans) ? 'classes' : 'spans';
}

function annotationsOf(
  { document, spans, relations, labels }: Kept,
  form: Form,
  numbers: Numbers,
): Record<string, unknown> {
  const points = toCodePoints(document.text);
  const place = ({ fragments: [only] }: SpanItem) =>
    [points(only?.start ?? 0) ?? 0, points(only?.end ?? 0) ?? 0] as const;
  const triples = () => spans.map((span) => [...place(span), span.type]);
  const classes = labels.map(({ type }) => type);
  switch (form) {
    case 'spans':
      return { label: triples() };
    case 'classes':
      return { label: classes };
    case 'intent':
      return { cats: classes, entities: triples() };
    case 'relations': {
      const ids = new Map(spans.map(({ id }) => [id, numbers.next('entity')]));
      const entities = spans.map((span) => {
        const [start_offset, end_offset] = place(span);
        return { id: ids.get(span.id), label: span.type, start_offset, end_offset };
      });
      const between = relations.map(({ type, from, to }) => ({
        id: numbers.next('relation'),
        from_id: ids.get(from),
        to_id: ids.get(to),
        type,
      }));
      return { entities, relations: between, ...(classes.length > 0 ? { cats: classes } : {}) };
    }
  }
}

/** Ids are unique over all documents in doccano. */
class Numbers {
  readonly #last = { entity: 0, relation: 0 };

  next(kind: 'entity' | 'relation'): number {
    return ++this.#last[kind];
  }
}
