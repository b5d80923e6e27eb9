/** Splits a project's finished documents into a training set and a dev set that share no text. */
import { createHash } from 'node:crypto';
import type { Item } from '../../../shared/domain/annotation.ts';
import { GOLD } from '../../../shared/domain/project.ts';
import type { LabelledDocument, LabelledSpan } from '../../../shared/domain/training.ts';
import { fold } from '../../text/folding.ts';

/** Document with its finished layers. */
export interface FinishedDocument {
  readonly name: string;
  readonly text: string;
  readonly layers: readonly { readonly person: string; readonly items: readonly Item[] }[];
}

export interface Split {
  readonly train: readonly LabelledDocument[];
  readonly dev: readonly LabelledDocument[];
  /** Number of documents; several people may have finished a layer of each. */
  readonly documents: number;
  /** Number of accepted spans with several fragments, from which a tagger cannot learn. */
  readonly discontinuous: number;
}

/** Share of documents for dev. */
const DEV_SHARE = 0.2;

/**
 * Assigns a text to dev by its hash alone, so that it stays dev whatever is labelled later: scores of successive models
 * are comparable, and no model was trained on it. Equal texts (but for width, case and white space) and all layers of a
 * document are on the same side. Uses only the gold layer of a document if it has one; else training takes every
 * annotator's layer, and dev the first one by name.
 */
export function splitDocuments(documents: readonly FinishedDocument[]): Split {
  const train: LabelledDocument[] = [];
  const dev: LabelledDocument[] = [];
  let discontinuous = 0;
  const labelled = (
    { name, text }: FinishedDocument,
    items: readonly Item[],
    id = name,
  ): LabelledDocument => {
    const { entities, left } = entitiesOf(items);
    discontinuous += left;
    return { id, text, entities };
  };
  for (const document of documents) {
    const gold = document.layers.find(({ person }) => person === GOLD);
    const layers = gold === undefined ? document.layers : [gold];
    const [first] = [...layers].sort((a, b) => (a.person < b.person ? -1 : 1));
    if (first === undefined) continue;
    if (isDev(document.text)) dev.push(labelled(document, first.items));
    else
      for (const { person, items } of layers)
        train.push(
          labelled(document, items, layers.length === 1 ? document.name : `${document.name} (${person})`),
        );
  }
  return { train, dev, documents: documents.length, discontinuous };
}

/** Returns whether a text belongs to dev. */
export function isDev(text: string): boolean {
  const hash = createHash('sha256').update(fold(text).replace(/\s+/g, '')).digest();
  return hash.readUInt32BE(0) / 2 ** 32 < DEV_SHARE;
}

function entitiesOf(items: readonly Item[]): { entities: LabelledSpan[]; left: number } {
  const entities: LabelledSpan[] = [];
  let left = 0;
  for (const item of items) {
    if (item.kind !== 'span' || item.status !== 'accepted') continue;
    const [fragment] = item.fragments;
    if (fragment === undefined || item.fragments.length > 1) left++;
    else entities.push({ ...fragment, type: item.type });
  }
  entities.sort((a, b) => a.start - b.start || b.end - a.end);
  return { entities, left };
}
