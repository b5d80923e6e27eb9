import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentAgreement } from '../../../../shared/domain/agreement.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { DOCUMENT_MEASURES, type DocumentColumn, type Sort, sortDocuments } from './agreement-report.ts';

interface DocumentTableProps {
  readonly documents: readonly DocumentAgreement[];
  /** Makes links of the names. */
  readonly onOpen?: ((name: string) => void) | undefined;
}

/** Documents with their agreement, the lowest first. */
export function DocumentTable({ documents, onOpen }: DocumentTableProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<Sort<DocumentColumn>>({ column: 'exact', descending: false });
  const header = (column: DocumentColumn, name: string) => (
    <SortHeader
      key={column}
      column={column}
      name={name}
      sort={sort}
      numeric={column !== 'name'}
      onSort={setSort}
    />
  );
  return (
    <table className="train-table" data-testid="agreement-documents">
      <thead>
        <tr>
          {header('name', t('agreement.document'))}
          <th scope="col">{t('agreement.annotators')}</th>
          {header('spans', t('agreement.spans'))}
          {DOCUMENT_MEASURES.map((measure) => header(measure, t(`agreement.name.${measure}`)))}
        </tr>
      </thead>
      <tbody>
        {sortDocuments(documents, sort).map((document) => (
          <tr key={document.name} data-document={document.name}>
            <th scope="row" className="main-cell">
              {onOpen === undefined ? (
                document.name
              ) : (
                <button type="button" className="text-link" onClick={() => onOpen(document.name)}>
                  {document.name}
                </button>
              )}
            </th>
            <td className="muted">{document.annotators.join(t('agreement.comma'))}</td>
            <td className="number">{formatCount(document.spans)}</td>
            {DOCUMENT_MEASURES.map((measure) => {
              const value = document[measure];
              return (
                <td key={measure} className="number">
                  {value === null ? '–' : formatScore(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
