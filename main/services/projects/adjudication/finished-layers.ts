/** Reads the finished layers of documents, side by side. */
import { GOLD } from '../../../../shared/domain/project.ts';
import type { LayeredDocument } from '../../../agreement/layers.ts';
import type { ReadDb } from '../../../db/connection.ts';
import { itemsOf } from '../../../db/repositories/annotation/items.ts';
import type { LayerRow } from '../../../db/repositories/annotation/layers.ts';
import { presentDocument } from '../not-found.ts';

export const isFinished = ({ person, state }: Pick<LayerRow, 'person' | 'state'>): boolean =>
  person !== GOLD && state === 'done';

export function layered(db: ReadDb, documentId: number, layers: readonly LayerRow[]): LayeredDocument {
  const { name, text } = presentDocument(db, documentId);
  return {
    name,
    text,
    layers: layers.map(({ id, person }) => ({ annotator: person, items: itemsOf(db, id) })),
  };
}

export const symmetricOf = ({
  relations,
}: {
  readonly relations: readonly { readonly name: string; readonly symmetric: boolean }[];
}): string[] => relations.filter(({ symmetric }) => symmetric).map(({ name }) => name);
