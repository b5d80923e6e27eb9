/** Blocks of records to de-identify: those of one patient share a block, since what one says is hidden in all. */
import { patientKeys } from '../../deid/deidentify.ts';
import { deidTools } from '../deid/deidentify-records.ts';
import type { BatchRecord } from './processor.ts';

/** Characters at the beginning of a record in which its patient is looked for. */
const HEAD = 1000;
/** Largest block, in blocks of the usual size: many patients bear one name. */
const LARGEST = 10;

/** Passes records on and notes whose they are. @param keys filled with the names and numbers of each record */
export async function* notingPatients(
  records: AsyncIterable<BatchRecord> | Iterable<BatchRecord>,
  keys: string[][],
): AsyncGenerator<BatchRecord> {
  const { detector } = deidTools();
  for await (const record of records) {
    const head = record.text.slice(0, HEAD);
    keys.push(patientKeys(head, detector.detect(head)));
    yield record;
  }
}

/**
 * Returns the numbers of the records of each block. Records that share a key, directly or through others, share a block,
 * up to ten times its size; several groups share one up to its size.
 */
export function blocksByPatient(keys: readonly (readonly string[])[], size: number): number[][] {
  const blocks: number[][] = [];
  for (const group of groupsOf(keys)) {
    const last = blocks.at(-1);
    if (last !== undefined && last.length + group.length <= size) last.push(...group);
    else
      for (let at = 0; at < group.length; at += LARGEST * size)
        blocks.push(group.slice(at, at + LARGEST * size));
  }
  return blocks.map((block) => block.sort((a, b) => a - b));
}

/** Joins records by their keys (union-find); each group in ascending order, groups by their first record. */
function groupsOf(keys: readonly (readonly string[])[]): number[][] {
  const parent = Int32Array.from(keys, (_, seq) => seq);
  const root = (seq: number): number => {
    let at = seq;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const first = new Map<string, number>();
  for (const [seq, own] of keys.entries())
    for (const key of own) {
      const other = first.get(key);
      if (other === undefined) first.set(key, seq);
      else {
        const [a, b] = [root(other), root(seq)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
  return [...Map.groupBy(keys.keys(), root).values()];
}
