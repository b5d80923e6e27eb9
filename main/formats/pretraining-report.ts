/** Renders pre-training scores of an encoder as HTML, a part of a run's report. */
import type { PretrainReport } from '../../shared/domain/pretraining.ts';
import { escapeHtml } from './html-report.ts';

export function pretraining(report: PretrainReport): string {
  const { dataSet, loss, perplexity, accuracy, guesses, pairLoss, pairAccuracy, corpus } = report;
  const rows: [string, string | number | undefined][] = [
    ['开发集损失 dev loss', loss.toFixed(4)],
    ['困惑度 perplexity', perplexity.toFixed(3)],
    ['猜测准确率 accuracy of guesses', `${accuracy.toFixed(4)} (${guesses})`],
    ['句对损失 loss of pairs', pairLoss?.toFixed(4)],
    ['句对准确率 accuracy of pairs', pairAccuracy?.toFixed(4)],
    ['生成器损失 loss of the generator', report.generatorLoss?.toFixed(4)],
    ['下一词元损失 loss of next tokens', report.causalLoss?.toFixed(4)],
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
