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
    bestHint: {
      en: 'The best of a row is bold; the others show how far they are from it.',
      zh: '每行最好的加粗；其余标出与它的差。',
    },
  },
});
