/**
 * Writes items as JSON with keys in a fixed order. Two items are equal exactly when their texts are equal, and
 * checksums over them are stable.
 */
import type { ConceptLink, Item, Provenance } from '../../../../shared/domain/annotation.ts';

export function itemJson(item: Item): string {
  const { kind, id, type, note, status } = item;
  const common = {
    kind,
    id,
    type,
    attributes: sortedAttributes(item.attributes),
    note,
    status,
    provenance: orderedProvenance(item.provenance),
  };
  switch (item.kind) {
    case 'span':
      return JSON.stringify({
        ...common,
        fragments: item.fragments.map(({ start, end }) => ({ start, end })),
        ...(item.link === undefined ? {} : { link: orderedLink(item.link) }),
      });
    case 'relation':
      return JSON.stringify({ ...common, from: item.from, to: item.to });
    case 'label':
      return JSON.stringify(common);
  }
}

/** Parses the output of `itemJson`. The schema is not checked again, since only `itemJson` writes these columns. */
export function itemFromJson(text: string): Item {
  return JSON.parse(text) as Item; // safe: written by itemJson, and verified by `audit verify`
}

function sortedAttributes(attributes: Item['attributes']): Item['attributes'] {
  const names = Object.keys(attributes);
  if (names.length < 2) return attributes;
  return Object.fromEntries(names.sort().map((name) => [name, attributes[name] ?? '']));
}

// JSON.stringify omits undefined values.
function orderedProvenance(provenance: Provenance): Provenance {
  const { kind, name, version, confidence, at, acceptedBy, acceptedAt } = provenance;
  const readings = provenance.readings?.map(({ annotator, item }) => ({ annotator, item }));
  return { kind, name, version, confidence, at, acceptedBy, acceptedAt, readings } as Provenance; // safe: JSON.stringify drops undefined
}

const orderedLink = ({ system, code, name }: ConceptLink): ConceptLink => ({ system, code, name });
