import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { totalEpochs } from '../../../../shared/domain/ensemble-settings.ts';
import type { RunDetail, RunState } from '../../../../shared/domain/training.ts';
import { useRuns } from '../../../api/training.ts';
import { useLanguage } from '../../../i18n/index.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatElapsed,
  formatLarge,
  formatScore,
} from '../../../lib/format.ts';
import { bestMetric } from '../dev-scores.ts';
import { NumberItem } from '../number-item.tsx';
import { useScoreName } from '../use-score-name.ts';

/** Shows progress and numbers of a run; numbers keep their place while they change. */
export function RunProgressBox({ run }: { readonly run: RunDetail }) {
  const { t } = useTranslation();
  const { progress, state } = run;
  const share = progress === undefined || progress.totalSteps === 0 ? 0 : progress.step / progress.totalSteps;
  const percent = Math.floor(share * 100);
  return (
    <section className="run-progress" aria-label={t('train.run.progress')} data-testid="run-progress">
      <Progress
        percent={state === 'finished' ? 100 : percent}
        size="small"
        status={state === 'failed' ? 'exception' : 'normal'}
        format={(shown) => `${shown} %`}
        aria-label={t('train.run.progress')}
      />
      <Numbers run={run} />
    </section>
  );
}

function Numbers({
  run: { progress, best, state, settings, executor, parameters },
}: {
  readonly run: RunDetail;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scoreName = useScoreName();
  const score = scoreName(bestMetric(settings));
  if (progress === undefined) return <Waiting state={state} />;
  const eta = progress.etaSeconds;
  return (
    <dl className="run-numbers wrap tabular">
      <NumberItem name={settings.task === 'ner' ? t('train.run.best') : t('texts.bestOf', { score })} strong>
        {best === undefined ? '–' : formatScore(best.score)}
        {best !== undefined && (
          <small className="muted"> {t('train.run.atEpoch', { n: Number(best.epoch.toFixed(1)) })}</small>
        )}
      </NumberItem>
      <NumberItem name={t('train.run.epoch')}>
        {progress.epoch.toFixed(1)} <small className="muted">/ {totalEpochs(settings)}</small>
      </NumberItem>
      <NumberItem name={t('train.run.step')}>
        {formatCount(progress.step)} <small className="muted">/ {formatCount(progress.totalSteps)}</small>
      </NumberItem>
      {state === 'running' && (
        <NumberItem name={t('train.run.eta')}>
          {eta === undefined ? '…' : formatDuration(eta, language)}
        </NumberItem>
      )}
      <NumberItem name={t('train.run.elapsed')}>{formatElapsed(progress.seconds)}</NumberItem>
      <NumberItem name={t('train.run.speed')}>
        {formatCount(progress.tokensPerSecond)} <small className="muted">tokens/s</small>
      </NumberItem>
      <NumberItem name={t('train.run.loss')}>
        {progress.loss === undefined ? '–' : progress.loss.toPrecision(3)}
      </NumberItem>
      <NumberItem name={t('train.run.memory')}>{formatBytes(progress.memoryBytes)}</NumberItem>
      <NumberItem name={t('train.run.executor')}>{executor ?? '–'}</NumberItem>
      <NumberItem name={t('train.run.parameters')}>
        {parameters === undefined ? '–' : formatLarge(parameters)}
      </NumberItem>
    </dl>
  );
}

/** Before the first step. */
function Waiting({ state }: { readonly state: RunState }) {
  const { t } = useTranslation();
  const busy = (useRuns().data ?? []).some((run) => run.state === 'running');
  const text = ((): string => {
    if (state === 'queued') return t(busy ? 'train.run.queued' : 'train.run.queuedAlone');
    return t(state === 'running' ? 'train.run.preparing' : 'train.run.noStep');
  })();
  return (
    <p className="muted run-waiting" role="status">
      {text}
    </p>
  );
}
