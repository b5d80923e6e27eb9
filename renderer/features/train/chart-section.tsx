import type { EChartsOption } from 'echarts';
import { LineChart } from '../../ui/line-chart.tsx';

interface ChartSectionProps {
  readonly title: string;
  readonly option: EChartsOption;
  /** Pixels. */
  readonly height: number;
  /** Description for screen readers; the title by default. */
  readonly label?: string;
  readonly testId?: string;
}

/** A chart under its title, in a `chart-grid`. */
export function ChartSection({ title, label = title, ...chart }: ChartSectionProps) {
  return (
    <section>
      <h3>{title}</h3>
      <LineChart {...chart} label={label} />
    </section>
  );
}
