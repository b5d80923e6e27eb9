import { words } from '../../../i18n/words.ts';

export const project = words({
  tabs: { en: '{{name}} ({{n}})', zh: '{{name}}（{{n}}）' },
  noneYet: {
    en: 'There is no project for you yet. Ask an adjudicator or an administrator.',
    zh: '还没有分给您的项目。请联系审核员或管理员。',
  },
  copies: { en: '{{done}} of {{total}} layers done', zh: '{{done}} / {{total}} 份标注完成' },
  size: { en: 'Length', zh: '长度' },
  work: { en: 'Progress', zh: '标注进度' },
  legend: { en: '○ not begun   ◐ in progress   ● finished', zh: '○ 未开始　◐ 进行中　● 已完成' },
  layer: { en: '{{person}}: {{state}}, {{n}} items', zh: '{{person}}：{{state}}，{{n}} 个标注项' },
  suggestions: { en: '{{n}} suggestions open', zh: '{{n}} 条建议待处理' },
  changedAt: { en: 'last changed {{at}}', zh: '最近修改 {{at}}' },
  nobody: { en: 'Given to nobody: any member may label it', zh: '未指定，成员都可标注' },
  membersHelp: {
    en: 'Members may label documents of this project. Documents given out already stay as they are.',
    zh: '成员可以标注这个项目的文档；已分配的文档不会因此改变。',
  },
  overlapHelp: {
    en: 'With 2 or more, agreement can be measured and differences adjudicated.',
    zh: '设为 2 或更多，才能计算一致性并进行裁决。',
  },
  orderHelp: {
    en: 'All but “As listed” and “Random” follow the model in use; train one under Learning.',
    zh: '除“按列表”和“随机”外，都由项目的当前模型排序；在“学习”页训练模型。',
  },
  deleteHelp: {
    en: 'Documents, all annotations and the history go with it. This cannot be undone.',
    zh: '文档、全部标注和历史一并删除，不能撤销。',
  },
  retrain: { en: 'Automatic training', zh: '自动训练' },
  retrainOff: { en: 'Off', zh: '关闭' },
  retrainAfter: { en: 'After every {{n}} documents', zh: '每完成 {{n}} 篇' },
  retrainHelp: {
    en: 'In the background, while people go on labelling. A model that is no better does not take over.',
    zh: '在后台训练，不影响标注；新模型不如原模型时不启用。',
  },
});
