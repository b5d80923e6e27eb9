import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunDetail, RunPoint } from '../../../../shared/domain/training.ts';
import { useAllPoints } from '../../../api/training.ts';
import { type CurveAxis, curveOf, smooth } from '../../../lib/curves.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { type Curve, curveOption } from '../../../ui/curve-option.ts';
import { useTheme } from '../../../ui/theme-context.ts';
import { ChartSection } from '../chart-section.tsx';
import { bestMetric } from '../dev-scores.ts';
import { CurveTools, DEFAULT_SMOOTHING, formatRate, useAxis } from '../runs/curve-tools.tsx';
import { useScoreName } from '../use-score-name.ts';

const QUANTITIES = {
  loss: (point: RunPoint) => point.loss,
  dev: (point: RunPoint, { settings }: RunDetail) => point.dev?.[bestMetric(settings)],
  rate: (point: RunPoint) => point.learningRate,
  speed: (point: RunPoint) => point.tokensPerSecond,
} as const;
type Quantity = keyof typeof QUANTITIES;

const FORMATS: Readonly<Record<Quantity, (y: number) => string>> = {
  loss: (y) => String(Number(y.toPrecision(3))),
  dev: formatScore,
  rate: formatRate,
  speed: formatCount,
};

/** Draws one quantity of every run in one picture; the lines are named above. */
export function CompareCurves({ runs }: { readonly runs: readonly RunDetail[] }) {
  const { t } = useTranslation();
  const theme = useTheme();
  const [axis, setAxis] = useState<CurveAxis>('epoch');
  const [smoothing, setSmoothing] = useState(DEFAULT_SMOOTHING);
  const { axisName, formatX } = useAxis(axis);
  const scoreName = useScoreName();
  const answers = useAllPoints(runs.map(({ id }) => id));
  const points = answers.map(({ data }) => data);
  const option = (quantity: Quantity) =>
    curveOption({
      theme,
      axisName,
      formatX,
      end: Math.max(0, ...points.map((curve) => curve?.at(-1)?.[axis] ?? 0)),
      formatY: FORMATS[quantity],
      legend: false,
      curves: runs.map((run, index): Curve => {
        const { name, id } = run;
        const places = curveOf(points[index] ?? [], axis, (point) => QUANTITIES[quantity](point, run));
        return {
          name: runs.some((other) => other.id !== id && other.name === name) ? `${name} #${id}` : name,
          places:
            (quantity === 'loss' || quantity === 'speed') && smoothing > 0
              ? smooth(places, smoothing)
              : places,
          style: seriesStyle(index, theme),
          dotted: quantity === 'dev',
        };
      }),
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points are compared one by one
  const options = useMemo(
    () => ({ dev: option('dev'), loss: option('loss'), rate: option('rate'), speed: option('speed') }),
    [
      runs.map(({ id, name }) => `${id} ${name}`).join('\n'),
      ...points,
      axis,
      smoothing,
      theme,
      axisName,
      formatX,
    ],
  );
  const deciding = [...new Set(runs.map(({ settings }) => scoreName(bestMetric(settings))))];
  const onlyTaggers = runs.every(({ settings }) => settings.task === 'ner');
  const devName = onlyTaggers ? t('train.curves.devF1') : t('texts.devOf', { score: deciding.join(' / ') });
  const label = (name: string): string => `${name}: ${runs.map((run) => run.name).join(', ')}`;
  return (
    <div className="curves" data-testid="compare-curves">
      <CurveTools axis={axis} smoothing={smoothing} onAxis={setAxis} onSmoothing={setSmoothing} />
      <div className="chart-grid">
        <ChartSection
          title={devName}
          option={options.dev}
          height={280}
          label={label(devName)}
          testId="compare-dev"
        />
        {(['loss', 'rate', 'speed'] as const).map((quantity) => {
          const title = t(`train.curves.${quantity}`);
          return (
            <ChartSection
              key={quantity}
              title={title}
              option={options[quantity]}
              height={quantity === 'loss' ? 280 : 160}
              label={label(title)}
            />
          );
        })}
      </div>
    </div>
  );
}
