/** Writes a self-contained HTML report of a training run. No script, no remote reference. */

import type { ClassificationReport } from '../../shared/domain/classification.ts';
import type { PretrainReport } from '../../shared/domain/pretraining.ts';
import type { NerReport, RunDetail, RunPoint, Score } from '../../shared/domain/training.ts';
import { words } from '../../shared/messages/words.ts';
import { errorLine } from '../../shared/result.ts';
import { confusionTable } from './confusion-table.ts';
import { escapeHtml } from './html-report.ts';
import { curves } from './run-curves.ts';

const STYLE = `body{font:14px/1.6 "Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;max-width:1180px;margin:24px auto;padding:0 16px;color:#1c2127}
h1{font-size:20px}h2{font-size:16px;border-top:1px solid #dde1e6;padding-top:16px;margin-top:28px}
table{border-collapse:collapse}th,td{padding:3px 10px;border-bottom:1px solid #e7eaee;text-align:right}th:first-child,td:first-child{text-align:left}
.muted{color:#545c66;font-size:12px}.warning{color:#7d5700}.error{color:#b3261e}code{font-size:12px;overflow-wrap:anywhere}
.curves{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0;width:560px;max-width:100%}figcaption{font-weight:600}
svg{width:100%;font-size:11px}svg text{fill:#545c66}svg .grid{stroke:#e7eaee}svg polyline{fill:none;stroke:#0a6570;stroke-width:1.5}svg circle{fill:#0a6570}
.confusion td{min-width:44px}.errors td,.errors th{text-align:left}.scroll{overflow-x:auto}
@media print{h2{break-after:avoid}table,figure{break-inside:avoid}}`;

/** Returns one page: state, curves, scores by type, confusion matrix, settings and data. */
export function runReportHtml(run: RunDetail, points: readonly RunPoint[], made: Date = new Date()): string {
  const title = escapeHtml(run.name);
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>Meridian 经络 ${title}</title><style>${STYLE}</style></head><body>
<h1>Meridian 经络 · 训练报告 Training report · ${title}</h1>
<p class="muted">${made.toISOString()} · 本文件未加密。This file is not encrypted.</p>
${overview(run)}
${remarks(run)}
<h2>曲线 Curves</h2><div class="curves">${curves(points) || '<p>没有数据点 no points</p>'}</div>
${reported(run)}
<h2>设置 Settings</h2>${table(Object.entries(run.settings).map(([name, value]) => [name, String(value)]))}
<h2>数据与版本 Data and versions</h2>${table([
    ['训练集 training set', `${run.train.name} (sha256 ${run.train.sha256})`],
    ['开发集 dev set', `${run.dev.name} (sha256 ${run.dev.sha256})`],
    ['配置哈希 hash of settings and data', run.configHash],
    ['Meridian', run.version],
  ])}
</body></html>
`;
}

function overview({ state, best, progress, executor, parameters, createdAt, endedAt }: RunDetail): string {
  const minutes = progress === undefined ? undefined : (progress.seconds / 60).toFixed(1);
  const rows: [string, string | number | undefined][] = [
    ['状态 state', state],
    [
      '最佳开发集得分 best dev score',
      best && `${best.score.toFixed(4)} (epoch ${best.epoch}, step ${best.step})`,
    ],
    ['步数 steps', progress && `${progress.step} / ${progress.totalSteps}`],
    ['训练分钟数 minutes of training', minutes],
    ['每秒词元 tokens a second', progress && Math.round(progress.tokensPerSecond)],
    ['内存 memory', progress && `${Math.round(progress.memoryBytes / 2 ** 20)} MB`],
    ['参数量 parameters', parameters],
    ['执行器 executor', executor],
    ['创建 created', createdAt],
    ['结束 ended', endedAt],
  ];
  return table(rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function remarks({ warnings, error }: RunDetail): string {
  const lines = warnings.map((warning) => `<li class="warning">${escapeHtml(words(warning, 'en'))}</li>`);
  if (error !== undefined) {
    lines.push(`<li class="error">${escapeHtml(errorLine(error, 'en'))}</li>`);
  }
  return lines.length === 0 ? '' : `<h2>注意 To know</h2><ul>${lines.join('')}</ul>`;
}

const weightingOf = (settings: RunDetail['settings']): string | undefined =>
  'weighting' in settings ? settings.weighting : undefined;

function reported({ report, settings }: RunDetail): string {
  if (report === undefined) return '';
  if (report.task === 'pretrain') return pretraining(report);
  return report.task === 'ner' ? scores(report) : classification(report, weightingOf(settings));
}

function scores({ scores: all, confusion, errorCounts, untaggable, dataSet }: NerReport): string {
  const { relaxed } = all;
  const rows = Object.entries(all.perType)
    .sort(([, a], [, b]) => b.support - a.support)
    .map(([type, score]) => scoreRow(type, score, relaxedCell(relaxed.perType[type])));
  const errors = Object.entries(errorCounts).map(([kind, count]) => `${kind} ${count}`);
  const left = Object.entries(untaggable).map(([reason, count]) => `${reason} ${count}`);
  return `<h2>得分 Scores on ${escapeHtml(dataSet)}</h2>
<table><tr><th>类型 type</th><th>精确率 P</th><th>召回率 R</th><th>F1</th><th>宽松 relaxed F1</th><th>数量 support</th></tr>
${scoreRow('全部 all', all, relaxedCell(relaxed))}${rows.join('')}</table>
<p class="muted">错误 errors: ${escapeHtml(errors.join(', ') || '0')}${left.length === 0 ? '' : ` · 无法标记 untaggable: ${escapeHtml(left.join(', '))}`}</p>
<h2>混淆矩阵 Confusion matrix</h2><p class="muted">行为标准，列为预测 rows: gold, columns: predicted</p>${confusionTable(confusion)}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    ([name = '', value = '']) =>
      `<tr><td>${escapeHtml(name)}</td><td><code>${escapeHtml(value)}</code></td></tr>`,
  );
  return `<table>${lines.join('')}</table>`;
}

/** Returns the report as data: the run, its scores, and all points of its curves. */
export function runReportJson(run: RunDetail, points: readonly RunPoint[]): string {
  return `${JSON.stringify({ run, points }, null, 2)}\n`;
}

/** Renders pre-training scores of an encoder. */
function pretraining(report: PretrainReport): string {
  const { dataSet, loss, perplexity, accuracy, guesses, pairLoss, pairAccuracy, corpus } = report;
  const rows: [string, string | number | undefined][] = [
    ['开发集损失 dev loss', loss.toFixed(4)],
    ['困惑度 perplexity', perplexity.toFixed(3)],
    ['猜测准确率 accuracy of guesses', `${accuracy.toFixed(4)} (${guesses})`],
    ['句对损失 loss of pairs', pairLoss?.toFixed(4)],
    ['句对准确率 accuracy of pairs', pairAccuracy?.toFixed(4)],
    ['生成器损失 loss of the generator', report.generatorLoss?.toFixed(4)],
    ['下一词元损失 loss of next tokens', report.causalLoss?.toFixed(4)],
    ['邻居损失 loss of neighbours', report.neighboursLoss?.toFixed(4)],
    ['遮蔽提及损失 loss of masked mentions', report.mentionsLoss?.toFixed(4)],
    ['提及检测损失 loss of mention detection', report.detectionLoss?.toFixed(4)],
    ['实体链接损失 loss of entity linking', report.linkingLoss?.toFixed(4)],
    ['一致性损失 loss of consistency', report.consistencyLoss?.toFixed(4)],
    ['实体切分损失 loss of segmentation', report.segmentationLoss?.toFixed(4)],
    ['中心语损失 loss of cores', report.coreLoss?.toFixed(4)],
    ['修饰语损失 loss of modifiers', report.modifierLoss?.toFixed(4)],
    ['文本 texts', corpus.documents],
    ['重复而去除 duplicates left out', corpus.duplicates],
    ['字符 characters', corpus.characters],
    ['词元 tokens', corpus.tokens],
    ['开发集文本 texts for dev', corpus.devDocuments],
    ['训练序列 sequences trained on', corpus.trainSequences],
    ['开发集序列 sequences for dev', corpus.devSequences],
  ];
  const lines = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`<tr><td>${name}</td><td>${value}</td></tr>`],
  );
  return `<h2>预训练 Pre-training on ${escapeHtml(dataSet)}</h2><table>${lines.join('')}</table>`;
}

/** Maximum number of listed errors; the JSON report has all stored ones. */
const MOST_ERRORS = 200;

/** @param weighting of rare labels in training */
function classification(report: ClassificationReport, weighting?: string): string {
  const { dataSet, accuracy, micro, macro, perLabel, hitAt, ece, eceRaw, thresholds } = report;
  const cell = (label: string): { after?: string } => {
    if (thresholds === undefined) return {};
    const threshold = Object.hasOwn(thresholds, label) ? thresholds[label]?.toFixed(4) : undefined;
    return { after: `<td>${threshold ?? ''}</td>` };
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

/** @param cells further cells, before the support and after it */
function scoreRow(
  name: string,
  { precision, recall, f1, support }: Score,
  cells: { readonly before?: string; readonly after?: string },
): string {
  const numbers = [precision, recall, f1].map((value) => `<td>${value.toFixed(4)}</td>`).join('');
  return `<tr><td>${escapeHtml(name)}</td>${numbers}${cells.before ?? ''}<td>${support}</td>${cells.after ?? ''}</tr>`;
}

const relaxedCell = (relaxed: Score | undefined): { before: string } => ({
  before: `<td>${relaxed?.f1.toFixed(4) ?? ''}</td>`,
});

function reliability({ reliability: bins }: ClassificationReport): string {
  const rows = bins
    .filter(({ count }) => count > 0)
    .map(
      ({ from, to, count, confidence, accuracy }) =>
        `<tr><td>${from.toFixed(2)}–${to.toFixed(2)}</td><td>${count}</td><td>${confidence.toFixed(4)}</td><td>${accuracy.toFixed(4)}</td></tr>`,
    );
  return `<table><tr><th>置信度区间 confidence</th><th>数量 count</th><th>平均置信度 mean</th><th>正确率 right</th></tr>${rows.join('')}</table>`;
}
