/** The scores of a classifier as HTML, a part of a run's report. */
import type { ClassificationReport } from '../../shared/domain/classification.ts';
import type { Score } from '../../shared/domain/score.ts';
import { escapeHtml } from './html-report.ts';

export function classification(report: ClassificationReport): string {
  const { dataSet, accuracy, micro, macro, perLabel, hitAt, ece, eceRaw } = report;
  const labels = Object.entries(perLabel)
    .sort(([, a], [, b]) => b.support - a.support)
    .map(([label, score]) => scoreRow(label, score));
  const hits = Object.entries(hitAt).map(([k, share]) => `hit@${k} ${share.toFixed(4)}`);
  const note = fittedNote(report);
  return `<h2>得分 Scores on ${escapeHtml(dataSet)}</h2>
<p>准确率 accuracy ${accuracy.toFixed(4)} · ${hits.join(' · ')} · ECE ${ece.toFixed(4)} (校准前 before calibration ${eceRaw.toFixed(4)})<span class="muted">${note}</span></p>
${abstention(report)}
<table><tr><th>标签 label</th><th>精确率 P</th><th>召回率 R</th><th>F1</th><th>数量 support</th></tr>
${scoreRow('微平均 micro', micro)}${scoreRow('宏平均 macro', macro)}${labels.join('')}</table>
<h2>可靠性 Reliability</h2>${reliability(report)}`;
}

function fittedNote({ fittedHere, folds }: ClassificationReport): string {
  if (fittedHere)
    return ' · 校准与阈值在此集上拟合，得分略偏高 calibration and thresholds were fitted on these texts';
  return folds === undefined ? '' : ` · ${folds} 折交叉拟合 calibration and thresholds fitted on other folds`;
}

function abstention({ abstention: found }: ClassificationReport): string {
  if (found === undefined) return '';
  const { threshold, precision, coverage, wanted } = found;
  return threshold === null
    ? `<p>弃权 Abstention: 未达到要求的精确率 the wanted precision ${wanted.toFixed(2)} is never reached</p>`
    : `<p>弃权 Abstention below ${threshold.toFixed(4)} · 覆盖率 coverage ${coverage.toFixed(4)} · 精确率 precision ${precision.toFixed(4)}</p>`;
}

function scoreRow(name: string, { precision, recall, f1, support }: Score): string {
  const cells = [precision, recall, f1].map((value) => `<td>${value.toFixed(4)}</td>`).join('');
  return `<tr><td>${escapeHtml(name)}</td>${cells}<td>${support}</td></tr>`;
}

function reliability({ reliability: bins }: ClassificationReport): string {
  const rows = bins
    .filter(({ count }) => count > 0)
    .map(
      ({ from, to, count, confidence, accuracy }) =>
        `<tr><td>${from.toFixed(2)}–${to.toFixed(2)}</td><td>${count}</td><td>${confidence.toFixed(4)}</td><td>${accuracy.toFixed(4)}</td></tr>`,
    );
  return `<table><tr><th>置信度区间 confidence</th><th>数量 count</th><th>平均置信度 mean</th><th>正确率 right</th></tr>${rows.join('')}</table>`;
}
