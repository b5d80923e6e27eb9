/** WebAnno TSV 3 of INCEpTION: one file per document. Sentences and tokens are not kept. */
import { FileNames } from './file-names.ts';
import { fittingFiles } from './fitting-files.ts';
import { defineFormat, type NamedFile } from './format.ts';
import { LOST } from './losses.ts';
import { isWebAnno } from './webanno/header.ts';
import { readWebAnno } from './webanno/read.ts';
import { writeWebAnno } from './webanno/write.ts';

const ENDING = /\.(tsv|webanno)$/i;

export const webanno = defineFormat({
  id: 'webanno',
  title: 'WebAnno TSV 3',
  extensions: ['.tsv'],
  looksLike: (files) => files.some(startsLikeOne),
  read: (files, { title, losses, names }) => {
    const fitting = fittingFiles(files, { title, fits: startsLikeOne }, losses);
    const documents = fitting.map((file) =>
      readWebAnno(file, names.unused(file.name.replace(ENDING, '')), losses),
    );
    return { documents };
  },
  write: (documents, { losses }) => {
    const names = new FileNames(losses);
    return documents.map((document): NamedFile => {
      const text = writeWebAnno(document, losses);
      losses.add(LOST.surrogates, document.name, document.text.match(/\p{Cs}/gu)?.length ?? 0);
      return { name: names.nameOf(document.name, '.tsv'), bytes: new TextEncoder().encode(text) };
    });
  },
});

function startsLikeOne(file: NamedFile): boolean {
  const start = new TextDecoder().decode(file.bytes.subarray(0, 100));
  return isWebAnno(start.split(/\r?\n/, 1)[0] ?? '');
}
