/** Batch runs on a real PostgreSQL server. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchQueue } from '../../../../main/db/batch/batch-queue.ts';
import { type OwnedBatches, withBatchQueue } from '../../../../main/services/batch/batch.ts';
import { openInvitation } from '../../../../main/services/batch/keys.ts';
import { LocalBatches } from '../../../../main/services/batch/local-batches.ts';
import { lookAgain } from '../../../../main/services/batch/look-again.ts';
import type { BatchRecord } from '../../../../main/services/batch/processor.ts';
import { deidSecret } from '../../../../main/services/deid/deid.ts';
import { saveModel } from '../../../../main/services/models/models.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { cheapenScrypt } from '../../../helpers/accounts.ts';
import {
  batchRecords,
  batchRequest,
  batchSession,
  invited,
  outcomes,
  workInHere,
} from '../../../helpers/batch.ts';
import { Postgres, withoutPostgres } from '../../../helpers/postgres.ts';
import { KNOWN, taggerFiles } from '../../../helpers/tagger.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';

cheapenScrypt();

if (withoutPostgres !== undefined) it.skip(`batch runs on a queue: ${withoutPostgres}`, () => undefined);

describe.skipIf(withoutPostgres !== undefined)('batch runs on a queue', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await Postgres.start();
  });
  afterAll(() => server.close());

  const owned = (session: Session, body: (batches: OwnedBatches) => Promise<void>) =>
    withBatchQueue(session, server.url, body);

  it('are unknown to a database where none was submitted', async () => {
    await expect(BatchQueue.open(server.url, 'worker')).rejects.toMatchObject({
      code: 'not-found',
      localized: { id: 'batch.no-tables' },
    });
    const elsewhere = server.url.replace(/postgres$/, 'elsewhere');
    await expect(BatchQueue.open(elsewhere, 'owner')).rejects.toMatchObject({
      localized: { id: 'batch.no-database' },
    });
    const remote = server.url.replace('127.0.0.1', 'localhost').concat('?sslmode=verify-full');
    await expect(BatchQueue.open(remote, 'owner')).rejects.toMatchObject({
      localized: { id: 'batch.not-verified' },
    });
  });

  it('give the results of the embedded queue, with nothing to read in the database', async () => {
    const session = await batchSession();
    const records = batchRecords(95);
    const local = new LocalBatches(session);
    await local.submit(batchRequest('one'), records);
    await owned(session, async (batches) => {
      await batches.submit(batchRequest('one'), records);
      const folder = temporaryDir();
      await workInHere(server.url, [await invited(batches, 'one')], folder);
      expect(await batches.list()).toMatchObject([
        {
          name: 'one',
          state: 'finished',
          records: 95,
          done: 95,
          refused: 0,
          dead: 0,
          workers: [{ records: 95 }],
        },
      ]);
      const { results } = await batches.results('one');
      expect(await outcomes(results)).toEqual(await outcomes(local.results('one').results));
      expect(readdirSync(folder)).toHaveLength(1); // what travelled is kept, sealed
      for (const table of ['run', 'record', 'result', 'part'])
        expect(server.query(`SELECT t::text FROM meridian_batch_${table} t`)).not.toMatch(/[一-鿿]/);
      expect(server.query('SELECT data FROM meridian_boss.job LIMIT 1')).toMatch(
        /^\{"to": \d+, "run": "[-0-9a-f]+", "from": \d+\}$/,
      );
      await batches.remove('one');
      expect(server.query('SELECT count(*) FROM meridian_batch_part')).toBe('0');
    });
  });

  it('predict and evaluate with a model that travels', async () => {
    const session = await batchSession();
    saveModel(session, { name: 'tagger', origin: 'import', metrics: {}, files: taggerFiles('bilstm-crf') });
    const records = Array.from({ length: 12 }, (_, i): BatchRecord => {
      const entities = [{ start: 0, end: 2, type: 'disease' }];
      return { id: `${i}`, title: '', text: KNOWN.slice(i) + KNOWN, composed: false, entities };
    });
    const local = new LocalBatches(session);
    for (const job of ['predict', 'evaluate'] as const) {
      const request = batchRequest(job, { job, model: 'tagger', block: 5 });
      await local.submit(request, records);
      await owned(session, async (batches) => {
        await batches.submit(request, records);
        await workInHere(server.url, [await invited(batches, job)]);
        const found = await outcomes((await batches.results(job)).results);
        expect(found).toHaveLength(12);
        expect(found).toEqual(await outcomes(local.results(job).results));
      });
    }
  });

  it('de-identify with a secret of their own, and look a second time', async () => {
    const session = await batchSession();
    const text = '姓名：张伟，电话13812345678，2024年3月5日入院，诊断：肺炎。';
    await owned(session, async (batches) => {
      const request = batchRequest('hidden', { job: 'deid', deid: { mode: 'mask', level: 'strict' } });
      await batches.submit(request, [{ id: '张伟', title: '张伟 入院', text, composed: false }]);
      await workInHere(server.url, [await invited(batches, 'hidden')]);
      const { settings, results } = await batches.results('hidden');
      expect(settings.deid?.secret).not.toBe(deidSecret(session));
      const values = (async function* () {
        for await (const { seq, outcome } of results)
          if ('value' in outcome) yield { seq, value: outcome.value };
      })();
      const lines = await lookAgain(session, 'hidden', settings, {
        values,
        records: batches.records('hidden'),
      });
      expect(JSON.stringify(lines)).not.toMatch(/张伟|13812345678/);
      expect(lines).toMatchObject([{ record: 1, text: expect.stringContaining('肺炎') }]);
    });
  });

  it('open to an invitation of theirs alone', async () => {
    const session = await batchSession();
    await owned(session, async (batches) => {
      await batches.submit(batchRequest('mine'), batchRecords(3));
      await batches.submit(batchRequest('other'), batchRecords(3));
      const mine = await invited(batches, 'mine');
      const { run } = await invited(batches, 'other');
      await expect(workInHere(server.url, [{ ...mine, run }])).rejects.toMatchObject({ code: 'wrong-key' });
      const { file, passphrase } = await batches.invite('mine');
      const path = join(temporaryDir(), 'invitation');
      writeFileSync(path, file);
      expect(() => openInvitation(path, 'another passphrase')).toThrow(
        expect.objectContaining({ code: 'wrong-key' }),
      );
      writeFileSync(path, file.slice(1));
      expect(() => openInvitation(path, passphrase)).toThrow(expect.objectContaining({ code: 'bad-input' }));
      expect(() => openInvitation(`${path}x`, passphrase)).toThrow(
        expect.objectContaining({ code: 'not-found' }),
      );
    });
    await owned(await batchSession(), async (batches) => {
      await expect(batches.results('mine')).rejects.toMatchObject({ code: 'wrong-key' });
      await expect(batches.invite('mine')).rejects.toMatchObject({ code: 'wrong-key' });
      await expect(batches.results('nothing')).rejects.toMatchObject({ code: 'not-found' });
      await expect(batches.submit(batchRequest('mine'), [])).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('refuse damaged records one by one, and damaged results when they are read', async () => {
    await owned(await batchSession(), async (batches) => {
      await batches.submit(batchRequest('damaged'), batchRecords(20));
      const of = `run = (SELECT id FROM meridian_batch_run WHERE name = 'damaged')`;
      server.query(`UPDATE meridian_batch_record SET content = content || '\\x00' WHERE seq = 3 AND ${of}`);
      server.query(
        `UPDATE meridian_batch_record SET content = (SELECT content FROM meridian_batch_record WHERE seq = 5 AND ${of}) WHERE seq = 4 AND ${of}`,
      );
      await workInHere(server.url, [await invited(batches, 'damaged')]);
      expect((await batches.list())[0]).toMatchObject({
        name: 'damaged',
        state: 'finished',
        done: 20,
        refused: 2,
      });
      const found = await outcomes((await batches.results('damaged')).results);
      expect(found.filter((one) => one.includes('"error"')).map((one) => one.split(' ')[0])).toEqual([
        '3',
        '4',
      ]);
      server.query(`UPDATE meridian_batch_result SET content = '\\x0102' WHERE seq = 7 AND ${of}`);
      await expect(outcomes((await batches.results('damaged')).results)).rejects.toMatchObject({
        code: 'corrupt',
      });
    });
  });

  it('give blocks up after their retries, and try them again when asked', async () => {
    await owned(await batchSession(), async (batches) => {
      await batches.submit(batchRequest('dead'), batchRecords(30));
      server.query('UPDATE meridian_boss.job SET retry_limit = 0');
      server.query('ALTER TABLE meridian_batch_result ADD CONSTRAINT broken CHECK (seq <> 15) NOT VALID');
      const events = await workInHere(server.url, [await invited(batches, 'dead')]);
      expect(events.filter(({ kind }) => kind === 'failed')).toHaveLength(1);
      expect((await batches.list())[0]).toMatchObject({ name: 'dead', state: 'running', done: 20, dead: 1 });
      server.query('ALTER TABLE meridian_batch_result DROP CONSTRAINT broken');
      expect(await batches.retry('dead')).toBe(1);
      await workInHere(server.url, [await invited(batches, 'dead')]);
      expect((await batches.list())[0]).toMatchObject({ state: 'finished', done: 30, dead: 0 });
    });
  });

  it('are cancelled, and done by priority', async () => {
    await owned(await batchSession(), async (batches) => {
      await batches.submit(batchRequest('gone'), batchRecords(30));
      await batches.submit(batchRequest('low', { priority: -1 }), batchRecords(10));
      await batches.submit(batchRequest('high', { priority: 5 }), batchRecords(10));
      await batches.cancel('gone');
      const all = [];
      for (const name of ['gone', 'low', 'high']) all.push(await invited(batches, name));
      await workInHere(server.url, all);
      const runs = new Map((await batches.list()).map((run) => [run.name, run]));
      expect(runs.get('gone')).toMatchObject({ state: 'cancelled', done: 0 });
      const seen = (name: string) => Date.parse(runs.get(name)?.workers[0]?.seenAt ?? '');
      expect(seen('high')).toBeLessThan(seen('low'));
    });
  });

  it('leave nothing when their records cannot be read to the end', async () => {
    await owned(await batchSession(), async (batches) => {
      const before = (await batches.list()).length;
      const broken = (function* () {
        yield* batchRecords(1500);
        throw new Error('the file ends here');
      })();
      await expect(batches.submit(batchRequest('broken'), broken)).rejects.toThrow('the file ends here');
      expect(await batches.list()).toHaveLength(before);
      await batches.submit(batchRequest('broken'), batchRecords(1));
    });
  });

  it('are left alone by another version of the tables', async () => {
    server.query('UPDATE meridian_batch_schema SET version = 99');
    for (const use of ['owner', 'worker'] as const)
      await expect(BatchQueue.open(server.url, use)).rejects.toMatchObject({ code: 'newer-version' });
    server.query('UPDATE meridian_batch_schema SET version = 0');
    await expect(BatchQueue.open(server.url, 'worker')).rejects.toMatchObject({
      localized: { id: 'batch.no-tables' },
    });
    server.query('UPDATE meridian_batch_schema SET version = 1');
  });
});
