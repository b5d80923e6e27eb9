/** Matches the documents of several annotators' files. */
import type { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import { AppError } from '../../shared/result.ts';
import type { LayeredDocument } from './layers.ts';

/** Documents of one annotator. */
export interface Source {
  readonly annotator: string;
  readonly documents: readonly AnnotatedDocument[];
}

interface Owned {
  readonly annotator: string;
  readonly document: AnnotatedDocument;
}

/**
 * Joins documents with equal text, whatever their names, since many formats only number them. Names decide as well
 * when an annotator has a text twice. Returns documents in order of first appearance.
 * @throws AppError `bad-input` when unmatched documents share a name but differ in text
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

/** Refuses two unmatched documents with one name and says where their texts differ. */
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
