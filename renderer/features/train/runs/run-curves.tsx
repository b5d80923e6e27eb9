import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunDetail, RunPoint } from '../../../../shared/domain/training.ts';
import { usePoints } from '../../../api/training.ts';
import { type CurveAxis, curveOf, type Place, smooth } from '../../../lib/curves.ts';
import { formatCount, formatElapsed, formatScore } from '../../../lib/format.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { type Curve, curveOption } from '../../../ui/curve-option.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { useTheme } from '../../../ui/theme-context.ts';
import { ChartSection } from '../chart-section.tsx';
import { bestMetric, devMetrics, listedMetrics } from '../dev-scores.ts';
import { useScoreName } from '../use-score-name.ts';
import { CurveTools, DEFAULT_SMOOTHING, formatRate, useAxis } from './curve-tools.tsx';

/** Loss, scores on the dev set, learning rate and speed, as they come. */
export function RunCurves({ run }: { readonly run: RunDetail }) {
  const { t } = useTranslation();
  const { data: points, error, refetch } = usePoints(run.id);
  const [axis, setAxis] = useState<CurveAxis>('step');
  const [smoothing, setSmoothing] = useState(DEFAULT_SMOOTHING);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (points === undefined) return null;
  if (points.length === 0) return <EmptyState text={t('train.curves.empty')} />;
  return (
    <div className="curves" data-testid="curves">
      <CurveTools axis={axis} smoothing={smoothing} onAxis={setAxis} onSmoothing={setSmoothing} />
      <Charts run={run} points={points} axis={axis} smoothing={smoothing} />
      <Evaluations run={run} points={points} />
    </div>
  );
}

interface ChartsProps {
  readonly run: RunDetail;
  readonly points: readonly RunPoint[];
  readonly axis: CurveAxis;
  readonly smoothing: number;
}

function Charts({ run: { settings }, points, axis, smoothing }: ChartsProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const { axisName, formatX } = useAxis(axis);
  const scoreName = useScoreName();
  const option = useMemo(() => {
    const parts = { theme, axisName, formatX, end: points.at(-1)?.[axis] ?? 0 };
    const one = (name: string, value: (point: RunPoint) => number | undefined): Curve => ({
      name,
      places: curveOf(points, axis, value),
      style: seriesStyle(0, theme),
    });
    const raw = one(t('train.curves.raw'), ({ loss }) => loss);
    const devLoss: Curve = {
      name: t('texts.devLoss'),
      places: curveOf(points, axis, (point) => point.dev?.loss),
      style: seriesStyle(1, theme),
      dotted: true,
    };
    const loss: Curve[] = [
      ...(smoothing === 0
        ? [{ ...raw, name: t('train.curves.loss') }]
        : [
            { ...raw, faint: true },
            { ...raw, name: t('train.curves.loss'), places: smooth(raw.places, smoothing) },
          ]),
      ...(devLoss.places.length > 0 ? [devLoss] : []),
    ];
    const dev = devMetrics(settings, points).map(
      (metric, i): Curve => ({
        name: scoreName(metric),
        places: curveOf(points, axis, (point) => point.dev?.[metric]),
        style: seriesStyle(i, theme),
        dotted: true,
      }),
    );
    const rate = one(t('train.curves.rate'), ({ learningRate }) => learningRate);
    const speed = one(t('train.curves.speed'), ({ tokensPerSecond }) => tokensPerSecond);
    const perplexity: Curve = {
      ...one(scoreName('perplexity'), ({ dev: scores }) => scores?.perplexity),
      dotted: true,
    };
    const whole = (y: number): string => formatCount(y);
    const fine = (y: number): string => String(Number(y.toPrecision(3)));
    return {
      loss: curveOption({ ...parts, curves: loss, formatY: fine, legend: devLoss.places.length > 0 }),
      dev: curveOption({ ...parts, curves: dev, formatY: formatScore, legend: true }),
      rate: curveOption({ ...parts, curves: [rate], formatY: formatRate, legend: false }),
      speed: curveOption({ ...parts, curves: [speed], formatY: whole, legend: false }),
      perplexity:
        perplexity.places.length > 0 &&
        curveOption({ ...parts, curves: [perplexity], formatY: fine, legend: false }),
      places: { loss: raw.places, dev: dev[0]?.places ?? [] },
    };
  }, [settings, points, axis, smoothing, theme, axisName, formatX, scoreName, t]);
  return (
    <div className="chart-grid">
      <ChartSection
        title={t('train.curves.loss')}
        option={option.loss}
        height={240}
        label={describe(t('train.curves.loss'), option.places.loss)}
        testId="chart-loss"
      />
      <ChartSection
        title={t('train.curves.dev')}
        option={option.dev}
        height={240}
        label={describe(t('train.curves.dev'), option.places.dev)}
        testId="chart-dev"
      />
      {option.perplexity !== false && (
        <ChartSection
          title={scoreName('perplexity')}
          option={option.perplexity}
          height={160}
          testId="chart-perplexity"
        />
      )}
      <ChartSection title={t('train.curves.rate')} option={option.rate} height={160} />
      <ChartSection title={t('train.curves.speed')} option={option.speed} height={160} />
    </div>
  );
}

/** `Loss: 23.1 → 0.412`, for those who do not see the picture; the evaluations stand below it in a table. */
function describe(name: string, places: readonly Place[]): string {
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return name;
  return `${name}: ${first[1].toPrecision(3)} → ${last[1].toPrecision(3)}`;
}

/** The scores that the curves show, in numbers. */
function Evaluations({ run: { settings }, points }: Pick<ChartsProps, 'run' | 'points'>) {
  const { t } = useTranslation();
  const scoreName = useScoreName();
  const rows = points.filter(({ dev }) => dev !== undefined);
  if (rows.length === 0) return null;
  const metrics = listedMetrics(settings, points);
  const deciding = bestMetric(settings);
  const best = Math.max(...rows.map(({ dev }) => dev?.[deciding] ?? 0));
  return (
    <details className="evaluations">
      <summary>{t('train.curves.evaluations', { n: rows.length })}</summary>
      <table className="train-table">
        <TableHead
          columns={[
            ...(['epoch', 'step', 'elapsed'] as const).map((name) => ({ number: t(`train.run.${name}`) })),
            ...metrics.map((metric) => ({ number: scoreName(metric) })),
          ]}
        />
        <tbody>
          {rows.map(({ step, epoch, seconds, dev }) => (
            <tr key={step} className={dev?.[deciding] === best ? 'is-best' : undefined}>
              <td className="number">{Number(epoch.toFixed(2))}</td>
              <td className="number">{formatCount(step)}</td>
              <td className="number">{formatElapsed(seconds)}</td>
              {metrics.map((metric) => (
                <td key={metric} className="number">
                  {dev?.[metric] === undefined ? '–' : formatScore(dev[metric])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
