/** The scores of a classifier as HTML, a part of a run's report. */
import type { ClassificationReport } from '../../shared/domain/classification.ts';
import type { Score } from '../../shared/domain/score.ts';
import { confusionTable } from './confusion-table.ts';
import { escapeHtml } from './html-report.ts';

/** Maximum number of listed errors; the JSON report has all stored ones. */
const MOST_ERRORS = 200;

/** @param weighting of rare labels in training */
export function classification(report: ClassificationReport, weighting?: string): string {
  const { dataSet, accuracy, micro, macro, perLabel, hitAt, ece, eceRaw, thresholds } = report;
  const cell = (label: string): string => {
    if (thresholds === undefined) return '';
    const threshold = Object.hasOwn(thresholds, label) ? thresholds[label]?.toFixed(4) : undefined;
    return `<td>${threshold ?? ''}</td>`;
  };
  const labels = Object.entries(perLabel)
    .sort(([, a], [, b]) => b.support - a.support)
    .map(([label, score]) => scoreRow(label, score, cell(label)));
  const hits = Object.entries(hitAt).map(([k, share]) => `hit@${k} ${share.toFixed(4)}`);
  const note = fittedNote(report);
  return `<h2>得分 Scores on ${escapeHtml(dataSet)}</h2>
<p>准确率 accuracy ${accuracy.toFixed(4)} · ${hits.join(' · ')} · ECE ${ece.toFixed(4)} (校准前 before calibration ${eceRaw.toFixed(4)})<span class="muted">${note}</span></p>
${weighting === undefined ? '' : `<p>标签加权 weighting of labels: ${escapeHtml(weighting)}</p>`}
${abstention(report)}
<table><tr><th>标签 label</th><th>精确率 P</th><th>召回率 R</th><th>F1</th><th>数量 support</th>${thresholds === undefined ? '' : '<th>阈值 threshold</th>'}</tr>
${scoreRow('微平均 micro', micro, cell(''))}${scoreRow('宏平均 macro', macro, cell(''))}${labels.join('')}</table>
<h2>可靠性 Reliability</h2>${reliability(report)}
${confusion(report)}
${errors(report)}`;
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

function confusion({ confusion: counts }: ClassificationReport): string {
  if (counts === undefined) return '';
  return `<h2>混淆矩阵 Confusion matrix</h2><p class="muted">行为标准，列为预测 rows: gold, columns: predicted</p>${confusionTable(counts)}`;
}

/** Lists numbers and labels without texts, which stay in the workspace. */
function errors({ errors: kept, errorCount }: ClassificationReport): string {
  if (errorCount === 0) return '';
  const names = (labels: readonly string[]): string => escapeHtml(labels.join('、'));
  const rows = kept.slice(0, MOST_ERRORS).map(({ document, gold, predicted, top }) => {
    const ranked = top.map(({ label, probability }) => `${label} ${probability.toFixed(3)}`);
    return `<tr><td>${document + 1}</td><td>${names(gold)}</td><td>${names(predicted)}</td><td>${names(ranked)}</td></tr>`;
  });
  return `<h2>错误 Errors ${errorCount}</h2><p class="muted">前 ${rows.length} 份 the first ${rows.length} texts</p>
<table class="errors"><tr><th>编号 No.</th><th>标准 gold</th><th>预测 predicted</th><th>概率 probabilities</th></tr>${rows.join('')}</table>`;
}

function scoreRow(name: string, { precision, recall, f1, support }: Score, more: string): string {
  const cells = [precision, recall, f1].map((value) => `<td>${value.toFixed(4)}</td>`).join('');
  return `<tr><td>${escapeHtml(name)}</td>${cells}<td>${support}</td>${more}</tr>`;
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
