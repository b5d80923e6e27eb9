/** Curves as an ECharts option. */
import type { EChartsOption } from 'echarts';
import type { ThemeName } from '../../shared/appearance.ts';
import { downsample, type Place } from '../lib/curves.ts';
import { FONT_SANS, PALETTES } from '../lib/palette.ts';
import type { SeriesStyle } from '../lib/series-style.ts';

export interface Curve {
  readonly name: string;
  readonly places: readonly Place[];
  readonly style: SeriesStyle;
  /** Drawn thin and pale, as the unsmoothed curve behind its smoothed one; without a place in the legend. */
  readonly faint?: boolean;
  /** Its points are few and stand each for something. */
  readonly dotted?: boolean;
}

export interface CurveParts {
  readonly curves: readonly Curve[];
  readonly theme: ThemeName;
  readonly axisName: string;
  readonly formatX: (x: number) => string;
  readonly formatY: (y: number) => string;
  readonly legend: boolean;
  /** End of the horizontal axis, so that pictures side by side can be compared. */
  readonly end: number;
  /** Places of the horizontal axis with a mark, of which the first and last have labels; absent: round numbers. */
  readonly ticks?: readonly number[];
  /** End of the vertical axis, for shares of 1; absent: the end of the curves. */
  readonly top?: number;
}

/** More points than this on a screen only cost time. */
const MOST_POINTS = 2000;

export function curveOption({
  curves,
  theme,
  axisName,
  formatX,
  formatY,
  legend,
  end,
  ticks,
  top,
}: CurveParts): EChartsOption {
  const colours = PALETTES[theme];
  const label = { color: colours.muted, fontSize: 12 };
  const rule = { show: true, lineStyle: { color: colours.border } };
  return {
    animation: false,
    textStyle: { fontFamily: FONT_SANS },
    grid: { left: 56, right: 20, top: legend ? 32 : 12, bottom: 40, outerBoundsMode: 'none' },
    legend: {
      show: legend,
      top: 0,
      right: 16,
      itemWidth: 24,
      itemHeight: 8,
      textStyle: { color: colours.text, fontSize: 12 },
      inactiveColor: colours.rim,
      data: curves.filter(({ faint }) => faint !== true).map(({ name }) => name),
    },
    tooltip: {
      trigger: 'axis',
      transitionDuration: 0,
      backgroundColor: colours.raised,
      borderColor: colours.border,
      textStyle: { color: colours.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: colours.rim }, label: { show: false } },
      valueFormatter: (value) => (typeof value === 'number' ? formatY(value) : '–'),
    },
    xAxis: {
      type: 'value',
      name: axisName,
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: label,
      min: 0,
      max: end,
      axisLabel: {
        ...label,
        formatter: formatX,
        hideOverlap: true,
        showMaxLabel: true,
        ...(ticks && {
          customValues: [...new Set([...ticks.slice(0, 1), ...ticks.slice(-1)])],
          alignMinLabel: 'left',
          alignMaxLabel: 'right',
        }),
      },
      ...(ticks && { axisTick: { customValues: [...ticks] } }),
      axisPointer: { label: { formatter: ({ value }) => formatX(Number(value)) } },
      axisLine: { lineStyle: { color: colours.rim } },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...(top === undefined ? {} : { max: top }),
      scale: true,
      splitNumber: 4,
      axisLabel: { ...label, formatter: formatY },
      splitLine: rule,
    },
    series: curves.map(({ name, places, style, faint, dotted }) => ({
      type: 'line',
      name,
      data: downsample(places, MOST_POINTS).map(([x, y]) => [x, y]),
      showSymbol: dotted === true || places.length === 1,
      symbol: 'circle',
      symbolSize: dotted === true ? 5 : 4,
      silent: faint === true,
      z: faint === true ? 1 : 2,
      tooltip: { show: faint !== true },
      itemStyle: { color: style.colour },
      lineStyle: {
        color: style.colour,
        type: style.dash,
        width: faint === true ? 1 : 1.75,
        opacity: faint === true ? 0.35 : 1,
      },
      emphasis: { disabled: true },
    })),
  };
}
