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
  removal: {
    choose: { en: 'Choose {{name}}', zh: '选择“{{name}}”' },
    chooseAll: { en: 'Choose all documents', zh: '选择全部文档' },
    remove: { en: 'Remove from project ({{n}})', zh: '移出项目（{{n}}）' },
    ask: { en: 'Remove {{n}} documents from the project?', zh: '把 {{n}} 篇文档移出项目？' },
    noneBegun: { en: 'Nobody has begun to label them. ', zh: '还没有人开始标注。' },
    begun: {
      en: '{{annotators}} annotators have work on them: {{items}} annotations. ',
      zh: '有 {{annotators}} 名标注者已在其中标注，共 {{items}} 项。',
    },
    begunGold: {
      en: '{{annotators}} annotators have work on them, and {{gold}} of them are in the gold set: {{items}} annotations in all. ',
      zh: '有 {{annotators}} 名标注者已在其中标注，其中 {{gold}} 篇已有金标准，共 {{items}} 项。',
    },
    kept: {
      en: 'The documents leave queues, progress, agreement, adjudication, training and exports. Nothing is deleted: they and all annotations stay under “Removed documents” and can be put back at any time.',
      zh: '移出后，文档不再出现在队列、进度、一致性、裁决、训练和导出中。不会删除任何内容：文档及全部标注保留在“已移出的文档”中，随时可以放回。',
    },
    ok: { en: 'Remove', zh: '移出' },
    done: { en: '{{n}} documents removed; they can be put back', zh: '已移出 {{n}} 篇文档，可随时放回' },
    open: { en: 'Removed documents ({{n}})', zh: '已移出的文档（{{n}}）' },
    title: { en: 'Removed documents', zh: '已移出的文档' },
    body: {
      en: 'Put back, a document is as it was: with all annotations, their history, and the people it was given to.',
      zh: '放回后一切照旧：标注、历史和分配的人都还在。',
    },
    by: { en: 'Removed by {{person}}, {{at}}', zh: '{{person}} 于 {{at}} 移出' },
    work: {
      en: '{{annotators}} annotators, {{items}} annotations',
      zh: '{{annotators}} 名标注者，{{items}} 个标注项',
    },
    noWork: { en: 'nobody had begun', zh: '无人开始标注' },
    putBack: { en: 'Put back', zh: '放回' },
    putBackOne: { en: 'Put back {{name}}', zh: '放回“{{name}}”' },
    putBackAll: { en: 'Put back all {{n}}', zh: '全部放回（{{n}}）' },
    putBackDone: { en: '{{n}} documents are back', zh: '已放回 {{n}} 篇文档' },
  },
  retrain: { en: 'Automatic training', zh: '自动训练' },
  retrainOff: { en: 'Off', zh: '关闭' },
  retrainAfter: { en: 'After every {{n}} documents', zh: '每完成 {{n}} 篇' },
  retrainHelp: {
    en: 'In the background, while people go on labelling. A model that is no better does not take over.',
    zh: '在后台训练，不影响标注；新模型不如原模型时不启用。',
  },
});
