/** Reassurance after a failure: the data that stay safe. */
import { dictionary } from './dictionary.ts';

export const kept = dictionary({
  'kept.nothing-written': { en: 'Nothing was written.', zh: '未写入任何内容。' },
  'kept.it-unchanged': { en: 'It was not changed.', zh: '未做任何更改。' },
  'kept.nothing-changed': { en: 'Nothing was changed.', zh: '未做任何更改。' },
  'kept.it-untouched': { en: 'It was not touched.', zh: '未做任何更改。' },
  'kept.checkpoint': { en: 'Its last checkpoint is intact.', zh: '最近的检查点完好。' },
  'kept.checkpoint-untouched': { en: 'The checkpoint was not touched.', zh: '检查点未改动。' },
  'kept.parameters-and-checkpoints': {
    en: 'Parameters and checkpoints saved before are intact.',
    zh: '此前保存的参数与检查点完好。',
  },
  'kept.best-weights': {
    en: 'The best weights so far and the last checkpoint are kept.',
    zh: '已保留最佳权重与最近的检查点。',
  },
  'kept.nothing-imported': { en: 'Nothing was imported.', zh: '未导入任何内容。' },
  'kept.graph-suggestions': {
    en: 'Suggestions from the knowledge graph are not affected.',
    zh: '知识图谱的建议不受影响。',
  },
  'kept.documents-unaffected': {
    en: 'Documents and annotations are not affected.',
    zh: '文档与标注不受影响。',
  },
  'kept.model-card': { en: 'Its card is.', zh: '模型卡片仍在。' },
  'kept.works-without-starter': {
    en: 'Everything else works without it.',
    zh: '其他功能不受影响。',
  },
  'kept.dictionary-highlights': {
    en: 'Highlights by the dictionary are not affected.',
    zh: '词典标注不受影响。',
  },
  'kept.vector-card': { en: 'Their card is.', zh: '卡片仍在。' },
  'kept.annotations-of-removed': {
    en: 'It is kept with all annotations stored so far.',
    zh: '文档和已保存的标注都还在。',
  },
  'kept.project': { en: 'The project is unchanged.', zh: '项目未变。' },
  'kept.graph': { en: 'The graph is as it was before.', zh: '图谱保持导入前的状态。' },
  'kept.screen': { en: 'What is on screen stays in this window.', zh: '屏幕上的内容仍保留在本窗口。' },
  'kept.nothing-half-written': {
    en: 'What was there under this name before is unchanged; nothing half-written stays.',
    zh: '原有内容未变，没有留下残缺文件。',
  },
  'kept.nothing-exported': { en: 'Nothing was exported.', zh: '未导出任何内容。' },
  'kept.model-unchanged': { en: 'The model was not changed.', zh: '未做任何更改。' },
  'kept.theirs': { en: 'Nothing was changed; theirs is kept.', zh: '未做任何更改，对方的修改已保留。' },
  'kept.nothing-deleted': { en: 'Nothing was deleted.', zh: '未删除任何内容。' },
  'kept.schema-and-annotations': { en: 'Schema and annotations are unchanged.', zh: '体系与标注均未更改。' },
  'kept.its-checkpoint': { en: 'Its checkpoint is intact.', zh: '检查点完好。' },
  'kept.they-unchanged': { en: 'They were not changed.', zh: '未做任何更改。' },
  'kept.vectors-unchanged': { en: 'The vectors were not changed.', zh: '未做任何更改。' },
  'kept.workspace-untouched': { en: 'The workspace was not touched.', zh: '工作区未被改动。' },
});
