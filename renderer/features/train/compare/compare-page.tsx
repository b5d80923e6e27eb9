import { CloseOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextTask } from '../../../../shared/domain/classification.ts';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { useRunDetails } from '../../../api/training.ts';
import { formatScore } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BackLink } from '../back-link.tsx';
import { StateMark } from '../state-mark.tsx';
import { useTrain } from '../train-context.ts';
import { CompareCurves } from './compare-curves.tsx';
import { CompareScores } from './compare-scores.tsx';
import { CompareSignificance } from './compare-significance.tsx';
import { CompareTextScores } from './compare-text-scores.tsx';
import { LineSample } from './run-headings.tsx';
import { SettingsDiff } from './settings-diff.tsx';

type CompareTab = 'curves' | 'settings' | 'types' | 'significance';

/** Several runs side by side: curves overlaid, settings and scores next to each other. */
export function ComparePage({ ids }: { readonly ids: readonly number[] }) {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const [tab, setTab] = useState<CompareTab>('curves');
  const details = useRunDetails(ids);
  const failure = details.find(({ error }) => error !== null)?.error;
  const runs = details.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const drop = (id: number): void => {
    const rest = ids.filter((other) => other !== id);
    state.table.update((now) => ({ ...now, picked: rest }));
    go(rest.length < 2 ? { kind: 'runs' } : { kind: 'compare', ids: rest });
  };
  return (
    <article className="run-page column" data-testid="compare-page">
      <header className="run-head column">
        <div className="run-title row wrap">
          <BackLink name={t('train.section.runs')} onBack={() => go({ kind: 'runs' })} />
          <h1>{t('train.compare.title', { n: ids.length })}</h1>
        </div>
        <ul className="compared wrap">
          {runs.map((run, index) => (
            <li key={run.id}>
              <LineSample index={index} />
              <button type="button" className="run-name" onClick={() => go({ kind: 'run', id: run.id })}>
                {run.name}
              </button>
              <StateMark state={run.state} />
              <span>{run.best === undefined ? '–' : formatScore(run.best.score)}</span>
              <IconButton
                label={t('train.compare.drop', { name: run.name })}
                icon={<CloseOutlined />}
                onClick={() => drop(run.id)}
              />
            </li>
          ))}
        </ul>
      </header>
      {failure !== undefined && <ErrorNote error={failure} />}
      {runs.length > 1 && <Comparison runs={runs} tab={tab} onTab={setTab} />}
    </article>
  );
}

interface ComparisonProps {
  readonly runs: readonly RunDetail[];
  readonly tab: CompareTab;
  readonly onTab: (tab: CompareTab) => void;
}

function Comparison({ runs, tab, onTab }: ComparisonProps) {
  const { t } = useTranslation();
  const tasks = new Set(runs.map(({ report }) => report?.task));
  const ofTexts = TextTask.options.some((task) => tasks.has(task));
  return (
    <Tabs<CompareTab>
      label={t('train.compare.title', { n: runs.length })}
      active={tab}
      onPick={onTab}
      tabs={[
        { key: 'curves', name: t('train.tab.curves'), content: <CompareCurves runs={runs} /> },
        { key: 'settings', name: t('train.tab.settings'), content: <SettingsDiff runs={runs} /> },
        {
          key: 'types',
          name: t(ofTexts && !tasks.has('ner') ? 'texts.tab.labels' : 'train.tab.types'),
          content: (
            <>
              {tasks.has('ner') && <CompareScores runs={runs} />}
              {ofTexts && <CompareTextScores runs={runs} />}
              {!tasks.has('ner') && !ofTexts && <EmptyState text={t('train.compare.noReports')} />}
            </>
          ),
        },
        {
          key: 'significance',
          name: t('train.compare.significance'),
          content: <CompareSignificance runs={runs} />,
        },
      ]}
    />
  );
}
