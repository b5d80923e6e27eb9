/** WebAnno TSV 3 of INCEpTION: one file per document. Sentences and tokens are not kept. */
import { UniqueNames } from '../../reading/unique-names.ts';
import { FileNames } from './file-names.ts';
import { fittingFiles } from './fitting-files.ts';
import type { Format, NamedFile } from './format.ts';
import { countSchema, LOST, Losses } from './losses.ts';
import { isWebAnno } from './webanno/header.ts';
import { readWebAnno } from './webanno/read.ts';
import { writeWebAnno } from './webanno/write.ts';

const ENDING = /\.(tsv|webanno)$/i;

export const webanno: Format = {
  id: 'webanno',
  title: 'WebAnno TSV 3',
  extensions: ['.tsv'],
  looksLike: (files) => files.some(startsLikeOne),
  read: (files) => {
    const losses = new Losses();
    const names = new UniqueNames();
    const fitting = fittingFiles(files, { title: webanno.title, fits: startsLikeOne }, losses);
    const documents = fitting.map((file) =>
      readWebAnno(file, names.unused(file.name.replace(ENDING, '')), losses),
    );
    return { documents, losses: losses.list() };
  },
  write: (documents, { schema } = {}) => {
    const losses = new Losses();
    countSchema(schema, losses);
    const names = new FileNames(losses);
    const files = documents.map((document): NamedFile => {
      const text = writeWebAnno(document, losses);
      losses.add(LOST.surrogates, document.name, document.text.match(/\p{Cs}/gu)?.length ?? 0);
      return { name: names.nameOf(document.name, '.tsv'), bytes: new TextEncoder().encode(text) };
    });
    return { files, losses: losses.list() };
  },
};

function startsLikeOne(file: NamedFile): boolean {
  const start = new TextDecoder().decode(file.bytes.subarray(0, 100));
  return isWebAnno(start.split(/\r?\n/, 1)[0] ?? '');
}
