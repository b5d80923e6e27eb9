/** Renders a confusion matrix as HTML: cells coloured by their share of the row's largest. */
import { escapeHtml } from './html-report.ts';

export interface ConfusionCounts {
  readonly labels: readonly string[];
  /** Rows gold, columns predicted. */
  readonly counts: readonly (readonly number[])[];
}

export function confusionTable({ labels, counts }: ConfusionCounts): string {
  const header = labels.map((label) => `<th>${escapeHtml(label)}</th>`).join('');
  const rows = counts.map((row, gold) => {
    const most = Math.max(1, ...row);
    const cells = row.map((count, predicted) => {
      const colour = predicted === gold ? '0,158,115' : '213,94,0';
      return `<td style="background:rgba(${colour},${(0.45 * (count / most)).toFixed(2)})">${count}</td>`;
    });
    return `<tr><th>${escapeHtml(labels[gold] ?? '')}</th>${cells.join('')}</tr>`;
  });
  return `<div class="scroll"><table class="confusion"><tr><th></th>${header}</tr>${rows.join('')}</table></div>`;
}
