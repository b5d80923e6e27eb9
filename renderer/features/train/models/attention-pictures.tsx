import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttendedEntity, AttentionReport } from '../../../../shared/domain/probe.ts';
import { formatScore } from '../../../lib/format.ts';
import { heatColours } from '../../../lib/heat-map-colours.ts';
import { FONT_SANS, PALETTES } from '../../../lib/palette.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { useTheme } from '../../../ui/theme-context.ts';

/** Sizes in pixels. */
const CELL = 16;
const FONT = 12;
/** Room for the labels of an axis: the longest token, within limits. */
const labelRoom = (tokens: readonly string[]): number =>
  Math.min(100, 14 + Math.max(...tokens.map(({ length }) => length), 1) * 7);
/** Strengths that are told apart. */
const SHADES = 24;

interface HeatMapProps {
  readonly report: AttentionReport;
  readonly layer: number;
}

/** Attention of a layer: rows attend to columns, entities are boxed. */
export function HeatMap({ report: { tokens, heads, layers, entities }, layer }: HeatMapProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const [at, setAt] = useState<readonly [from: number, to: number]>();
  const matrix = layers[layer] ?? [];
  const label = labelRoom(tokens);
  const shades = useMemo(() => shadesOf(matrix, label), [matrix, label]);
  const size = label + tokens.length * CELL;
  const colours = PALETTES[theme];
  const told = at === undefined ? undefined : matrix[at[0]]?.[at[1]];
  return (
    <figure className="attention-picture">
      <figcaption className="muted fine tabular" role="status">
        {at === undefined || told === undefined
          ? t('train.attention.hover')
          : t('train.attention.cell', {
              from: tokens[at[0]],
              to: tokens[at[1]],
              value: formatScore(told),
              heads,
            })}
      </figcaption>
      <div className="attention-scroll">
        <svg
          data-testid="attention-heat-map"
          xmlns="http://www.w3.org/2000/svg"
          width={size}
          height={size}
          viewBox={`0 0 ${size} ${size}`}
          fontFamily={FONT_SANS}
          fontSize={FONT}
          role="img"
          aria-label={t('train.attention.heatMap', { layer: layer + 1 })}
          onPointerMove={({ nativeEvent: { offsetX, offsetY } }) =>
            setAt([Math.floor((offsetY - label) / CELL), Math.floor((offsetX - label) / CELL)])
          }
          onPointerLeave={() => setAt(undefined)}
        >
          <rect width={size} height={size} fill={colours.surface} />
          {shades.map(({ share, path }) => (
            <path key={share} d={path} fill={heatColours(share, 'right', theme).background} />
          ))}
          {tokens.map((token, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal tokens stand at several places
            <g key={i} fill={colours.text}>
              <text x={label - 6} y={label + (i + 0.75) * CELL} textAnchor="end">
                {token}
              </text>
              <ColumnLabel token={token} x={label + (i + 0.5) * CELL} y={label - 6} anchor="start" />
            </g>
          ))}
          {entities.map((entity) => (
            <EntityBox
              key={entity.from}
              entity={entity}
              label={label}
              size={size}
              colour={seriesStyle(1, theme).colour}
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

/** Boxes around an entity's row and column labels, and around its rows and columns. */
function EntityBox({
  entity: { from, to, name },
  label,
  size,
  colour,
}: {
  readonly entity: AttendedEntity;
  readonly label: number;
  readonly size: number;
  readonly colour: string;
}) {
  const [start, length] = [label + from * CELL, (to - from) * CELL];
  const box = { fill: 'none', stroke: colour };
  return (
    <g>
      <title>{name}</title>
      <rect x={1} y={start} width={size - 2} height={length} {...box} strokeWidth={0.75} />
      <rect x={start} y={1} width={length} height={size - 2} {...box} strokeWidth={0.75} />
      <rect x={start} y={start} width={length} height={length} {...box} strokeWidth={2} />
    </g>
  );
}

/** Returns the cells of each shade as one path, so that a picture of 128 tokens stays small. */
function shadesOf(
  matrix: AttentionReport['layers'][number],
  label: number,
): { share: number; path: string }[] {
  const most = Math.max(...matrix.flat(), Number.MIN_VALUE);
  const shades = Array.from({ length: SHADES }, (_, i) => ({ share: (i + 0.5) / SHADES, path: '' }));
  for (const [row, values] of matrix.entries())
    for (const [column, value] of values.entries()) {
      const shade = Math.min(SHADES - 1, Math.floor((value / most) * SHADES));
      shades[shade]!.path += `M${label + column * CELL} ${label + row * CELL}h${CELL}v${CELL}h-${CELL}z`;
    }
  return shades;
}

const CURVES = { least: 320, most: 1200, height: 200, left: 44, top: 12 } as const;

interface ColumnLabelProps {
  readonly token: string;
  readonly x: number;
  readonly y: number;
  /** End of the token that stands at `y`. */
  readonly anchor: 'start' | 'end';
}

/** Token above or below a column; longer ones than a character stand on end. */
function ColumnLabel({ token, x, y, anchor }: ColumnLabelProps) {
  return token.length === 1 ? (
    <text x={x} y={anchor === 'start' ? y : y + FONT - 2} textAnchor="middle">
      {token}
    </text>
  ) : (
    <text transform={`translate(${x + 4} ${y}) rotate(-90)`} textAnchor={anchor}>
      {token}
    </text>
  );
}

interface CurvesProps {
  readonly entity: AttendedEntity;
  /** Tokens that the curves run over. */
  readonly tokens: readonly string[];
  readonly layer: number;
}

/** Attention of an entity, of a synonym and of a random entity in its place to the other tokens. */
export function AttentionCurves({ entity: { name, curves }, tokens, layer }: CurvesProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const { left, top } = CURVES;
  const bottom = labelRoom(tokens);
  const height = CURVES.height + bottom;
  const width = Math.min(CURVES.most, Math.max(CURVES.least, left + 12 + tokens.length * CELL * 2));
  const colours = PALETTES[theme];
  const most = Math.max(...curves.flatMap(({ layers }) => layers[layer] ?? []), Number.MIN_VALUE);
  const step = Math.min(CELL * 2, (width - left - 12) / Math.max(1, tokens.length));
  const x = (i: number) => left + (i + 0.5) * step;
  const y = (value: number) => top + (1 - value / most) * (height - top - bottom);
  return (
    <figure className="attention-picture">
      <figcaption className="row wrap">
        {curves.map((curve, i) => (
          <span key={curve.kind} className="row attention-legend" data-testid="attention-curve">
            <svg width="28" height="8" aria-hidden="true">
              <Line points="0,4 28,4" index={i} />
            </svg>
            {t(`train.attention.kind.${curve.kind}`)} {curve.name}
            <span className="muted tabular">
              {curve.kind !== 'own' &&
                t('train.attention.similarity', { value: formatScore(curve.similarity[layer] ?? 0) })}
            </span>
          </span>
        ))}
      </figcaption>
      <div className="attention-scroll">
        <svg
          data-testid="attention-curves"
          xmlns="http://www.w3.org/2000/svg"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          fontFamily={FONT_SANS}
          fontSize={FONT}
          role="img"
          aria-label={t('train.attention.curvesOf', { name, layer: layer + 1 })}
        >
          <rect width={width} height={height} fill={colours.surface} />
          {[0, most / 2, most].map((value) => (
            <g key={value} fill={colours.muted}>
              <line x1={left} x2={width - 8} y1={y(value)} y2={y(value)} stroke={colours.border} />
              <text x={left - 6} y={y(value) + 4} textAnchor="end">
                {value.toPrecision(2)}
              </text>
            </g>
          ))}
          {curves.map(({ kind, layers }, i) => (
            <Line
              key={kind}
              index={i}
              points={(layers[layer] ?? []).map((value, token) => `${x(token)},${y(value)}`).join(' ')}
            />
          ))}
          {tokens.map((token, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal tokens stand at several places
            <g key={i} fill={colours.text}>
              <ColumnLabel token={token} x={x(i)} y={height - bottom + 8} anchor="end" />
            </g>
          ))}
        </svg>
      </div>
    </figure>
  );
}

const DASHES = { solid: undefined, dashed: '6 4', dotted: '2 3' } as const;

function Line({ points, index }: { readonly points: string; readonly index: number }) {
  const { colour, dash } = seriesStyle(index, useTheme());
  return (
    <polyline points={points} fill="none" stroke={colour} strokeWidth={2} strokeDasharray={DASHES[dash]} />
  );
}
