import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { formatBytes, formatDateTime, formatLarge, formatScore } from '../../lib/format.ts';
import type { TrainPlace } from '../../lib/train-place.ts';
import { ModelActions } from './model-actions.tsx';
import { ModelInt8 } from './model-int8.tsx';

interface ModelCardViewProps {
  readonly model: ModelCard;
  readonly shown: boolean;
  readonly go: (place: TrainPlace) => void;
}

/** What a model is, how good it is, and where it comes from. */
export function ModelCardView({ model, shown, go }: ModelCardViewProps) {
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
      <header className="model-head">
        <h2>{model.name}</h2>
        <span className="tag">{t(`train.models.task.${model.task}`)}</span>
        {model.inEditor && <span className="tag is-on">{t('train.models.inEditor')}</span>}
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
      <Labels labels={model.labels} />
      <p className="muted">
        <Origin model={model} go={go} />
      </p>
      {model.task === 'ner' && <ModelInt8 model={model} />}
      <ModelActions model={model} go={go} />
    </article>
  );
}

const KNOWN_METRICS = ['f1', 'precision', 'recall', 'relaxedF1'] as const;
const isKnown = (name: string): name is (typeof KNOWN_METRICS)[number] =>
  KNOWN_METRICS.some((known) => known === name);

function Metrics({ model: { metrics, devSet } }: { readonly model: ModelCard }) {
  const { t } = useTranslation();
  const names = Object.keys(metrics);
  if (names.length === 0) return null;
  const ordered = [
    ...KNOWN_METRICS.filter((name) => names.includes(name)),
    ...names.filter((name) => !isKnown(name)),
  ];
  return (
    <dl
      className="run-numbers"
      title={devSet === undefined ? undefined : t('train.models.metricsOn', { name: devSet })}
    >
      {ordered.map((name) => (
        <div key={name}>
          <dt>{isKnown(name) ? t(`train.score.${name}`) : name}</dt>
          <dd className={name === 'f1' ? 'is-strong' : undefined}>{formatScore(metrics[name] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Labels({ labels }: { readonly labels: readonly string[] }) {
  const { t } = useTranslation();
  if (labels.length === 0) return null;
  return (
    <ul className="type-chips" aria-label={t('train.data.types')}>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

function Origin({ model, go }: Pick<ModelCardViewProps, 'model' | 'go'>) {
  const { t } = useTranslation();
  const { runId, trainSet, devSet, executor, version } = model;
  const parts = [
    trainSet !== undefined && devSet !== undefined && t('train.run.data', { train: trainSet, dev: devSet }),
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
