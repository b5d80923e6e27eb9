import type { Handlers } from '../../../shared/contract/index.ts';
import type { Batches } from '../../services/batch/batches.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `batch.${string}`>>;

export const batchHandlers = (batches: () => Batches): Part => ({
  'batch.list': () => batches().list(),
  'batch.submit': async (submission) => {
    await batches().submit(submission);
    return { done: true };
  },
  'batch.control': async (request) => {
    await batches().control(request);
    return { done: true };
  },
  'batch.prioritise': async (request) => {
    await batches().prioritise(request);
    return { done: true };
  },
  'batch.failures': (of) => batches().failures(of),
  'batch.results': (request) => batches().results(request),
  'batch.invite': async ({ name }) => {
    const { file, passphrase } = await batches().invite(name);
    return {
      file: toFileData({ name: 'meridian.invitation', bytes: Buffer.from(file, 'utf8') }),
      passphrase,
    };
  },
  'batch.setQueue': async ({ url }) => {
    await batches().setQueue(url);
    return { done: true };
  },
});
