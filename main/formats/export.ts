/** Exports documents as plain text, JSON lines with annotations, or an HTML report. None of these is encrypted. */
import { htmlReport, type ReportItem } from './html-report.ts';

/** Returns a safe file name; replaces path characters. */
export function exportDocuments(
  documents: readonly (ReportItem & { readonly id: number })[],
  format: 'txt' | 'jsonl' | 'html',
): { name: string; bytes: Uint8Array } {
  const [first] = documents;
  const base = documents.length === 1 && first !== undefined ? fileName(first.title) : 'meridian-export';
  return { name: `${base}.${format}`, bytes: Buffer.from(render(documents, format), 'utf8') };
}

const fileName = (title: string): string =>
  title.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 80) || 'document';

function render(
  documents: readonly (ReportItem & { readonly id: number })[],
  format: 'txt' | 'jsonl' | 'html',
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
      return htmlReport(documents);
  }
}
