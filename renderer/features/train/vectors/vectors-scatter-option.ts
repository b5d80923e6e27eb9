/** A picture of words as an ECharts option. */
import type { EChartsOption, ScatterSeriesOption } from 'echarts';
import { ENTITY_TYPES, type ThemeName } from '../../../../shared/appearance.ts';
import type { VectorPoints } from '../../../../shared/domain/vectors.ts';
import { FONT_SANS, PALETTES } from '../../../lib/palette.ts';
import { type PointType, type TypeGroup, typeOfPoint } from './vectors-points.ts';

export interface ScatterParts {
  readonly points: VectorPoints;
  readonly groups: readonly TypeGroup[];
  readonly hidden: ReadonlySet<PointType>;
  readonly theme: ThemeName;
  readonly typeName: (type: PointType) => string;
}

/** Points that stand out: each is drawn once more above the others, with its word. */
export interface Marks {
  readonly chosen: number | null;
  /** Neighbours of the chosen one. */
  readonly near: readonly number[];
  /** Words that hold what is being searched. */
  readonly found: readonly number[];
  /** Named while nothing else is. */
  readonly landmarks: readonly number[];
  readonly selected: readonly number[];
}

const MOST_NAMED = 80;
/** Returns the size of a point, smaller the more there are. */
const sizeOf = (count: number): number => (count > 2500 ? 4.5 : count > 800 ? 6 : 8);

export const colourOf = (type: PointType, theme: ThemeName): string =>
  type === 'none' ? (theme === 'light' ? '#9aa3ad' : '#5d656f') : ENTITY_TYPES[type].ink[theme];

/** Types that share a hue and a shape elsewhere are told apart by shape here. */
const OWN_SYMBOLS: Partial<Record<PointType, string>> = { treatment: 'arrow', cause: 'pin' };
export const symbolOf = (type: PointType): string =>
  OWN_SYMBOLS[type] ?? (type === 'none' ? 'circle' : ENTITY_TYPES[type].symbol);

export function baseOption(parts: ScatterParts): EChartsOption {
  const { points, groups, hidden, theme } = parts;
  const colours = PALETTES[theme];
  const axis = {
    type: 'value' as const,
    scale: true,
    axisLabel: { show: false },
    axisTick: { show: false },
    axisLine: { show: false },
    splitLine: { lineStyle: { color: colours.border, opacity: 0.5 } },
  };
  return {
    animation: false,
    textStyle: { fontFamily: FONT_SANS },
    grid: { left: 8, right: 8, top: 8, bottom: 8, outerBoundsMode: 'none' },
    tooltip: {
      trigger: 'item',
      transitionDuration: 0,
      confine: true,
      backgroundColor: colours.raised,
      borderColor: colours.border,
      padding: [4, 8],
      textStyle: { color: colours.text, fontSize: 12 },
      renderMode: 'richText', // words are data: never markup
      formatter: (shown) => {
        const point = pointOf(Array.isArray(shown) ? shown[0]?.data : shown.data);
        if (point === undefined) return '';
        return `${points.tokens[point]}  ${parts.typeName(typeOfPoint(points, point))}`;
      },
    },
    brush: {
      toolbox: [],
      brushMode: 'single',
      throttleType: 'debounce',
      throttleDelay: 80,
      outOfBrush: { colorAlpha: 1 },
      brushStyle: { borderWidth: 1.5, color: `${colours.accent}26`, borderColor: colours.accent },
    },
    dataZoom: [
      { type: 'inside', xAxisIndex: 0, filterMode: 'none', minSpan: 1 },
      { type: 'inside', yAxisIndex: 0, filterMode: 'none', minSpan: 1 },
    ],
    xAxis: axis,
    yAxis: axis,
    series: groups.map(
      ({ type, points: members }): ScatterSeriesOption => ({
        id: `type-${type}`,
        type: 'scatter',
        z: type === 'none' ? 1 : 2,
        data: hidden.has(type) ? [] : members.map((point) => placeOf(points, point)),
        symbol: symbolOf(type),
        symbolSize: sizeOf(points.tokens.length),
        itemStyle: { color: colourOf(type, theme), opacity: type === 'none' ? 0.45 : 0.8 },
        emphasis: { disabled: true },
        large: true, // one path for all points, so that thousands move at once
        largeThreshold: 400,
        progressive: 0,
        cursor: 'pointer',
      }),
    ),
  };
}

/** A point's place, and its number for those who click it. */
const placeOf = ({ x, y }: VectorPoints, point: number): [number, number, number] => [
  x[point]!,
  y[point]!,
  point,
];

/** The number of the point that a piece of ECharts' data stands for. */
function pointOf(data: unknown): number | undefined {
  const value: unknown = Array.isArray(data) ? data[2] : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** The series of what stands out, to be merged into the picture. */
export function markSeries(
  { points, hidden, theme }: ScatterParts,
  { chosen, near, found, landmarks, selected }: Marks,
): ScatterSeriesOption[] {
  const colours = PALETTES[theme];
  const size = sizeOf(points.tokens.length);
  const shown = (list: readonly number[]) => list.filter((point) => !hidden.has(typeOfPoint(points, point)));
  const quiet = chosen === null && found.length === 0;
  const common = {
    type: 'scatter',
    progressive: 0,
    silent: false,
    cursor: 'pointer',
    emphasis: { disabled: true },
  } as const;
  const coloured = (list: readonly number[]) =>
    list.map((point) => ({
      value: placeOf(points, point),
      symbol: symbolOf(typeOfPoint(points, point)),
      itemStyle: { color: colourOf(typeOfPoint(points, point), theme) },
    }));
  const label = (weight: 400 | 600) => ({
    show: true,
    position: 'right' as const,
    distance: 4,
    color: colours.text,
    fontSize: 12,
    fontWeight: weight,
    textBorderColor: colours.surface,
    textBorderWidth: 3,
    formatter: ({ data }: { data?: unknown }) => points.tokens[numberIn(data) ?? -1] ?? '',
  });
  return [
    {
      ...common,
      id: 'selected',
      z: 3,
      data: coloured(shown(selected)),
      symbolSize: size + 1.5,
      itemStyle: { borderColor: colours.text, borderWidth: 0.75, opacity: 1 },
    },
    {
      ...common,
      id: 'landmarks',
      z: 4,
      silent: true,
      data: quiet ? coloured(shown(landmarks)) : [],
      symbolSize: size,
      label: label(400),
      labelLayout: { hideOverlap: true },
    },
    {
      ...common,
      id: 'found',
      z: 5,
      data: coloured(shown(found).slice(0, MOST_NAMED)),
      symbolSize: size + 4,
      itemStyle: { borderColor: colours.text, borderWidth: 1, opacity: 1 },
      label: label(400),
      labelLayout: { hideOverlap: true },
    },
    {
      ...common,
      id: 'near',
      z: 6,
      data: coloured(near),
      symbolSize: size + 4,
      itemStyle: { borderColor: colours.text, borderWidth: 1, opacity: 1 },
      label: label(400),
      labelLayout: { hideOverlap: true },
    },
    {
      ...common,
      id: 'chosen',
      z: 7,
      data: chosen === null ? [] : coloured([chosen]),
      symbolSize: size + 9,
      itemStyle: { borderColor: colours.accent, borderWidth: 2.5, opacity: 1 },
      label: { ...label(600), fontSize: 14 },
      labelLayout: { hideOverlap: true }, // the largest symbol's comes first
    },
  ];
}

/** The number of a point whose data may stand in an object of its own. */
export function numberIn(data: unknown): number | undefined {
  if (typeof data === 'object' && data !== null && 'value' in data) return pointOf(data.value);
  return pointOf(data);
}
