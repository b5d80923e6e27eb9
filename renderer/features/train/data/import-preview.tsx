import { useTranslation } from 'react-i18next';
import type { ClassifiedFields, DataPreview } from '../../../../shared/domain/data-preview.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount, messageText } from '../../../lib/format.ts';
import { LabelChips } from '../label-chips.tsx';

interface ImportPreviewProps {
  readonly preview: DataPreview;
  readonly fields: ClassifiedFields | undefined;
}

const MOST_COLUMNS = 6;
const MOST_LABELS = 24;
const SHOWN_ROWS = 8;
const SHOWN_REFUSALS = 50;

/** The first rows, the labels with their counts, and the rows that cannot be used with the reason. */
export function ImportPreview({ preview, fields }: ImportPreviewProps) {
  const { t } = useTranslation();
  const isFirst = usedBy(fields?.text, preview.fields);
  const isSecond = usedBy(fields?.second, preview.fields);
  const isText = (name: string): boolean => isFirst(name) || isSecond(name);
  const isLabel = usedBy(fields?.label, preview.fields);
  const columns = [
    ...preview.fields.filter(isText),
    ...preview.fields.filter((name) => isLabel(name) && !isText(name)),
    ...preview.fields.filter((name) => !isText(name) && !isLabel(name)),
  ].slice(0, MOST_COLUMNS);
  return (
    <div className="import-preview column" data-testid="import-preview">
      <div className="preview-rows">
        <table className="train-table">
          <thead>
            <tr>
              <th scope="col" className="number">
                {t('texts.import.line')}
              </th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                  {isText(name) && <span className="tag is-on fine muted">{t('texts.import.textTag')}</span>}
                  {isLabel(name) && (
                    <span className="tag is-on fine muted">{t('texts.import.labelTag')}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.slice(0, SHOWN_ROWS).map(({ line, cells }) => (
              <tr key={line}>
                <td className="number muted">{line}</td>
                {columns.map((name) => (
                  <td key={name} title={cells[name]} className={isText(name) ? 'is-text' : undefined}>
                    {cells[name] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Labels preview={preview} />
      <Refused preview={preview} />
    </div>
  );
}

/** Tells whether a field is chosen for a use. */
function usedBy(chosen: string | undefined, names: readonly string[]): (name: string) => boolean {
  if (chosen === undefined) return () => false;
  if (names.includes(chosen)) return (name) => name === chosen;
  const parts = chosen.split(',').map((part) => part.trim());
  return (name) => parts.some((part) => name === part || name.startsWith(`${part}.`));
}

function Labels({ preview: { labels, documents, several } }: { readonly preview: DataPreview }) {
  const { t } = useTranslation();
  if (labels.length === 0) return <p className="field-error">{t('texts.import.noLabels')}</p>;
  const odd = documents > 20 && labels.length > documents / 2;
  return (
    <div>
      <p>
        {t('texts.import.counts', {
          texts: formatCount(documents),
          labels: formatCount(labels.length),
          several: formatCount(several),
        })}
      </p>
      {labels.length === 1 && <p className="field-error">{t('texts.import.oneLabel')}</p>}
      {odd && <p className="field-error">{t('texts.import.oddLabels')}</p>}
      <LabelChips labels={labels} most={MOST_LABELS} testId="preview-labels" />
    </div>
  );
}

function Refused({ preview: { refused, refusedCount } }: { readonly preview: DataPreview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (refusedCount === 0) return null;
  return (
    <details className="refused-rows" data-testid="refused-rows" open={refusedCount <= 5}>
      <summary>{t('texts.import.refused', { n: formatCount(refusedCount) })}</summary>
      <ul>
        {refused.slice(0, SHOWN_REFUSALS).map(({ line, reason }) => (
          <li key={line}>
            <span className="count">{t('texts.import.atLine', { line })}</span>{' '}
            {messageText(reason, language)}
          </li>
        ))}
        {refusedCount > SHOWN_REFUSALS && (
          <li className="muted">
            {t('texts.import.moreRefused', { n: formatCount(refusedCount - SHOWN_REFUSALS) })}
          </li>
        )}
      </ul>
    </details>
  );
}
