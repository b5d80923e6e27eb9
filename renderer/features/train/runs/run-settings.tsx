import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RunDetail, RunSettings } from '../../../../shared/domain/training.ts';
import { applies } from '../../../../shared/run-settings.ts';
import { useRuns } from '../../../api/training.ts';
import { settingOrder, settingText, settingValueOf } from '../../../lib/form-settings.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import { settingsJson } from '../form/settings-json.ts';
import { useSettingWords } from '../form/use-setting-words.ts';
import { NumberItem } from '../number-item.tsx';
import { useTrain } from '../train-context.ts';

interface RunSettingsTabProps {
  readonly run: RunDetail;
}

/** Everything one needs to run it again: settings, data, version; and the runs that did the same. */
export function RunSettingsTab({ run }: RunSettingsTabProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const copy = (): void =>
    void navigator.clipboard
      .writeText(settingsJson(run.settings))
      .then(() => notices.done(t('train.form.copied')), notices.fail);
  return (
    <div className="report-pane run-settings" data-testid="run-settings">
      <div className="curve-tools">
        <Button data-testid="copy-run-settings" onClick={copy}>
          {t('train.form.copy')}
        </Button>
      </div>
      <Origin run={run} />
      <SameRuns run={run} />
      <table className="train-table">
        <TableHead columns={[t('train.run.setting'), t('train.run.value'), t('train.run.meaning')]} />
        <tbody>
          <Rows settings={run.settings} />
        </tbody>
      </table>
    </div>
  );
}

/** Settings that have an effect, each explained. */
function Rows({ settings }: { readonly settings: RunSettings }) {
  const words = useSettingWords(settings.task);
  const keys = ['task', ...settingOrder(settings.task).filter((key) => applies(key, settings))];
  return keys.map((key) => {
    const value = settingValueOf(settings, key);
    if (value === undefined) return null;
    const named = typeof value === 'string' ? words.choice(key, value) : undefined;
    return (
      <tr key={key}>
        <th scope="row">{words.name(key)}</th>
        <td>
          <code>{settingText(value)}</code>
        </td>
        <td className="muted">
          {words.help(key)}
          {named !== undefined && named !== value && key !== 'encoder' && ` ${named}`}
        </td>
      </tr>
    );
  });
}

function Origin({ run }: { readonly run: RunDetail }) {
  const { t } = useTranslation();
  const rows = [
    [t('train.run.trainSet'), `${run.train.name} · ${run.train.sha256.slice(0, 12)}`],
    [t('train.run.devSet'), `${run.dev.name} · ${run.dev.sha256.slice(0, 12)}`],
    [t('train.run.configHash'), run.configHash.slice(0, 12)],
    [t('train.run.version'), run.version],
    [t('train.run.created'), formatDateTime(run.createdAt)],
    ...(run.endedAt === undefined ? [] : [[t('train.run.ended'), formatDateTime(run.endedAt)]]),
  ];
  return (
    <dl className="run-origin wrap">
      {rows.map(([name, value]) => (
        <NumberItem key={name} name={name ?? ''}>
          {value}
        </NumberItem>
      ))}
    </dl>
  );
}

/** Equal settings on equal data. */
function SameRuns({ run }: RunSettingsTabProps) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const same = (useRuns().data ?? []).filter(
    ({ id, configHash }) => id !== run.id && configHash === run.configHash,
  );
  if (same.length === 0) return null;
  return (
    <p className="same-runs wrap">
      {t('train.run.same')}
      {same.map(({ id, name }) => (
        <button key={id} type="button" className="text-link" onClick={() => go({ kind: 'run', id })}>
          {name}
        </button>
      ))}
    </p>
  );
}
