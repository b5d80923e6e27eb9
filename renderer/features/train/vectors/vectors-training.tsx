import { Button, Progress } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VectorPoint, VectorTraining } from '../../../../shared/domain/vectors.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount, formatDuration, formatLarge } from '../../../lib/format.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { curveOption } from '../../../ui/curve-option.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { LineChart } from '../../../ui/line-chart.tsx';
import { useTheme } from '../../../ui/theme-context.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { NumberItem } from '../number-item.tsx';
import { StateMark } from '../state-mark.tsx';

/** A training that goes on or waits: how far it is, how fast and how well, and what can be done with it. */
export function VectorTrainingCard({ training }: { readonly training: VectorTraining }) {
  const { t } = useTranslation();
  const { name, state, settings, progress, error, points } = training;
  const method = settings.method === 'glove' ? 'glove' : settings.architecture;
  const done = progress?.training === undefined ? 0 : progress.training.done / progress.training.total;
  return (
    <article className="model-card" data-testid="vector-training" data-state={state} aria-label={name}>
      <header className="model-head wrap">
        <h2>{name}</h2>
        <StateMark state={state} />
        <span className="muted">
          {[
            t(`vectors.method.${method}`),
            t(`vectors.unit.${settings.unit}`),
            t('vectors.facts.dimension', { n: settings.dimension }),
            t('vectors.facts.epochs', { n: settings.epochs }),
          ].join(' · ')}
        </span>
        <span className="spacer" />
        <Controls training={training} />
      </header>
      <Progress
        percent={Math.floor(100 * done)}
        size="small"
        status={state === 'failed' ? 'exception' : 'normal'}
        format={(shown) => `${shown} %`}
        aria-label={t('vectors.running.progress')}
      />
      <Numbers training={training} />
      {points.length > 1 && <LossCurve points={points} epochs={settings.epochs} />}
      <FieldError error={error} />
    </article>
  );
}

function Numbers({ training: { progress, settings, state } }: { readonly training: VectorTraining }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (progress === undefined) return null;
  const { training, stage, texts, tokens, vocabulary, threads, share } = progress;
  if (training === undefined) {
    const parts = [
      t(`vectors.stage.${stage}`),
      ...(share === undefined ? [] : [`${Math.floor(100 * share)} %`]),
      ...(texts === undefined ? [] : [t('vectors.running.texts', { n: formatCount(texts) })]),
      ...(tokens === undefined ? [] : [t('vectors.running.tokens', { n: formatCount(tokens) })]),
    ];
    return <p className="muted">{parts.join(' · ')}</p>;
  }
  const { epoch, rate, loss, secondsLeft } = training;
  const unit = settings.method === 'glove' ? 'pairs' : 'words';
  return (
    <dl className="run-numbers wrap tabular" data-testid="vector-numbers">
      <NumberItem name={t('vectors.running.epoch')}>
        {Math.min(epoch + 1, settings.epochs)} <small className="muted">/ {settings.epochs}</small>
      </NumberItem>
      <NumberItem name={t('vectors.running.loss')}>{loss === undefined ? '–' : loss.toFixed(4)}</NumberItem>
      <NumberItem name={t('vectors.running.speed')}>
        {state === 'running' ? t(`vectors.running.${unit}`, { n: formatLarge(Math.round(rate)) }) : '–'}
      </NumberItem>
      <NumberItem name={t('vectors.running.left')}>
        {secondsLeft === undefined || state !== 'running' ? '–' : formatDuration(secondsLeft, language)}
      </NumberItem>
      {vocabulary !== undefined && (
        <NumberItem name={t('vectors.running.vocabulary')}>
          {formatCount(vocabulary)}
          {threads !== undefined && (
            <small className="muted"> {t('vectors.running.threads', { n: threads })}</small>
          )}
        </NumberItem>
      )}
    </dl>
  );
}

interface LossCurveProps {
  readonly points: readonly VectorPoint[];
  readonly epochs: number;
}

export function LossCurve({ points, epochs }: LossCurveProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const axisName = t('vectors.running.epoch');
  const option = useMemo(
    () =>
      curveOption({
        curves: [
          {
            name: t('vectors.running.loss'),
            places: points.map(({ epoch, loss }) => [epoch, loss] as const),
            style: seriesStyle(0, theme),
          },
        ],
        theme,
        axisName,
        formatX: (x) => String(Number(x.toFixed(2))),
        formatY: (y) => String(Number(y.toPrecision(4))),
        legend: false,
        end: epochs,
      }),
    [points, epochs, theme, axisName, t],
  );
  const [first, last] = [points[0]?.loss ?? 0, points.at(-1)?.loss ?? 0];
  return (
    <LineChart
      option={option}
      height={150}
      label={t('vectors.running.lossCurve', { first: first.toFixed(3), last: last.toFixed(3) })}
      testId="vector-loss"
    />
  );
}

function Controls({ training: { id, name, state } }: { readonly training: VectorTraining }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const control = useNoticedChange('vectors.control');
  const act = (action: 'pause' | 'resume' | 'cancel'): void => control.mutate({ id, action });
  const cancel = (): void =>
    confirm({
      title: t('vectors.cancelTitle', { name }),
      body: t('vectors.cancelBody'),
      ok: t('vectors.cancelOk'),
      keep: t('vectors.keep'),
      onOk: () => act('cancel'),
    });
  const goesOn = state === 'running' || state === 'queued';
  return (
    <>
      <Button
        loading={control.isPending}
        data-testid={goesOn ? 'vectors-pause' : 'vectors-resume'}
        onClick={() => act(goesOn ? 'pause' : 'resume')}
      >
        {t(`train.action.${goesOn ? 'pause' : 'resume'}`)}
      </Button>
      <Button danger type="text" data-testid="vectors-cancel" onClick={cancel}>
        {t('train.action.cancel')}
      </Button>
    </>
  );
}
