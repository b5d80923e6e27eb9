import type { EChartsOption } from 'echarts';
import { useEffect, useRef } from 'react';
import { type ECharts, init } from './chart.ts';

interface LineChartProps {
  readonly option: EChartsOption;
  readonly height: number;
  /** Description for screen readers. */
  readonly label: string;
  readonly testId?: string;
}

/** A picture that stays while its curves grow. */
export function LineChart({ option, height, label, testId }: LineChartProps) {
  const node = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  useEffect(() => {
    if (node.current === null) return;
    const made = init(node.current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(node.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    // Series that went away must go, but the pointer's tooltip stays where it is.
    chart.current?.setOption(option, { replaceMerge: ['series'], lazyUpdate: true });
  }, [option]);
  return (
    <div
      ref={node}
      className="line-chart"
      role="img"
      aria-label={label}
      data-testid={testId}
      style={{ height }}
    />
  );
}
