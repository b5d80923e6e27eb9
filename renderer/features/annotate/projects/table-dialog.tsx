import { Button, Modal, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumns, TablePreview } from '../../../../shared/domain/table-columns.ts';
import { call } from '../../../api/client.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount, messageText } from '../../../lib/format.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Field } from './field.tsx';

/** Import of a table: by columns, or `whole` as a text without them. */
export type TableChoice = TableColumns | 'whole';

interface TableDialogProps {
  readonly projectId: number;
  readonly uploadIds: readonly string[];
  readonly names: readonly string[];
  readonly preview: TablePreview;
  /** Called with null when the import is called off. */
  readonly onChoice: (choice: TableChoice | null) => void;
}

const SEPARATORS = ['##', '|', '；', ';', '、', '，', ',', '/'];
const SHOWN_ROWS = 8;
const SHOWN_COLUMNS = 12;
const SHOWN_REFUSALS = 50;
const USES = ['id', 'label', 'score', 'spans'] as const;

/** Shows what a table would become and lets people say what its columns are, before anything is imported. */
export function TableDialog({ projectId, uploadIds, names, preview: first, onChoice }: TableDialogProps) {
  const { t } = useTranslation();
  const { preview, columns, error, busy, change } = useTablePreview(projectId, uploadIds, first);
  const mayBeWhole = preview.format === 'docx' || preview.format === 'json';
  const ready = !busy && error === null && preview.documents > 0;
  return (
    <Modal
      open
      width="min(1080px, calc(100vw - 48px))"
      title={t('project.table.title', { name: names[0] ?? '' })}
      data-testid="table-dialog"
      onCancel={() => onChoice(null)}
      footer={[
        ...(mayBeWhole
          ? [
              <Button key="whole" data-testid="table-whole" onClick={() => onChoice('whole')}>
                {t(preview.format === 'docx' ? 'project.table.asText' : 'project.table.textsAlone')}
              </Button>,
            ]
          : []),
        <Button key="cancel" onClick={() => onChoice(null)}>
          {t('app.cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={!ready}
          loading={busy}
          data-testid="table-import"
          onClick={() => columns !== undefined && onChoice(columns)}
        >
          {names.length > 1
            ? t('project.table.importFiles', { n: formatCount(names.length) })
            : t('project.table.import', { n: formatCount(preview.documents) })}
        </Button>,
      ]}
    >
      <ColumnFields preview={preview} columns={columns} onChange={change} />
      {error !== null && <ErrorNote error={error} />}
      <PreviewRows preview={preview} columns={columns} />
      <Outcome preview={preview} hasText={columns !== undefined} />
    </Modal>
  );
}

/** Asks again for each change; an answer that a later change has overtaken is left aside. */
function useTablePreview(projectId: number, uploadIds: readonly string[], first: TablePreview) {
  const [preview, setPreview] = useState(first);
  const [columns, setColumns] = useState(first.chosen);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );
  const change = async (next: TableColumns, sheet?: string): Promise<void> => {
    const own = ++turn.current;
    setColumns(next);
    if (next.text.length === 0 && sheet === undefined) return;
    setBusy(true);
    try {
      // The columns of another sheet are guessed anew.
      const looked = await call('projects.previewTable', {
        projectId,
        uploadIds: [...uploadIds],
        ...(sheet === undefined ? { columns: next } : { sheet }),
      });
      if (turn.current !== own || looked === null) return;
      setPreview(looked);
      setColumns(looked.chosen);
      setError(null);
    } catch (failure) {
      if (turn.current === own) setError(failure);
    } finally {
      if (turn.current === own) setBusy(false);
    }
  };
  return { preview, columns: columns?.text.length === 0 ? undefined : columns, error, busy, change };
}

interface ColumnFieldsProps {
  readonly preview: TablePreview;
  readonly columns: TableColumns | undefined;
  readonly onChange: (columns: TableColumns, sheet?: string) => Promise<void>;
}

function ColumnFields({ preview, columns, onChange }: ColumnFieldsProps) {
  const { t } = useTranslation();
  const set = (part: { readonly [Use in keyof TableColumns]?: TableColumns[Use] | undefined }): void => {
    const next: TableColumns = { ...(columns ?? { text: [] }), ...part } as TableColumns; // safe: fields set to undefined are left out when it is sent
    void onChange(next);
  };
  const options = preview.columns.map((value) => ({ value, label: value }));
  const used = new Set([...(columns?.text ?? []), ...USES.map((use) => columns?.[use])]);
  const others = options.filter(({ value }) => !used.has(value));
  return (
    <div className="table-fields">
      {preview.sheets.length > 1 && (
        <Field
          label={t(preview.format === 'docx' ? 'project.table.tableNumber' : 'project.table.sheet')}
          testId="table-sheet"
        >
          {(id) => (
            <Select
              id={id}
              value={columns?.sheet ?? preview.chosen?.sheet ?? null}
              options={preview.sheets.map((value) => ({ value, label: value }))}
              onChange={(sheet: string) => void onChange({ text: columns?.text ?? [] }, sheet)}
            />
          )}
        </Field>
      )}
      <Field label={t('project.table.text')} testId="table-text">
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            value={columns?.text ?? []}
            placeholder={t('project.table.choose')}
            options={options}
            onChange={(text: string[]) => set({ text })}
          />
        )}
      </Field>
      {USES.map((use) => (
        <Field key={use} label={t(`project.table.${use}`)} testId={`table-${use}`}>
          {(id) => (
            <Select
              id={id}
              allowClear
              value={columns?.[use] ?? null}
              placeholder={t(`project.table.no.${use}`)}
              options={options}
              onChange={(column: string | undefined) => set({ [use]: column ?? undefined })}
            />
          )}
        </Field>
      ))}
      {columns?.label !== undefined && (
        <Field label={t('project.table.separator')} testId="table-separator">
          {(id) => (
            <Select
              id={id}
              allowClear
              value={columns.separator ?? null}
              placeholder={t('project.table.no.separator')}
              options={SEPARATORS.map((value) => ({ value, label: value }))}
              onChange={(separator: string | undefined) => set({ separator })}
            />
          )}
        </Field>
      )}
      <Field label={t('project.table.meta')} testId="table-meta">
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            maxTagCount="responsive"
            value={columns?.meta ?? others.map(({ value }) => value)}
            placeholder={t('project.table.no.meta')}
            options={others}
            onChange={(meta: string[]) => set({ meta })}
          />
        )}
      </Field>
    </div>
  );
}

function PreviewRows({ preview, columns }: Pick<ColumnFieldsProps, 'preview' | 'columns'>) {
  const { t } = useTranslation();
  const roleOf = (name: string): 'text' | (typeof USES)[number] | undefined =>
    columns?.text.includes(name) ? 'text' : USES.find((use) => columns?.[use] === name);
  const shown = [
    ...preview.columns.filter((name) => roleOf(name) !== undefined),
    ...preview.columns.filter((name) => roleOf(name) === undefined),
  ].slice(0, SHOWN_COLUMNS);
  return (
    <div className="table-preview">
      <table className="train-table">
        <thead>
          <tr>
            <th scope="col" className="number">
              {t('project.table.row')}
            </th>
            {shown.map((name) => {
              const use = roleOf(name);
              return (
                <th key={name} scope="col">
                  {name}
                  {use !== undefined && (
                    <span className="tag is-on fine muted">{t(`project.table.${use}`)}</span>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {preview.rows.slice(0, SHOWN_ROWS).map(({ line, cells }) => (
            <tr key={line}>
              <td className="number muted">{line}</td>
              {shown.map((name) => (
                <td
                  key={name}
                  title={cells[name]}
                  className={roleOf(name) === 'text' ? 'is-text' : undefined}
                >
                  {cells[name] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Says what all rows would become, and why some would become nothing. */
function Outcome({ preview, hasText }: { readonly preview: TablePreview; readonly hasText: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { documents, labels, spans, suggestions, empty, refused, refusedCount } = preview;
  if (!hasText) return <p className="field-error">{t('project.table.noText')}</p>;
  return (
    <div className="table-outcome" data-testid="table-outcome">
      <p>
        {t('project.table.outcome', {
          documents: formatCount(documents),
          labels: formatCount(labels),
          spans: formatCount(spans),
          suggestions: formatCount(suggestions),
        })}
        {empty > 0 && ` ${t('project.table.empty', { n: formatCount(empty) })}`}
      </p>
      {refusedCount > 0 && (
        <details open={refusedCount <= 5}>
          <summary className="field-error">
            {t('project.table.refused', { n: formatCount(refusedCount) })}
          </summary>
          <ul>
            {refused.slice(0, SHOWN_REFUSALS).map(({ line, reason }) => (
              <li key={line}>
                {t('project.table.atRow', { line })} {messageText(reason, language)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
