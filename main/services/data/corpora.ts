/** Reads the texts of corpora from files and folders. */
import type { CorpusDocument } from '../../../shared/domain/pretraining.ts';
import { AppError } from '../../../shared/result.ts';
import { readCorpus } from '../../formats/read-corpus.ts';
import { corpusFiles } from './embedding-corpus.ts';

/** Name of a corpus made from the workspace's records. */
export const RECORDS = 'records (病历)';

/**
 * Returns all texts in the order of the files. @param name for messages, if the file has another name than its path
 * @throws AppError that names file and line; `bad-input` when there is no text
 */
export async function readCorpora(paths: readonly string[], name?: string): Promise<CorpusDocument[]> {
  const files = corpusFiles(paths).map((path) => ({ path, name: name ?? path }));
  const documents: CorpusDocument[] = [];
  for await (const document of readCorpus(files)) documents.push(document);
  if (documents.length > 0) return documents;
  throw new AppError(
    'bad-input',
    'data.no-text-in',
    { where: name ?? paths.join(', ') },
    { hint: 'hint.corpus-files' },
  );
}
