import { useEffect, useRef } from 'react';
import { type ECharts, init } from './vectors-chart.ts';
import { type Corner, isInside } from './vectors-points.ts';
import { baseOption, type Marks, markSeries, numberIn, type ScatterParts } from './vectors-scatter-option.ts';

interface ScatterProps {
  readonly parts: ScatterParts;
  readonly marks: Marks;
  readonly lasso: boolean;
  /** Raising it shows all points again. */
  readonly resets: number;
  readonly label: string;
  readonly onPick: (point: number) => void;
  /** Points inside the lasso; empty when it was taken away. */
  readonly onSelect: (points: readonly number[]) => void;
}

/** The picture: wheel and drag move it, a click picks a word, the lasso many. */
export function VectorScatter({ parts, marks, lasso, resets, label, onPick, onSelect }: ScatterProps) {
  const node = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const heard = useRef({ onPick, onSelect, parts, marks });
  heard.current = { onPick, onSelect, parts, marks };
  useEffect(() => {
    if (node.current === null) return;
    const made = init(node.current);
    chart.current = made;
    made.on('click', ({ data }) => {
      const point = numberIn(data);
      if (point !== undefined) heard.current.onPick(point);
    });
    made.on('brushEnd', (event) => heard.current.onSelect(inside(made, event, heard.current.parts)));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(node.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    const option = baseOption(parts);
    const base = Array.isArray(option.series) ? option.series : [];
    const series = [...base, ...markSeries(parts, heard.current.marks)];
    chart.current?.setOption({ ...option, series }, { replaceMerge: ['series'] });
  }, [parts]);
  useEffect(() => {
    chart.current?.setOption({ series: markSeries(heard.current.parts, marks) });
  }, [marks]);
  useEffect(() => {
    chart.current?.dispatchAction({
      type: 'takeGlobalCursor',
      key: 'brush',
      brushOption: { brushType: lasso ? 'polygon' : false, brushMode: 'single' },
    });
    if (!lasso) chart.current?.dispatchAction({ type: 'brush', areas: [] });
  }, [lasso]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a number that asks for it
  useEffect(() => {
    for (const dataZoomIndex of [0, 1])
      chart.current?.dispatchAction({ type: 'dataZoom', dataZoomIndex, start: 0, end: 100 });
  }, [resets, parts.points]);
  return (
    <div
      ref={node}
      className="vector-scatter"
      role="img"
      aria-label={label}
      data-testid="vector-scatter"
      data-points={parts.points.tokens.length}
    />
  );
}

/** The points inside the lasso's polygon, hidden types left out. */
function inside(chart: ECharts, event: unknown, { points, groups, hidden }: ScatterParts): number[] {
  const corners = cornersOf(event);
  if (corners.length < 3) return [];
  return groups
    .filter(({ type }) => !hidden.has(type))
    .flatMap(({ points: members }) =>
      members.filter((point) => {
        const place = chart.convertToPixel({ gridIndex: 0 }, [points.x[point]!, points.y[point]!]);
        return Array.isArray(place) && isInside([place[0]!, place[1]!], corners);
      }),
    )
    .sort((a, b) => a - b);
}

/** Area of a `brushEnd` event, in pixels. */
function cornersOf(event: unknown): Corner[] {
  if (typeof event !== 'object' || event === null || !('areas' in event) || !Array.isArray(event.areas))
    return [];
  const range: unknown = event.areas[0]?.range;
  if (!Array.isArray(range)) return [];
  return range.flatMap((corner: unknown): Corner[] =>
    Array.isArray(corner) && typeof corner[0] === 'number' && typeof corner[1] === 'number'
      ? [[corner[0], corner[1]]]
      : [],
  );
}
