import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useTheme } from '../../../ui/theme-context.ts';
import type { PointType, TypeGroup } from './vectors-points.ts';
import { colourOf, symbolOf } from './vectors-scatter-option.ts';

interface VectorsLegendProps {
  readonly groups: readonly TypeGroup[];
  readonly hidden: ReadonlySet<PointType>;
  readonly onHidden: (hidden: ReadonlySet<PointType>) => void;
  /** Notes on the picture. */
  readonly children: ReactNode;
}

/** The types that the picture shows; a click hides one or brings it back. */
export function VectorsLegend({ groups, hidden, onHidden, children }: VectorsLegendProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const toggle = (type: PointType): void => {
    const next = new Set(hidden);
    if (!next.delete(type)) next.add(type);
    onHidden(next);
  };
  const ordered = [
    ...groups.filter(({ type }) => type !== 'none'),
    ...groups.filter(({ type }) => type === 'none'),
  ];
  return (
    <footer className="vectors-legend">
      <ul aria-label={t('vectors.explore.legend')}>
        {ordered.map(({ type, points }) => (
          <li key={type}>
            <button
              type="button"
              aria-pressed={!hidden.has(type)}
              data-testid={`legend-${type}`}
              onClick={() => toggle(type)}
            >
              <Sign shape={symbolOf(type)} colour={colourOf(type, theme)} />
              {type === 'none' ? t('vectors.explore.none') : t(`type.${type}`)}
              <span className="count">{formatCount(points.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="muted" data-testid="vectors-caption">
        {children}
      </p>
    </footer>
  );
}

const SHAPES: Readonly<Record<string, string>> = {
  circle: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z',
  rect: 'M2 2h8v8h-8z',
  roundRect: 'M4 2h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2z',
  triangle: 'M6 1.5l5 9h-10z',
  arrow: 'M6 1l4.5 10l-4.5-2.5l-4.5 2.5z',
  pin: 'M6 11.5l-2.9-4.3a3.7 3.7 0 1 1 5.8 0z',
  diamond: 'M6 1l5 5l-5 5l-5-5z',
};

function Sign({ shape, colour }: { readonly shape: string; readonly colour: string }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d={SHAPES[shape] ?? SHAPES.circle} fill={colour} />
    </svg>
  );
}
