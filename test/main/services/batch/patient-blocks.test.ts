/** Blocks by patients, and what they are for: a name that one record tells is hidden in the others of its patient. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LocalBatches } from '../../../../main/services/batch/local-batches.ts';
import { blocksByPatient } from '../../../../main/services/batch/patient-blocks.ts';
import type { BatchRecord } from '../../../../main/services/batch/processor.ts';
import { batchRecords, batchRequest, batchSession, outcomes } from '../../../helpers/batch.ts';

describe('blocks by patient', () => {
  it('hold each record once, and those that share a key together', () => {
    const keys = fc.array(fc.array(fc.constantFrom(...'abcdefghijklmnopqrst'), { maxLength: 2 }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 9 }), (own, size) => {
        const blocks = blocksByPatient(own, size);
        expect(blocks.flat().sort((a, b) => a - b)).toEqual([...own.keys()]);
        const blockOf = new Map(blocks.flatMap((block, n) => block.map((seq) => [seq, n] as const)));
        const groups = reachable(own);
        for (const block of blocks) expect(block.length).toBeLessThanOrEqual(10 * size);
        for (const group of groups)
          if (group.length <= 10 * size) expect(new Set(group.map((seq) => blockOf.get(seq))).size).toBe(1);
      }),
    );
  });

  it('hide a name in a record far away that tells only the number of its patient', async () => {
    const bare = (text: string, i: number): BatchRecord => ({ id: `${i}`, title: '', text, composed: false });
    const records = [
      bare('姓名：司徒慧敏，住院号：20240817，诊断：肺炎。', 0),
      ...batchRecords(40),
      bare('住院号：20240817。查房：司徒慧敏今日好转，继续抗感染。', 41),
    ];
    const batches = new LocalBatches(await batchSession());
    await batches.submit(batchRequest('hidden', { job: 'deid', block: 5 }), records);
    const found = await outcomes(batches.results('hidden').results);
    expect(found).toHaveLength(42);
    expect(found.map((one) => one.split(' ', 1)[0])).toEqual(records.map((_, seq) => `${seq}`));
    const texts = found.map((one) => JSON.parse(one.slice(one.indexOf(' '))).value.text);
    expect(texts[0]).not.toContain('司徒慧敏');
    expect(texts[41]).not.toContain('司徒慧敏');
  });
});

/** Groups by following shared keys from record to record. */
function reachable(keys: readonly (readonly string[])[]): number[][] {
  const seen = new Set<number>();
  return keys.flatMap((_, start) => {
    if (seen.has(start)) return [];
    const group = [start];
    seen.add(start);
    for (const at of group)
      for (const [other, own] of keys.entries())
        if (!seen.has(other) && own.some((key) => keys[at]!.includes(key))) {
          seen.add(other);
          group.push(other);
        }
    return [group];
  });
}
