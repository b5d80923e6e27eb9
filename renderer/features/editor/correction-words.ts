import { words } from '../../i18n/words.ts';

export const corrections = words({
  correct: { en: 'Correct…', zh: '更正' },
  remove: { en: 'Remove', zh: '取消标注' },
  never: { en: 'Never again', zh: '不再标注' },
  neverHint: {
    en: 'Never mark “{{words}}” as {{kind}} again, in no record of this workspace',
    zh: '本工作区所有病历都不再把“{{words}}”标为{{kind}}',
  },
  titleChange: { en: 'Correct the highlight', zh: '更正标注' },
  titleAdd: { en: 'Mark these words', zh: '标注所选文字' },
  save: { en: 'Save', zh: '保存' },
  words: { en: 'Words', zh: '文字' },
  narrowStart: { en: 'Begin one character later', zh: '开头减一字' },
  widenStart: { en: 'Begin one character earlier', zh: '开头加一字' },
  narrowEnd: { en: 'End one character earlier', zh: '结尾减一字' },
  widenEnd: { en: 'End one character later', zh: '结尾加一字' },
  besides: { en: 'Keep the highlight “{{words}}” as well', zh: '同时保留标注“{{words}}”' },
  type: { en: 'Type', zh: '类型' },
  assertion: { en: 'Status', zh: '陈述状态' },
  entity: { en: 'Entity of the graph', zh: '图谱实体' },
  noEntity: { en: 'none', zh: '不关联' },
  keys: {
    en: 'Tab moves on, arrows choose, Enter saves, Esc closes.',
    zh: 'Tab 换项，方向键选择，回车保存，Esc 关闭。',
  },
  selectFirst: {
    en: 'Put the cursor on a highlight, or select the words to mark (at most 500 characters)',
    zh: '请把光标放在标注上，或选中要标注的文字（不超过 500 字）',
  },
  saved: { en: 'Corrected. {{key}} undoes it.', zh: '已更正，按 {{key}} 撤销。' },
  removed: { en: 'Highlight removed. {{key}} undoes it.', zh: '已取消标注，按 {{key}} 撤销。' },
  neverDone: {
    en: '“{{words}}” is no longer marked in this workspace. {{key}} undoes it; all rules are in the settings.',
    zh: '本工作区不再标注“{{words}}”。按 {{key}} 撤销；全部规则见“设置”。',
  },
  undone: { en: 'Correction taken back', zh: '已撤销更正' },
  nothingToUndo: { en: 'No correction to undo', zh: '没有可撤销的更正' },
  wordsGone: {
    en: 'The words of this correction are no longer in the record; it cannot be undone.',
    zh: '这项更正的文字已不在病历中，无法撤销。',
  },
  found: { en: 'Found', zh: '标出' },
  list: { en: 'Corrected', zh: '已更正' },
  empty: {
    en: 'No highlight of this record was corrected. Point at one and choose “Correct…”, or select words and press {{key}}.',
    zh: '这份病历还没有更正过标注。指向一处标注选“更正”，或选中文字按 {{key}}。',
  },
  wasRemoved: { en: 'no highlight', zh: '不标注' },
  wasAdded: { en: 'added', zh: '新增' },
  gone: {
    en: 'The words were edited away: the correction no longer applies.',
    zh: '文字已被改动，这项更正不再起作用。',
  },
  entityGone: { en: 'no longer in the graph: {{name}}', zh: '图谱中已无：{{name}}' },
  takeBack: { en: 'Take back', zh: '撤回此项' },
  undo: { en: 'Undo', zh: '撤销' },
  toProject: { en: 'Train on it…', zh: '用于训练' },
  addOne: { en: 'This record into', zh: '将本病历加入' },
  addAll: { en: 'All corrected records into', zh: '将全部更正过的病历加入' },
  addHint: {
    en: 'The highlights as they stand become the gold layer of a document of the project',
    zh: '以现有标注作为项目文档的定稿层',
  },
  noProject: { en: 'There is no annotation project yet', zh: '还没有标注项目' },
  added: {
    en: 'Documents added: {{documents}}, highlights: {{items}}',
    zh: '已加入 {{documents}} 篇文档、{{items}} 处标注',
  },
  leftOut: { en: '{{what}}: {{count}}, such as “{{example}}”', zh: '{{what}}：{{count}}，如“{{example}}”' },
  note: {
    en: 'Kept with the record; its text does not change. Suggestions, reports and exports follow.',
    zh: '随病历保存，不改动正文；诊断建议、报告和导出随之更新。',
  },
});

export const rules = words({
  intro: {
    en: 'Words that dictionary and models no longer mark in any record of this workspace. Switch a rule off to have them marked again; rules are never deleted, and every change is audited.',
    zh: '词典和模型在本工作区所有病历中都不再标注的词。关闭规则即恢复标注；规则不会删除，每次更改都记入审计。',
  },
  empty: {
    en: 'No rules yet. In a record, point at a wrong highlight and choose “Never again”.',
    zh: '还没有规则。在病历中指向错误的标注，选“不再标注”即可添加。',
  },
  words: { en: 'Words', zh: '词' },
  type: { en: 'As', zh: '类型' },
  anyType: { en: 'any type', zh: '所有类型' },
  by: { en: 'By', zh: '设定者' },
  at: { en: 'Time', zh: '时间' },
  active: { en: 'In force', zh: '生效' },
  switch: { en: 'Rule about “{{words}}”', zh: '“{{words}}”的规则' },
  export: { en: 'Export', zh: '导出' },
  filter: { en: 'Filter rules', zh: '筛选规则' },
});
