import { Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExperimentDetail } from '../../../../shared/domain/experiment.ts';
import type { RunPoint } from '../../../../shared/domain/training.ts';
import { experimentTable } from '../../../../shared/experiment-table.ts';
import { useAllPoints } from '../../../api/training.ts';
import { curveOf, smooth } from '../../../lib/curves.ts';
import { formatScore } from '../../../lib/format.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { curveOption } from '../../../ui/curve-option.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTheme } from '../../../ui/theme-context.ts';
import { ChartSection } from '../chart-section.tsx';
import { LineSample } from '../compare/run-headings.tsx';
import { bestPerChoice } from './grid-best.ts';

const QUANTITIES = {
  dev: (point: RunPoint) => point.dev?.f1 ?? point.dev?.microF1,
  devLoss: (point: RunPoint) => point.dev?.loss,
  loss: (point: RunPoint) => point.loss,
} as const;
type Quantity = keyof typeof QUANTITIES;
const ORDER = ['dev', 'devLoss', 'loss'] as const;
/** The dev score of pre-training follows from its dev loss. */
const WITHOUT_SCORE = ORDER.slice(1);
const SMOOTHING = 0.8;
const threeDigits = (y: number): string => String(Number(y.toPrecision(3)));

/** Draws for each choice of an axis, such as each embedding, the curves of its best pipeline. */
export function GridCurves({ experiment: { plan, cells } }: { readonly experiment: ExperimentDetail }) {
  const { t } = useTranslation();
  const theme = useTheme();
  const [axis, setAxis] = useState(0);
  const id = useId();
  const best = useMemo(() => bestPerChoice(experimentTable(plan, cells), axis), [plan, cells, axis]);
  const points = useAllPoints(best.map(({ run }) => run)).map(({ data }) => data);
  const names = best.map(({ names: own }) => own.join(' + '));
  const axisName = t('train.axis.epoch');
  const option = (quantity: Quantity) =>
    curveOption({
      theme,
      axisName,
      formatX: (x) => String(Number(x.toFixed(2))),
      formatY: quantity === 'dev' ? formatScore : threeDigits,
      end: Math.max(0, ...points.map((curve) => curve?.at(-1)?.epoch ?? 0)),
      legend: false,
      curves: best.map((_, i) => {
        const places = curveOf(points[i] ?? [], 'epoch', QUANTITIES[quantity]);
        return {
          name: names[i]!,
          places: quantity === 'loss' ? smooth(places, SMOOTHING) : places,
          style: seriesStyle(i, theme),
          dotted: quantity !== 'loss',
        };
      }),
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points are compared one by one
  const options = useMemo(
    () => ({ dev: option('dev'), devLoss: option('devLoss'), loss: option('loss') }),
    [names.join('\n'), ...points, theme, axisName],
  );
  if (best.length === 0) return <EmptyState text={t('grid.curves.none')} />;
  return (
    <div className="curves" data-testid="grid-curves">
      <div className="curve-tools">
        <span id={id}>{t('grid.curves.of')}</span>
        <Select
          value={axis}
          aria-labelledby={id}
          popupMatchSelectWidth={false}
          options={plan.axes.map(({ name }, value) => ({ value, label: name }))}
          onChange={setAxis}
        />
      </div>
      <ul className="compared grid-compared wrap">
        {best.map(({ run, f1, seed }, i) => (
          <li key={run}>
            <LineSample index={i} />
            <span>{names[i]}</span>
            <span className="muted">{t('grid.seedValue', { seed, value: (100 * f1).toFixed(2) })}</span>
          </li>
        ))}
      </ul>
      <div className="chart-grid">
        {(plan.task === 'pretrain' ? WITHOUT_SCORE : ORDER).map((quantity) => (
          <ChartSection
            key={quantity}
            title={t(`grid.curves.${quantity}`)}
            option={options[quantity]}
            height={quantity === 'dev' ? 280 : 220}
            label={`${t(`grid.curves.${quantity}`)}: ${names.join(', ')}`}
            testId={`grid-chart-${quantity}`}
          />
        ))}
      </div>
    </div>
  );
}
