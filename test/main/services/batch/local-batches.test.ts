import { describe, expect, it } from 'vitest';
import { LocalBatches } from '../../../../main/services/batch/local-batches.ts';
import { loadLinker } from '../../../../main/services/graph/linker.ts';
import { linkedLine } from '../../../../main/services/records/finding-lines.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { batchRecords, batchRequest, batchSession, outcomes } from '../../../helpers/batch.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';

describe('batch runs on the embedded queue', () => {
  it('find what the linker finds, record by record', async () => {
    const session = await batchSession();
    const batches = new LocalBatches(session);
    const records = batchRecords(25);
    await batches.submit(batchRequest('one'), records);
    expect(batches.list()).toMatchObject([
      {
        name: 'one',
        state: 'finished',
        records: 25,
        done: 25,
        refused: 0,
        workers: [{ name: 'local', records: 25 }],
      },
    ]);
    const linker = loadLinker(session);
    const wanted = records.map((record, i) => {
      const value = linkedLine(record, linker.annotate(record.text));
      return `${i} ${JSON.stringify({ value })}`;
    });
    expect(await outcomes(batches.results('one').results)).toEqual(wanted);
    expect(wanted.join()).toContain('"text":"发热"');
    expect([...batches.records('one')]).toEqual(records);
  });

  it('go on after a pause where they were, and are refused once the graph has changed', async () => {
    const session = await batchSession();
    let blocks = 0;
    const batches: LocalBatches = new LocalBatches(session, () => {
      if (++blocks === 2) void batches.close();
    });
    await batches.submit(batchRequest('one'), batchRecords(50));
    expect(batches.list()[0]).toMatchObject({ state: 'paused', done: 20 });
    const later = new LocalBatches(session);
    await later.retry('one');
    expect(later.list()[0]).toMatchObject({ state: 'finished', done: 50 });

    let once = 0;
    const paused: LocalBatches = new LocalBatches(session, () => {
      if (++once === 1) void paused.close();
    });
    await paused.submit(batchRequest('two'), batchRecords(20));
    await importFile(dbOf(session), temporaryFile('more.tsv', '支气管炎\t症状\t咳痰'));
    await later.retry('two');
    expect(later.list()[0]).toMatchObject({ name: 'two', state: 'failed', done: 10 });
  });

  it('are cancelled, deleted with their records, and have names of their own', async () => {
    const session = await batchSession();
    let first = true;
    const batches: LocalBatches = new LocalBatches(session, () => {
      if (first) void batches.cancel('one');
      first = false;
    });
    await batches.submit(batchRequest('one'), batchRecords(30));
    expect(batches.list()[0]).toMatchObject({ state: 'cancelled', done: 10 });
    await expect(batches.submit(batchRequest('one'), [])).rejects.toMatchObject({ code: 'conflict' });
    batches.remove('one');
    expect(dbOf(session).rows('SELECT * FROM batch_record')).toEqual([]);
    expect(() => batches.results('one')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('need a model that fits their job', async () => {
    const batches = new LocalBatches(await batchSession());
    await expect(batches.submit(batchRequest('one', { job: 'predict' }), [])).rejects.toMatchObject({
      localized: { id: 'batch.needs-model' },
    });
    await expect(
      batches.submit(batchRequest('one', { job: 'evaluate', model: 'nothing' }), []),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect(batches.list()).toEqual([]);
  });
});
