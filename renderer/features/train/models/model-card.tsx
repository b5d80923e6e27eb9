import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { taskRow } from '../../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../../shared/domain/training.ts';
import { formatBytes, formatDateTime, formatLarge, formatPercent, formatScore } from '../../../lib/format.ts';
import { LabelChips } from '../label-chips.tsx';
import { NumberItem } from '../number-item.tsx';
import { USE_WORDS } from '../task-kinds.ts';
import { useTrain } from '../train-context.ts';
import { useScoreName } from '../use-score-name.ts';
import { ModelActions } from './model-actions.tsx';
import { ModelInt8 } from './model-int8.tsx';

interface ModelCardViewProps {
  readonly model: ModelCard;
  readonly shown: boolean;
}

/** Card of a model: kind, scores, origin. */
export function ModelCardView({ model, shown }: ModelCardViewProps) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown) card.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <article
      ref={card}
      className={shown ? 'model-card is-shown' : 'model-card'}
      data-testid="model-card"
      data-id={model.id}
      aria-label={model.name}
    >
      <header className="model-head wrap">
        <h2>{model.name}</h2>
        <span className="tag fine muted">
          {model.task === 'encoder' ? t('train.models.encoder') : t(`texts.task.${model.task}`)}
        </span>
        {model.inUse && (
          <span className="tag is-on fine muted">
            {t(USE_WORDS[taskRow(model.task)?.use ?? 'panel'].inUse)}
          </span>
        )}
        <span className="muted">
          {[
            model.network,
            t('train.models.parameters', { n: formatLarge(model.parameters) }),
            formatBytes(model.bytes),
            formatDateTime(model.createdAt),
          ].join(' · ')}
        </span>
      </header>
      <Metrics model={model} />
      {model.labels.length > 0 && (
        <LabelChips
          labels={model.labels.map((label) => ({ label }))}
          most={MOST_LABELS}
          name={t('train.data.types')}
        />
      )}
      <p className="muted">
        <Origin model={model} />
      </p>
      {model.task === 'ner' && <ModelInt8 model={model} />}
      <ModelActions model={model} />
    </article>
  );
}

/** Those that one looks at first; others come behind them. */
const FIRST_METRICS = ['f1', 'precision', 'recall', 'relaxedF1', 'microF1', 'macroF1', 'accuracy', 'hit3'];

function Metrics({ model: { task, metrics, devSet } }: { readonly model: ModelCard }) {
  const { t } = useTranslation();
  const scoreName = useScoreName();
  const names = Object.keys(metrics);
  if (names.length === 0) return null;
  const ordered = [
    ...FIRST_METRICS.filter((name) => names.includes(name)),
    ...names.filter((name) => !FIRST_METRICS.includes(name)),
  ];
  return (
    <dl
      className="run-numbers wrap tabular"
      title={devSet === undefined ? undefined : t('train.models.metricsOn', { name: devSet })}
    >
      {ordered.map((name) => (
        <NumberItem
          key={name}
          name={scoreName(name === 'f1' && task !== 'ner' ? 'microF1' : name)}
          strong={name === 'f1' || name === 'microF1'}
        >
          {formatScore(metrics[name] ?? 0)}
        </NumberItem>
      ))}
    </dl>
  );
}

const MOST_LABELS = 24;

function Origin({ model }: Pick<ModelCardViewProps, 'model'>) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { runId, trainSet, devSet, graph, executor, version, members } = model;
  const parts = [
    members
      ?.map(({ name, weight, level }) => {
        const what = level === undefined ? name : t('train.models.ofParents', { name });
        return `${what} ${formatPercent(weight)}`;
      })
      .join(' + '),
    trainSet !== undefined && devSet !== undefined && t('train.run.data', { train: trainSet, dev: devSet }),
    graph !== undefined && t('train.models.graph', { version: graph.slice(0, 12) }),
    executor,
    `Meridian ${version}`,
  ].filter((part) => part !== undefined && part !== false);
  return (
    <>
      {parts.join(' · ')}
      {runId !== undefined && (
        <>
          {' · '}
          <button type="button" className="text-link" onClick={() => go({ kind: 'run', id: runId })}>
            {t('train.models.run')}
          </button>
        </>
      )}
    </>
  );
}
