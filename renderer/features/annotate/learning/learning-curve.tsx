import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LearningRound } from '../../../../shared/domain/learning.ts';
import { formatScore } from '../../../lib/format.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { curveOption } from '../../../ui/curve-option.ts';
import { LineChart } from '../../../ui/line-chart.tsx';
import { useTheme } from '../../../ui/theme-context.ts';
import { learningCurves } from './learning-rounds.ts';

/** F1 of each round's model, and of the one before it on the same documents. */
export function LearningCurve({ rounds }: { readonly rounds: readonly LearningRound[] }) {
  const { t } = useTranslation();
  const theme = useTheme();
  const option = useMemo(() => {
    const { fresh, before } = learningCurves(rounds);
    return curveOption({
      theme,
      axisName: t('learning.axis'),
      formatX: String,
      formatY: formatScore,
      end: Math.max(0, ...fresh.map(([documents]) => documents)),
      top: 1,
      legend: true,
      curves: [
        { name: t('learning.curveNew'), places: fresh, style: seriesStyle(0, theme), dotted: true },
        { name: t('learning.curveOld'), places: before, style: seriesStyle(1, theme), dotted: true },
      ],
    });
  }, [rounds, theme, t]);
  return <LineChart option={option} height={220} label={t('learning.curve')} testId="learning-curve" />;
}
