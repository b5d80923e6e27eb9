/**
 * N-grams of a linear classifier as `vocab.txt`: a header with the number of training texts, then a line each with the
 * n-gram, the number of texts that hold it, and its factor where there are factors, between tabs.
 */
import { message } from '../../../shared/messages/message.ts';
import { badFile } from '../io/tensor-data.ts';
import type { NgramVocabulary } from './tfidf.ts';

const HEADER = 'meridian-ngrams 1';

/** N-grams hold neither tabs nor line breaks, which are white space and so one space each. */
export function formatNgrams({ ngrams, documentFrequencies, documents, factors }: NgramVocabulary): string {
  const lines = ngrams.map((ngram, column) =>
    [ngram, documentFrequencies[column], ...(factors === undefined ? [] : [factors[column]])].join('\t'),
  );
  return [`${HEADER} ${documents}`, ...lines, ''].join('\n');
}

/** @throws AppError naming the line */
export function parseNgrams(text: string): NgramVocabulary {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const documents = /^meridian-ngrams 1 (\d{1,9})$/.exec(lines[0] ?? '')?.[1];
  if (documents === undefined)
    throw badFile('vocab.txt', message('vocabulary.no-header', { header: HEADER }));
  const rows = lines.slice(1).map((line, i) => parseLine(line, i + 2, Number(documents)));
  const ngrams = rows.map(({ ngram }) => ngram);
  if (new Set(ngrams).size < ngrams.length) throw badFile('vocab.txt', 'an n-gram is there twice');
  const hasFactors = rows[0]?.factor !== undefined;
  if (rows.some(({ factor }) => (factor !== undefined) !== hasFactors))
    throw badFile('vocab.txt', 'only some n-grams have a factor');
  return {
    ngrams,
    documentFrequencies: Int32Array.from(rows, ({ frequency }) => frequency),
    documents: Number(documents),
    ...(hasFactors ? { factors: Float64Array.from(rows, ({ factor }) => factor!) } : {}),
  };
}

function parseLine(line: string, number: number, documents: number) {
  const [ngram = '', frequencyText = '', factorText, ...rest] = line.split('\t');
  const frequency = Number(frequencyText);
  const factor = factorText === undefined ? undefined : Number(factorText);
  const isFrequency = Number.isInteger(frequency) && frequency >= 1 && frequency <= documents;
  const isFactor = factor === undefined || (factorText !== '' && factor >= 0 && factor <= 1);
  if (ngram === '' || !isFrequency || !isFactor || rest.length > 0)
    throw badFile(
      'vocab.txt',
      `line ${number} is not "n-gram TAB frequency" or "n-gram TAB frequency TAB factor"`,
    );
  return { ngram, frequency, factor };
}
