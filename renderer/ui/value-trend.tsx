import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasuredValue } from '../../shared/domain/value.ts';
import { useLanguage } from '../i18n/index.ts';
import { seriesStyle } from '../lib/series-style.ts';
import { trendOf } from '../lib/value-rows.ts';
import { curveOption } from './curve-option.ts';
import { LineChart } from './line-chart.tsx';
import { useTheme } from './theme-context.ts';

/** Arrow and word of an abnormal result. */
export function ValueMark({ value: { flag, critical, grade } }: { readonly value: MeasuredValue }) {
  const { t } = useTranslation();
  if (flag !== 'low' && flag !== 'high' && flag !== 'positive') return null;
  const arrow = flag === 'high' ? '▲' : flag === 'low' ? '▼' : '●';
  const words = [
    t(`values.flag.${flag}`),
    grade && t(`values.grade.${grade}`),
    critical && t('values.critical'),
  ];
  const label = words.filter(Boolean).join(', ');
  return (
    <span className={critical ? 'value-mark is-critical' : 'value-mark'} title={label}>
      <span aria-hidden="true">{arrow}</span>
      <span className="visually-hidden">{label}</span>
      {critical && <span aria-hidden="true">{t('values.criticalMark')}</span>}
    </span>
  );
}

interface TrendPictureProps {
  readonly values: readonly MeasuredValue[];
  readonly analyte: string;
  /** In pixels. */
  readonly height?: number;
}

/** The course of one analyte. */
export function TrendPicture({ values, analyte, height = 160 }: TrendPictureProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const theme = useTheme();
  const trend = useMemo(() => trendOf(values, analyte), [values, analyte]);
  if (trend === undefined) return null;
  const title = language === 'zh' ? trend.name : trend.en;
  const name = trend.unit === '' ? title : `${title} (${trend.unit})`;
  const option = curveOption({
    curves: [{ name, places: trend.places, style: seriesStyle(0, theme), dotted: true }],
    theme,
    axisName: name,
    formatX: (x) => trend.labels[trend.places.findIndex(([at]) => at === x)] ?? '',
    formatY: (y) => `${Number(y.toPrecision(4))}`,
    legend: false,
    end: trend.places.at(-1)?.[0] || 1,
    ticks: trend.places.map(([at]) => at),
  });
  return (
    <LineChart option={option} height={height} label={t('values.trend', { name })} testId="value-trend" />
  );
}
