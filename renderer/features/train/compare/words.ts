/** Words of the comparison of runs. */
import { words } from '../../../i18n/words.ts';

export const train = words({
  compare: {
    title: { en: 'Compare {{n}} runs', zh: '比较 {{n}} 次运行' },
    drop: { en: 'Take “{{name}}” out of the comparison', zh: '从比较中去掉“{{name}}”' },
    all: { en: 'Show all settings', zh: '显示全部设置' },
    differ: { en: '{{n}} of {{total}} settings differ', zh: '{{total}} 项设置中 {{n}} 项不同' },
    noDifference: { en: 'Settings and data are all the same.', zh: '设置和数据全都相同。' },
    noReports: { en: 'None of these runs has a report yet.', zh: '这些运行都还没有报告。' },
    match: { en: 'Match', zh: '匹配方式' },
    metric: { en: 'Metric', zh: '指标' },
    significance: { en: 'Significance', zh: '显著性' },
    significanceHint: {
      en: 'Both models read every document of the set; the documents are then resampled.',
      zh: '两个模型都预测该数据集的全部文档，再按文档重抽样。',
    },
    noModels: {
      en: 'Two finished runs of one task that have models are needed.',
      zh: '需要两个同一任务、已完成且保留了模型的运行。',
    },
    pair: { en: '“{{second}}” against “{{first}}”', zh: '“{{second}}”对比“{{first}}”' },
    test: { en: 'Test the difference', zh: '检验差异' },
    first: { en: 'First', zh: '前者' },
    second: { en: 'Second', zh: '后者' },
    difference: { en: 'Difference', zh: '差（后者−前者）' },
    interval: { en: '{{level}} % interval', zh: '{{level}} % 置信区间' },
    bootstrapP: { en: 'p, bootstrap', zh: 'p（自助法）' },
    randomizationP: { en: 'p, randomization', zh: 'p（随机化检验）' },
    score: {
      f1: { en: 'F1 (micro)', zh: 'F1（微平均）' },
      macroF1: { en: 'F1 (macro)', zh: 'F1（宏平均）' },
      accuracy: { en: 'Accuracy', zh: '准确率' },
    },
    how: {
      en: 'Paired bootstrap over {{documents}} documents, {{samples}} resamples, seed {{seed}}. Below 0.05 the difference is hardly chance; an interval without 0 says the same.',
      zh: '按 {{documents}} 份文档成对自助重抽样 {{samples}} 次，种子 {{seed}}。p 小于 0.05 时差异不大可能出于偶然；区间不含 0 也是同样的意思。',
    },
    bestHint: {
      en: 'The best of a row is bold; the others show how far they are from it.',
      zh: '每行最好的加粗；其余标出与它的差。',
    },
  },
});
