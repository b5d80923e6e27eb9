import { Segmented, Slider } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurveAxis } from '../../../lib/curves.ts';
import { formatElapsed, formatLarge } from '../../../lib/format.ts';

export const DEFAULT_SMOOTHING = 0.9;

/** 2e-3, 1.5e-5: learning rates. */
export const formatRate = (rate: number): string =>
  rate === 0 ? '0' : rate.toExponential(1).replace('.0e', 'e');

/** Name and numbers of the horizontal axis. */
export function useAxis(axis: CurveAxis): { axisName: string; formatX: (x: number) => string } {
  const { t } = useTranslation();
  const formatX = useCallback(
    (x: number): string => {
      if (axis === 'seconds') return formatElapsed(x);
      return axis === 'epoch' ? String(Number(x.toFixed(2))) : formatLarge(Math.round(x));
    },
    [axis],
  );
  return { axisName: t(`train.axis.${axis}`), formatX };
}

interface CurveToolsProps {
  readonly axis: CurveAxis;
  readonly smoothing: number;
  readonly onAxis: (axis: CurveAxis) => void;
  readonly onSmoothing: (weight: number) => void;
}

/** Chooses the horizontal axis and the smoothing of the loss. */
export function CurveTools({ axis, smoothing, onAxis, onSmoothing }: CurveToolsProps) {
  const { t } = useTranslation();
  return (
    <div className="curve-tools">
      <Segmented<CurveAxis>
        value={axis}
        aria-label={t('train.curves.axis')}
        options={(['step', 'epoch', 'seconds'] as const).map((value) => ({
          value,
          label: t(`train.axis.${value}`),
        }))}
        onChange={onAxis}
      />
      <span id="smoothing-label">{t('train.curves.smoothing')}</span>
      <Slider
        min={0}
        max={0.99}
        step={0.01}
        value={smoothing}
        ariaLabelledByForHandle="smoothing-label"
        onChange={onSmoothing}
      />
      <span className="count">{smoothing.toFixed(2)}</span>
    </div>
  );
}
