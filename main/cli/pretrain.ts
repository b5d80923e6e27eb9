/** `train --task pretrain`: which corpus is meant, and what became of the encoder. */
import { existsSync } from 'node:fs';
import type { PretrainReport, PretrainSettings } from '../../shared/domain/pretraining.ts';
import type { DataSet } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { ensureCorpus, findDataSet, listDataSets } from '../services/data/data-sets.ts';
import type { RunRequest } from '../services/runs/run-plan.ts';
import type { Session } from '../services/session/session.ts';
import { note, print, UsageError } from './command.ts';

export interface CorpusFlags {
  /** Files and folders, or the name of a corpus in the workspace. */
  readonly corpus: readonly string[];
  readonly dev?: string | undefined;
  readonly train?: string | undefined;
  readonly out?: string | undefined;
}

/** @throws UsageError when the flags do not fit the task */
export function checkCorpusFlags(task: string, { corpus, train }: CorpusFlags): void {
  if (task === 'pretrain') {
    if (train !== undefined)
      throw new UsageError('cli.excludes', { option: '--train', other: '--task pretrain' });
    if (corpus.length === 0)
      throw new UsageError('cli.needs', { command: '--task pretrain', what: '--corpus PATH…' });
    return;
  }
  if (corpus.length > 0)
    throw new UsageError('cli.belongs-to', {
      option: `--corpus ${corpus.join(' ')}`,
      other: '--task pretrain',
    });
}

export async function pretrainRequest(
  session: Session,
  settings: PretrainSettings,
  { corpus, dev, out }: CorpusFlags,
): Promise<RunRequest> {
  const train = await corpusSet(session, corpus);
  const { name, documents, characters } = train;
  note(message('cli.corpus-size', { name, documents, characters }));
  return {
    name: out ?? `${settings.encoder}-pretrained`,
    settings,
    train: train.id,
    dev: (dev === undefined ? train : await corpusSet(session, [dev])).id,
  };
}

/** Files and folders make up one corpus; a name that is no file is that of a data set. */
export async function corpusSet(session: Session, paths: readonly string[]): Promise<DataSet> {
  const [name = ''] = paths;
  const isName =
    paths.length === 1 && !existsSync(name) && listDataSets(session).some((set) => set.name === name);
  return isName ? findDataSet(session, name) : ensureCorpus(session, paths);
}

export function printPretraining({
  loss,
  perplexity,
  accuracy,
  pairAccuracy,
  guesses,
  corpus,
}: PretrainReport): void {
  print(
    message('cli.pretraining-scores', {
      loss: loss.toFixed(4),
      perplexity: perplexity.toFixed(2),
      accuracy: (100 * accuracy).toFixed(2),
      guesses,
    }),
  );
  if (pairAccuracy !== undefined)
    print(message('cli.pairs-accuracy', { accuracy: (100 * pairAccuracy).toFixed(2) }));
  const { documents, duplicates, characters, tokens, devDocuments, trainSequences, devSequences } = corpus;
  print(message('cli.pretraining-corpus', { documents, duplicates, characters, tokens, devDocuments }));
  print(message('cli.pretraining-sequences', { trainSequences, devSequences }));
}
