/** Finds which documents of several people's files are the same one. */
import type { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import { AppError } from '../../shared/result.ts';
import type { LayeredDocument } from './layers.ts';

/** What one person handed over. */
export interface Source {
  readonly annotator: string;
  readonly documents: readonly AnnotatedDocument[];
}

interface Owned {
  readonly annotator: string;
  readonly document: AnnotatedDocument;
}

/**
 * Documents with the same text are one, whatever their names, since many formats only number them; where somebody has
 * a text twice, names decide as well. Documents in the order in which they first turn up.
 * @throws AppError `bad-input` where documents bear one name but their texts differ and match nothing else
 */
export function matchDocuments(sources: readonly Source[]): LayeredDocument[] {
  const all = sources.flatMap(({ annotator, documents }) =>
    documents.map((document): Owned => ({ annotator, document })),
  );
  const repeated = textsTwice(sources);
  const matched = Map.groupBy(all, ({ document: { name, text } }) =>
    JSON.stringify(repeated.has(text) ? [text, name] : [text]),
  );
  refuseOtherTexts([...matched.values()].filter(({ length }) => length === 1).flat());
  return [...matched.values()].map((same) => ({
    name: same[0]!.document.name,
    text: same[0]!.document.text,
    layers: same.map(({ annotator, document: { items } }) => ({ annotator, items })),
  }));
}

function textsTwice(sources: readonly Source[]): Set<string> {
  const repeated = new Set<string>();
  for (const { documents } of sources) {
    const seen = new Set<string>();
    for (const { text } of documents) {
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
    }
  }
  return repeated;
}

/** Of documents that match nothing, two under one name are meant to be the same: say where they part. */
function refuseOtherTexts(alone: readonly Owned[]): void {
  for (const [name, same] of Map.groupBy(alone, ({ document }) => document.name)) {
    const [a, b] = same;
    if (a === undefined || b === undefined || a.document.text === b.document.text) continue;
    const at = firstDifference(a.document.text, b.document.text);
    const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 8), at + 8));
    throw new AppError(
      'bad-input',
      'agreement.texts-differ',
      {
        name,
        first: a.annotator,
        second: b.annotator,
        at: at + 1,
        firstText: around(a.document.text),
        secondText: around(b.document.text),
      },
      { hint: 'agreement.same-text-needed' },
    );
  }
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}
