/** `augment`: labelled texts, and a copy of each with words outside of its entities filled by an encoder. */
import { message } from '../../shared/messages/message.ts';
import { augmentDocuments } from '../services/data/augment.ts';
import { readLabelledFile } from '../services/data/data-sets.ts';
import { replaceFile } from '../workspace/atomic-file.ts';
import {
  integer,
  needed,
  note,
  only,
  print,
  printJson,
  progressNote,
  UsageError,
  withSession,
} from './command.ts';
import type { Options } from './options.ts';

const SHARE = 0.15;

export async function augment(args: readonly string[], options: Options<'augment'>): Promise<void> {
  const file = only(args, 'FILE');
  const model = needed(options.model, 'augment', '--model NAME');
  const { out, json } = options;
  const share = shareOf(options.share);
  const seed = integer(options.seed, '--seed', 1);
  await withSession(options, 'starter', async (session) => {
    const documents = await readLabelledFile(session, file);
    const lines: string[] = documents.map((document) => JSON.stringify(document));
    let words = 0;
    const request = { model, share, seed, onProgress: progressNote() };
    for await (const augmented of augmentDocuments(session, documents, request)) {
      const { fillings, ...document } = augmented;
      words += fillings.length;
      if (out !== undefined) lines.push(JSON.stringify(document));
      else if (json) printJson(augmented);
      else print(`${document.id}  ${fillings.map(({ from, to }) => `${from} → ${to}`).join('、')}`);
    }
    if (out !== undefined)
      replaceFile(out, (write) => write(Buffer.from(lines.map((line) => `${line}\n`).join(''))));
    note(message('cli.augmented', { documents: documents.length, words }));
  });
}

function shareOf(given: string | undefined): number {
  const share = Number(given ?? SHARE);
  if (share > 0 && share <= 1) return share;
  throw new UsageError('cli.takes', {
    option: '--share',
    form: message('cli.number-to-one'),
    value: given ?? '',
  });
}
