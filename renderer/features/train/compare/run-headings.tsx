import type { RunDetail } from '../../../../shared/domain/training.ts';
import { seriesStyle } from '../../../lib/series-style.ts';
import { useTheme } from '../../../ui/theme-context.ts';

interface RunHeadingsProps {
  readonly runs: readonly RunDetail[];
  readonly corner: string;
}

/** Headings of a table with one column a run. */
export function RunHeadings({ runs, corner }: RunHeadingsProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{corner}</th>
        {runs.map(({ id, name }, index) => (
          <th key={id} scope="col">
            <LineSample index={index} /> {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function LineSample({ index }: { readonly index: number }) {
  const { colour, dash } = seriesStyle(index, useTheme());
  return (
    <svg width={24} height={8} aria-hidden="true" className="line-sample">
      <line
        x1={0}
        x2={24}
        y1={4}
        y2={4}
        stroke={colour}
        strokeWidth={2}
        {...(dash === 'solid' ? {} : { strokeDasharray: dash === 'dashed' ? '6 4' : '2 3' })}
      />
    </svg>
  );
}
