/** Data sets and models through the contract: what windows send and get. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import type { EngineHost } from '../../../../main/inference/engine-host.ts';
import { systemHandlers } from '../../../../main/ipc/handlers/system.ts';
import { trainingHandlers } from '../../../../main/ipc/handlers/training.ts';
import { route } from '../../../../main/ipc/router.ts';
import { Uploads } from '../../../../main/services/data/uploads.ts';
import { exportModel } from '../../../../main/services/models/model-export.ts';
import { filesOfFolder } from '../../../../main/services/models/model-import.ts';
import * as models from '../../../../main/services/models/models.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import type { Handlers, In, Method, Out } from '../../../../shared/contract/index.ts';
import type { NerReport } from '../../../../shared/domain/training.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { words } from '../../../../shared/messages/words.ts';
import { AppError } from '../../../../shared/result.ts';
import { classifierFiles } from '../../../helpers/classifier.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

const score = { precision: 0.5, recall: 0.5, f1: 0.5, support: 2 };
const REPORT: NerReport = {
  task: 'ner' as const,
  dataSet: 'dev',
  scores: { ...score, perType: {}, relaxed: { ...score, perType: {} } },
  confusion: { labels: ['none'], counts: [[0]] },
  errors: [],
  errorCounts: { missed: 1, spurious: 0, 'wrong-type': 0, 'wrong-boundary': 0, 'wrong-both': 0 },
  untaggable: {},
  charactersPerSecond: 100,
};

const PREDICTION = {
  model: { id: 1, name: 'dx', task: 'diagnose', network: 'cnn', createdAt: '', version: '' },
  labels: [{ label: '肺炎', probability: 0.5, holds: true }],
  read: [],
};

/** Records requests to the engine; int8 weights cost a tenth and take half the time. */
function fakeEngine() {
  const asked: unknown[] = [];
  /** Promise that every answer waits for. */
  const held: { gate?: Promise<void> } = {};
  const engine = {
    run: async (task: string, input: { modelId: number; weights: string }, signal?: AbortSignal) => {
      asked.push({ ...input, task });
      if (held.gate !== undefined) {
        await held.gate;
        if (signal?.aborted === true) throw new AppError('cancelled', plainText('stopped'));
      }
      if (task === 'tryOut') return PREDICTION;
      const int8 = input.weights === 'int8';
      const scores = { ...REPORT.scores, f1: int8 ? 0.4 : 0.5 };
      const hits = input.modelId === 1 ? 0 : 1;
      const counts = Array.from({ length: 8 }, () => [{ label: 'disease', hits, predicted: 1, gold: 1 }]);
      return { ...REPORT, scores, counts, msPerDocument: int8 ? 3 : 6 };
    },
    modelsChanged: () => undefined,
  };
  return { engine: engine as unknown as EngineHost, asked, held }; // safe: nothing else is called here
}

function open() {
  const { engine, asked, held } = fakeEngine();
  const session: Session = { ...openTestSession(), engine };
  const uploads = new Uploads();
  // safe: only these are asked for
  const handlers = {
    ...trainingHandlers(() => session, uploads),
    ...systemHandlers(() => session),
  } as Handlers;
  const ask = async <M extends Method>(method: M, input: In<M>): Promise<Out<M>> => {
    const reply = await route(handlers, method, input, { checkOutput: true });
    if (!reply.ok) throw new Error(`${reply.error.code}: ${words(reply.error.message, 'en')}`);
    return reply.value as Out<M>; // safe: checked by the router
  };
  const send = (name: string, content: Uint8Array) => {
    const id = uploads.open(session, name, content.length);
    uploads.append(id, content);
    return id;
  };
  const left = () => readdirSync(session.workspace.temporaryDir());
  return { session, asked, held, ask, send, left, uploads };
}

const LINES = (texts: readonly string[]) =>
  Buffer.from(
    texts
      .map((text) => `${JSON.stringify({ text, entities: [{ start: 0, end: 2, type: 'disease' }] })}\n`)
      .join(''),
  );

describe('data sets', () => {
  it('are imported from an upload, listed, looked into, compared and deleted', async () => {
    const { ask, send, left } = open();
    const upload = send('a.jsonl', LINES(['肺炎', '头痛']));
    const train = await ask('datasets.import', { uploadId: upload, name: 'train', task: 'ner' });
    const dev = await ask('datasets.import', {
      uploadId: send('b.jsonl', LINES(['头 痛'])),
      name: 'dev',
      task: 'ner',
    });
    expect(await ask('datasets.list', {})).toEqual([train, dev]);
    expect((await ask('datasets.document', { id: train.id, number: 1 })).text).toBe('头痛');
    expect(await ask('datasets.leakage', { train: train.id, dev: dev.id })).toMatchObject({ leaked: 1 });
    await ask('datasets.delete', { id: train.id });
    expect(await ask('datasets.list', {})).toEqual([dev]);
    expect(left()).toEqual([]);
  });

  it('are refused with the line that is wrong, and the upload is gone', async () => {
    const { ask, send, left } = open();
    const upload = {
      uploadId: send('a.jsonl', Buffer.from('{"text":"x"}\n')),
      name: 'x',
      task: 'ner',
    } as const;
    await expect(ask('datasets.import', upload)).rejects.toThrow(/bad-input: a\.jsonl, line 1: .*entities/);
    await expect(ask('datasets.import', upload)).rejects.toThrow(/not-found/);
    expect(left()).toEqual([]);
  });
});

describe('texts with labels', () => {
  const CSV = Buffer.from('正文,诊断\n咳嗽三天,肺炎|哮喘\n,肺炎\n腹痛,胃炎\n');
  const fields = { text: '正文', label: '诊断', separator: '|' };

  it('are looked into before they are imported, and refused rows are left out only when one says so', async () => {
    const { session, ask, send, left } = open();
    const uploadId = send('dx.csv', CSV);
    expect(await ask('datasets.preview', { uploadId, task: 'diagnose' })).toMatchObject({ chosen: fields });
    const seen = await ask('datasets.preview', { uploadId, task: 'diagnose', fields });
    expect(seen).toMatchObject({ documents: 2, several: 1, refused: [{ line: 3 }], refusedCount: 1 });
    const wanted = { uploadId, name: 'dx', task: 'diagnose', fields } as const;
    await expect(ask('datasets.import', wanted)).rejects.toThrow(/line 3/);
    const again = { ...wanted, uploadId: send('dx.csv', CSV), skipRefused: true };
    const set = await ask('datasets.import', again);
    expect(set).toMatchObject({ task: 'diagnose', documents: 2, types: { 肺炎: 1, 哮喘: 1, 胃炎: 1 } });
    expect(await ask('datasets.document', { id: set.id, number: 0 })).toMatchObject({
      text: '咳嗽三天',
      labels: ['肺炎', '哮喘'],
    });
    const [entry] = listAudit(dbOf(session), { object: `dataset:${set.id}`, limit: 1 });
    expect(entry?.detail).toMatchObject({ leftOut: 1 });
    expect(left()).toEqual([]);
  });

  it('that nobody imports go when they are let go', async () => {
    const { ask, send, left, uploads } = open();
    const uploadId = send('dx.csv', CSV);
    await ask('datasets.preview', { uploadId, task: 'classify' });
    expect(left()).toHaveLength(1);
    uploads.discard(uploadId);
    expect(left()).toEqual([]);
    await expect(ask('datasets.preview', { uploadId, task: 'classify' })).rejects.toThrow(/not-found/);
  });
});

describe('models', () => {
  const saved = (session: Session) =>
    models.saveModel(session, { name: 'm', files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' });

  it('are listed, renamed, used, exported and deleted', async () => {
    const { session, ask } = open();
    const { id } = saved(session);
    expect((await ask('models.rename', { id, name: 'n' })).name).toBe('n');
    expect((await ask('models.use', { id, inUse: true })).inUse).toBe(true);
    expect((await ask('models.useInt8', { id, useInt8: true })).useInt8).toBe(true);
    const { path } = await ask('models.export', { id });
    expect(readdirSync(path)).toContain('model.safetensors');
    expect(await ask('models.list', {})).toMatchObject([{ id, name: 'n' }]);
    await ask('models.delete', { id });
    expect(await ask('models.list', {})).toEqual([]);
  });

  it('are imported from the uploads of a folder', async () => {
    const { session, ask, send, left } = open();
    const folder = exportModel(session, saved(session).id, join(temporaryDir(), 'out'));
    const uploadIds = filesOfFolder(folder).map(({ name, path }) => send(`out/${name}`, readFileSync(path)));
    expect(await ask('models.import', { uploadIds, name: 'again' })).toMatchObject({
      name: 'again',
      task: 'ner',
    });
    expect(left()).toEqual([]);
  });

  it('are evaluated with the weights in use, and measured with both kinds', async () => {
    const { session, asked, ask, send } = open();
    const { id } = saved(session);
    const uploadId = send('dev.jsonl', LINES(['肺炎']));
    const data = await ask('datasets.import', { uploadId, name: 'dev', task: 'ner' });
    expect(await ask('models.evaluate', { id, data: data.id })).toEqual(REPORT);
    expect(asked).toMatchObject([
      { task: 'evaluate', modelId: id, dataSet: 'dev', weights: 'as-set', documents: [{ text: '肺炎' }] },
    ]);
    const card = await ask('models.measureInt8', { id, data: data.id });
    expect(card.int8).toEqual({ f1Before: 0.5, f1After: 0.4, msBefore: 6, msAfter: 3 });
    expect((await ask('models.list', {}))[0]?.int8).toEqual(card.int8);
    await expect(ask('models.evaluate', { id, data: 99 })).rejects.toThrow(/no data set 99/);
  });

  it('are compared on the same documents, unless their tasks differ', async () => {
    const { session, ask, send } = open();
    const [first, second] = [
      saved(session).id,
      models.saveModel(session, { name: 'n', files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' })
        .id,
    ];
    const uploadId = send('dev.jsonl', LINES(['肺炎']));
    const data = (await ask('datasets.import', { uploadId, name: 'dev', task: 'ner' })).id;
    const found = await ask('models.compare', { first, second, data, samples: 200, seed: 3 });
    expect(found).toMatchObject({ dataSet: 'dev', documents: 8, samples: 200, seed: 3, level: 0.95 });
    expect(found.scores.map(({ score: name }) => name)).toEqual(['f1', 'macroF1']);
    expect(found.scores[0]).toMatchObject({ first: 0, second: 1, difference: 1, low: 1, high: 1 });
    const dx = models.saveModel(session, {
      name: 'dx',
      files: classifierFiles(),
      metrics: {},
      origin: 'run',
    });
    await expect(
      ask('models.compare', { first, second: dx.id, data, samples: 200, seed: 3 }),
    ).rejects.toThrow(/m and dx do not do the same task/);
  });

  it('are no longer evaluated once the ticket is taken back', async () => {
    const { session, held, ask, send } = open();
    const { id } = saved(session);
    const uploadId = send('dev.jsonl', LINES(['肺炎']));
    const data = (await ask('datasets.import', { uploadId, name: 'dev', task: 'ner' })).id;
    const { promise, resolve } = Promise.withResolvers<void>();
    held.gate = promise;
    const evaluation = ask('models.evaluate', { id, data, ticket: 'mine' });
    await ask('requests.cancel', { ticket: 'another' });
    await ask('requests.cancel', { ticket: 'mine' });
    resolve();
    await expect(evaluation).rejects.toThrow(/cancelled/);
    delete held.gate;
    expect(await ask('models.evaluate', { id, data })).toEqual(REPORT);
  });

  it('that label texts are evaluated on their kind of set, and not measured with int8', async () => {
    const { session, asked, ask, send } = open();
    const files = classifierFiles();
    const { id } = models.saveModel(session, { name: 'dx', files, metrics: {}, origin: 'run' });
    const uploadId = send('dx.csv', Buffer.from('text,label\n咳嗽,J18.900x001\n'));
    const data = (await ask('datasets.import', { uploadId, name: 'dx', task: 'diagnose' })).id;
    await ask('models.evaluate', { id, data });
    expect(await ask('models.try', { id, text: '咳嗽' })).toEqual(PREDICTION);
    expect(asked).toMatchObject([
      { task: 'evaluateTexts', modelId: id, documents: [{ text: '咳嗽', labels: ['J18.900x001'] }] },
      { task: 'tryOut', modelId: id, text: '咳嗽' },
    ]);
    await expect(ask('models.measureInt8', { id, data })).rejects.toThrow(/finds no entities/);
    await expect(ask('models.try', { id: 99, text: 'x' })).rejects.toThrow(/no model 99/);
  });
});
