import { ClockCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/domain/system.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatDateTime } from '../../lib/format.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { actionWords, type DetailPart, detailParts, objectWords } from './audit-text.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly onObject: (object: string) => void;
}

/** Entries, newest first by number. */
export function AuditTable({ entries, onObject }: AuditTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (entries.length === 0) return <p className="muted">{t('audit.empty')}</p>;
  return (
    <table className="audit-table" data-testid="audit-table">
      <TableHead
        columns={[
          { number: '#' },
          t('audit.at'),
          t('audit.actor'),
          t('audit.action'),
          t('audit.thing'),
          t('audit.detail'),
        ]}
      />
      <tbody>
        {entries.map(({ id, at, actor, action, object, detail, clockBack }) => (
          <tr key={id} data-testid="audit-entry" data-action={action}>
            <td className="number muted">{id}</td>
            <td>
              <time dateTime={at} title={at}>
                {formatDateTime(at)}
              </time>
              {clockBack === true && (
                <div className="state-warning" data-testid="audit-clock-back">
                  <ClockCircleOutlined /> {t('audit.clockBack')}
                </div>
              )}
            </td>
            <td>{actor}</td>
            <td className="audit-action" title={action}>
              {actionWords(action, language)}
            </td>
            <td>
              <button
                type="button"
                className="text-link audit-object"
                title={object}
                onClick={() => onObject(object)}
              >
                {objectWords(object, language)}
              </button>
            </td>
            <td>
              <Detail parts={detailParts(detail, language, action)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows old and new values side by side; checksums are shortened, the tooltip has them whole. */
function Detail({ parts }: { readonly parts: readonly DetailPart[] }) {
  const { t } = useTranslation();
  return (
    <div className="audit-detail wrap">
      {parts.map((part) =>
        part.kind === 'change' ? (
          <span key="change" className="audit-change">
            {part.label !== '' && <span className="muted">{part.label}</span>}
            <del title={t('audit.before')}>{part.before}</del>
            <span aria-hidden>→</span>
            <ins title={t('audit.after')}>{part.after}</ins>
          </span>
        ) : (
          <span key={part.key} className="muted" title={part.value}>
            {part.label} <span className="audit-value">{short(part.value)}</span>
          </span>
        ),
      )}
    </div>
  );
}

const short = (value: string): string => (/^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 10)}…` : value);
