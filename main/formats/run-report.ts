/** Writes a self-contained HTML report of a training run. No script, no remote reference. */

import type { NerReport, RunDetail, RunPoint, Score } from '../../shared/domain/training.ts';
import { words } from '../../shared/messages/words.ts';
import { errorLine } from '../../shared/result.ts';
import { classification } from './classification-report.ts';
import { confusionTable } from './confusion-table.ts';
import { escapeHtml } from './html-report.ts';
import { pretraining } from './pretraining-report.ts';
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
    .map(([type, score]) => scoreRow(type, score, relaxed.perType[type]));
  const errors = Object.entries(errorCounts).map(([kind, count]) => `${kind} ${count}`);
  const left = Object.entries(untaggable).map(([reason, count]) => `${reason} ${count}`);
  return `<h2>得分 Scores on ${escapeHtml(dataSet)}</h2>
<table><tr><th>类型 type</th><th>精确率 P</th><th>召回率 R</th><th>F1</th><th>宽松 relaxed F1</th><th>数量 support</th></tr>
${scoreRow('全部 all', all, relaxed)}${rows.join('')}</table>
<p class="muted">错误 errors: ${escapeHtml(errors.join(', ') || '0')}${left.length === 0 ? '' : ` · 无法标记 untaggable: ${escapeHtml(left.join(', '))}`}</p>
<h2>混淆矩阵 Confusion matrix</h2><p class="muted">行为标准，列为预测 rows: gold, columns: predicted</p>${confusionTable(confusion)}`;
}

function scoreRow(name: string, score: Score, relaxed: Score | undefined): string {
  const cells = [score.precision, score.recall, score.f1, relaxed?.f1].map(
    (value) => `<td>${value === undefined ? '' : value.toFixed(4)}</td>`,
  );
  return `<tr><td>${escapeHtml(name)}</td>${cells.join('')}<td>${score.support}</td></tr>`;
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
