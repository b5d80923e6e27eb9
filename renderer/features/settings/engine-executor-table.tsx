import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { type ExecutorReport, MAX_EXECUTOR_ERROR } from '../../../shared/domain/training.ts';
import { words } from '../../../shared/messages/words.ts';
import { useLanguage } from '../../i18n/index.ts';
import { zh } from '../../i18n/translations.ts';
import { TableHead } from '../../ui/table-head.tsx';

type Known = keyof typeof zh.executors.about;
const KNOWN = Object.keys(zh.executors.about) as Known[]; // safe: its own keys
type State = 'works' | 'wrong' | 'absent';

interface ExecutorTableProps {
  readonly executors: readonly ExecutorReport[];
  /** Name of the one that `auto` stands for. */
  readonly chosen: string;
}

const nameOf = ({ id, provider }: ExecutorReport): string => (id === 'onnx' ? `${id}:${provider}` : id);
/** The key of its description; a colon would name a namespace of words. */
function wordOf(name: string): Known | undefined {
  const key = name.replace(':', '-');
  return KNOWN.find((known) => known === key);
}

function stateOf({ available, maxError }: ExecutorReport): State {
  if (!available) return 'absent';
  return maxError !== undefined && maxError <= MAX_EXECUTOR_ERROR ? 'works' : 'wrong';
}

/** A row each, with a radio button inside the group around the table. */
export function ExecutorTable({ executors, chosen }: ExecutorTableProps) {
  const { t } = useTranslation();
  return (
    <table className="executor-table" data-testid="executor-table">
      <TableHead
        columns={[
          t('executors.name'),
          t('executors.device'),
          t('executors.state'),
          { number: t('executors.speed') },
          { number: t('executors.error') },
        ]}
      />
      <tbody>
        {executors.map((report) => (
          <ExecutorRow key={nameOf(report)} report={report} chosen={nameOf(report) === chosen} />
        ))}
      </tbody>
    </table>
  );
}

function ExecutorRow({ report, chosen }: { readonly report: ExecutorReport; readonly chosen: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = nameOf(report);
  const state = stateOf(report);
  const word = wordOf(name);
  const { reason, msPerStep, maxError } = report;
  return (
    <tr data-testid={`executor-${name}`} data-state={state} aria-current={chosen || undefined}>
      <th scope="row">
        <Radio value={name} disabled={state !== 'works'} aria-label={t('executors.use', { name })}>
          <code>{name}</code>
        </Radio>
      </th>
      <td className="muted">{word === undefined ? '' : t(`executors.about.${word}`)}</td>
      <td>
        <span className={state === 'works' ? 'state-good' : state === 'wrong' ? 'state-bad' : 'muted'}>
          {t(`executors.${state}`)}
        </span>
        {chosen && <strong> · {t('executors.chosen')}</strong>}
        {reason !== undefined && <div className="muted">{words(reason, language)}</div>}
      </td>
      <td className="number">{msPerStep === undefined ? '' : `${msPerStep.toFixed(1)} ms`}</td>
      <td className="number">{maxError === undefined ? '' : maxError.toExponential(1)}</td>
    </tr>
  );
}
