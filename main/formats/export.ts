/** Exports documents as plain text, JSON lines with annotations, HTML or Word reports, or FHIR. None of these is encrypted. */

import type { ExportFormat } from '../../shared/domain/document.ts';
import { fileNameOf } from './annotations/file-names.ts';
import { docxReport } from './docx-report.ts';
import { fhirBundle, type RecordToWrite } from './fhir/write.ts';
import { htmlReport, type ReportItem, recordPages } from './html-report.ts';

/** Facts of a record that are exported besides its text and its analysis. */
export type ExportedFacts = Omit<RecordToWrite, 'id' | 'title' | 'text' | 'annotation'>;
type Exported = ReportItem & ExportedFacts & { readonly id: number };

/** Returns a safe file name; replaces path characters. */
export async function exportDocuments(
  documents: readonly Exported[],
  format: ExportFormat,
): Promise<{ name: string; bytes: Uint8Array }> {
  const [first] = documents;
  const base = documents.length === 1 && first !== undefined ? fileNameOf(first.title) : 'meridian-export';
  return {
    name: `${base}.${ENDINGS[format]}`,
    bytes:
      format === 'docx' || format === 'record-docx'
        ? await docxReport(documents, format === 'docx')
        : Buffer.from(render(documents, format), 'utf8'),
  };
}

/** Pages are written as HTML, which a host prints. */
const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  txt: 'txt',
  jsonl: 'jsonl',
  html: 'html',
  docx: 'docx',
  'record-docx': 'docx',
  'fhir-r4': 'fhir.json',
  pdf: 'html',
  'record-pdf': 'html',
};

function render(
  documents: readonly Exported[],
  format: Exclude<ExportFormat, 'docx' | 'record-docx'>,
): string {
  switch (format) {
    case 'txt':
      return documents.length === 1
        ? (documents[0]?.text ?? '')
        : documents.map(({ title, text }) => `==== ${title} ====\n${text}\n`).join('\n');
    case 'jsonl':
      return documents
        .map(({ id, title, text, annotation }) =>
          JSON.stringify({ id, title, text, entities: annotation.mentions, sections: annotation.sections }),
        )
        .map((line) => `${line}\n`)
        .join('');
    case 'html':
    case 'pdf':
      return htmlReport(documents);
    case 'record-pdf':
      return recordPages(documents);
    case 'fhir-r4':
      return fhirBundle(documents);
  }
}
