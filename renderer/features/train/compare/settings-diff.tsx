import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { settingText } from '../../../lib/form-settings.ts';
import { useSettingWords } from '../form/use-setting-words.ts';
import { diffSettings } from './changed-settings.ts';
import { RunHeadings } from './run-headings.tsx';

/** Settings next to each other; at first only those that differ. */
export function SettingsDiff({ runs }: { readonly runs: readonly RunDetail[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const words = useSettingWords(runs[0]?.settings.task ?? 'ner');
  const rows = diffSettings(runs.map(({ settings }) => settings));
  const shown = rows.filter(({ differs }) => all || differs);
  const sameData =
    new Set(runs.map(({ train }) => train.sha256)).size === 1 &&
    new Set(runs.map(({ dev }) => dev.sha256)).size === 1;
  return (
    <div className="report-pane" data-testid="settings-diff">
      <div className="curve-tools">
        <Checkbox checked={all} data-testid="diff-all" onChange={(event) => setAll(event.target.checked)}>
          {t('train.compare.all')}
        </Checkbox>
        <span className="muted">
          {t('train.compare.differ', { n: rows.filter(({ differs }) => differs).length, total: rows.length })}
        </span>
      </div>
      <div className="table-holder">
        <table className="train-table compare-table">
          <RunHeadings runs={runs} corner={t('train.run.setting')} />
          <tbody>
            {(all || !sameData) && (
              <tr className={sameData ? undefined : 'differs'}>
                <th scope="row">{t('train.form.data')}</th>
                {runs.map(({ id, train, dev }) => (
                  <td key={id}>
                    {train.name} → {dev.name}
                  </td>
                ))}
              </tr>
            )}
            {shown.map(({ key, values, differs }) => (
              <tr key={key} className={differs ? 'differs' : undefined} data-setting={key}>
                <th scope="row" title={words.help(key)}>
                  {words.name(key)}
                </th>
                {runs.map(({ id }, index) => {
                  const value = values[index];
                  return <td key={id}>{value === undefined ? '–' : settingText(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && sameData && <p className="muted">{t('train.compare.noDifference')}</p>}
    </div>
  );
}
