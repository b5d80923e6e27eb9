/** `worker`: takes blocks of the runs that it is invited to from a queue, on any machine. */
import { join } from 'node:path';
import { message, plainText } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { givenPassphrase } from '../passphrase.ts';
import { openInvitation } from '../services/batch/keys.ts';
import { runWorker } from '../services/batch/worker.ts';
import { configDir } from '../workspace/paths.ts';
import { needed, note, noteEverySecond, only, printJson } from './command.ts';
import { onInterrupt } from './interrupt.ts';
import type { Options } from './options.ts';

export async function worker(args: readonly string[], options: Options<'worker'>): Promise<void> {
  if (args.length > 0) only([], '--queue URL --invitation FILE');
  const url = needed(options.queue, 'worker', '--queue URL');
  const files = needed(options.invitation, 'worker', '--invitation FILE');
  const given = needed(givenPassphrase(options['passphrase-file']), 'worker', '--passphrase-file FILE');
  const passphrases = given.split(/\r?\n/);
  const invited = files.map((file, i) => openInvitation(file, passphrases[i] ?? passphrases[0] ?? ''));
  const stop = new AbortController();
  const release = onInterrupt(() => stop.abort());
  const told = noteEverySecond((records: number) => message('batch.worker-done', { records }));
  const away = noteEverySecond((reason: string) => message('batch.away', { reason }));
  let records = 0;
  await runWorker(url, {
    invited,
    folder: options.folder ?? join(configDir(), 'worker'),
    drain: options.drain === true,
    signal: stop.signal,
    onEvent: (event) => {
      switch (event.kind) {
        case 'ready':
          return note(message('batch.worker-ready', { runs: invited.map(({ name }) => name).join(', ') }));
        case 'block':
          records += event.records;
          return told(records);
        case 'failed': {
          const { error } = event;
          const reason = error instanceof AppError ? error.localized : plainText(error.message);
          return note(message('batch.block-failed', { name: event.run, reason }));
        }
        case 'away':
          return away(event.error instanceof Error ? event.error.message : String(event.error));
      }
    },
  });
  release();
  if (options.json) printJson({ records });
  else note(message('batch.worker-done', { records }));
}
