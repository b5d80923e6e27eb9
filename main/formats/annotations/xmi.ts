/**
 * UIMA CAS in XMI, as in INCEpTION and other UIMA tools: a file per document with a type system. Written into the
 * layers of INCEpTION's basic annotation project.
 */
import { FileNames } from './file-names.ts';
import { fittingFiles } from './fitting-files.ts';
import { defineFormat, type NamedFile } from './format.ts';
import { Losses, wholeItems } from './losses.ts';
import { LABEL } from './uima-layers.ts';
import { readXmi } from './xmi/read.ts';
import { isTypeSystem, readTypeSystem, writeTypeSystem } from './xmi/type-system.ts';
import { type UsedFeatures, writeXmi } from './xmi/write.ts';

const ENDING = /\.(xmi|xml)$/i;

export const xmi = defineFormat({
  id: 'xmi',
  title: 'UIMA CAS XMI',
  extensions: ['.xmi', '.xml'],
  looksLike: (files) => files.some(isXmi),
  read: (files, { title, losses, names }) => {
    const types = readTypeSystem(files);
    const fitting = fittingFiles(files, { title, fits: isXmi, belongs: isTypeSystem }, losses);
    const documents = fitting.map((file) => {
      const nameOf = (title: string | undefined) => names.unused(title || file.name.replace(ENDING, ''));
      return readXmi(file, types, nameOf, losses);
    });
    return { documents };
  },
  write: (documents, { losses }) => {
    const names = new FileNames(new Losses());
    const used: UsedFeatures = {
      spans: new Set([LABEL]),
      relations: new Set([LABEL]),
      labels: new Set([LABEL]),
    };
    const files = documents.map((document): NamedFile => {
      const bytes = writeXmi(document, wholeItems(document, losses), used, losses);
      // The document's name is stored in the file, since file names may change.
      return { name: names.nameOf(document.name, '.xmi'), bytes };
    });
    return [...files, writeTypeSystem(used, losses)];
  },
});

function isXmi(file: NamedFile): boolean {
  const start = new TextDecoder().decode(file.bytes.subarray(0, 8000));
  return ENDING.test(file.name) && !isTypeSystem(file) && /<\w+:XMI[\s>]/.test(start);
}
