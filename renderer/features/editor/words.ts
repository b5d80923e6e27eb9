import { words } from '../../i18n/words.ts';

export const scan = words({
  note: {
    en: 'This text was read from a scan: please compare it with the pages.',
    zh: '本文由扫描件识别得到，请对照原件核对。',
  },
  confidence: { en: 'Confidence {{percent}} %', zh: '识别置信度 {{percent}}%' },
  checked: { en: 'Checked', zh: '已核对' },
});

export const templates = words({
  choose: { en: 'Insert a template or phrase', zh: '插入模板或常用语' },
  search: { en: 'Search by name, section or words; Enter inserts', zh: '按名称、章节或内容搜索，Enter 插入' },
  none: { en: 'No template has these words', zh: '没有符合的模板' },
  edit: {
    en: 'A slash on an empty line opens this list, Tab walks through the places to fill in. Settings → Templates edits them.',
    zh: '在空行输入 / 打开此列表，Tab 依次跳到待填处。可在“设置 → 模板”中编辑。',
  },
});

export const templateKind = words({
  admission: { en: 'Admission', zh: '入院记录' },
  'first-course': { en: 'First course', zh: '首次病程' },
  'daily-course': { en: 'Daily course', zh: '日常病程' },
  'ward-round': { en: 'Ward round', zh: '查房记录' },
  discharge: { en: 'Discharge', zh: '出院记录' },
  operation: { en: 'Operation', zh: '手术记录' },
  consultation: { en: 'Consultation', zh: '会诊记录' },
  transfer: { en: 'Transfer', zh: '转科记录' },
  'informed-talk': { en: 'Informed talk', zh: '知情谈话' },
  nursing: { en: 'Nursing', zh: '护理记录' },
  emergency: { en: 'Emergency', zh: '急诊病历' },
  referral: { en: 'Referral', zh: '转诊' },
  phrase: { en: 'Phrase', zh: '常用语' },
});

export const archive = words({
  archive: { en: 'Archive and lock…', zh: '归档并锁定' },
  archiveTitle: { en: 'Archive “{{title}}”?', zh: '归档“{{title}}”？' },
  archiveLabel: {
    en: 'An archived record can be read, but not edited, renamed, deleted or restored. A draft becomes a revision first. Note (optional):',
    zh: '归档后只能查看，不能编辑、改名、删除或恢复旧版。未成修订的草稿会先存为一版。说明（可不填）：',
  },
  archiveHint: {
    en: 'For example: discharged, checked by the records office',
    zh: '如：已出院，病案室审核完毕',
  },
  archived: { en: '“{{title}}” is archived', zh: '“{{title}}”已归档' },
  unarchive: { en: 'Unlock…', zh: '解除归档' },
  unarchiveTitle: { en: 'Unlock “{{title}}”?', zh: '解除“{{title}}”的归档？' },
  unarchiveLabel: { en: 'The reason goes into the audit trail:', zh: '理由会写入审计记录：' },
  unarchiveHint: { en: 'For example: a laboratory result to be added', zh: '如：补录检验结果' },
  unarchived: { en: '“{{title}}” can be edited again', zh: '“{{title}}”已解除归档，可以编辑' },
  mark: { en: 'Archived', zh: '已归档' },
  note: {
    en: 'This record is archived and can only be read. Archived by {{by}}, {{at}}.',
    zh: '此病历已归档，只能查看。{{by}} 于 {{at}} 归档。',
  },
  administrator: { en: 'An administrator can unlock it', zh: '由管理员解除归档' },
  refusedTyping: { en: 'This record is archived and cannot be edited.', zh: '此病历已归档，不能编辑。' },
  unsaved: {
    en: 'Changes in this window were not saved before it was archived.',
    zh: '归档前，本窗口的改动还没有保存。',
  },
  saveAsNew: { en: 'Save as a new record', zh: '存为新病历' },
  copyOf: { en: '{{title}} (not saved before archiving)', zh: '{{title}}（归档时未保存）' },
  noneOpen: { en: 'No record is open', zh: '没有打开的病历' },
  choose: { en: 'Choose revision {{number}} to compare', zh: '选择第 {{number}} 版来比较' },
  compareChosen: { en: 'Compare the two', zh: '比较所选两版' },
  compareHelp: { en: 'Choose two revisions to compare them', zh: '选两版，比较它们之间的差别' },
  compareTwo: { en: 'Revision {{from}} against revision {{to}}', zh: '第 {{from}} 版与第 {{to}} 版的差别' },
  compareTwoHint: {
    en: 'Left: revision {{from}}   Right: revision {{to}}',
    zh: '左：第 {{from}} 版　右：第 {{to}} 版',
  },
  sameTwo: { en: 'Both are the same', zh: '两版内容相同' },
});

export const docs = words({
  title: { en: 'Records', zh: '病历列表' },
  search: { en: 'Search all records', zh: '搜索全部病历' },
  new: { en: 'New', zh: '新建' },
  open: { en: 'Open files', zh: '打开文件' },
  paste: { en: 'Paste as a new record', zh: '粘贴为新病历' },
  rename: { en: 'Rename', zh: '重命名' },
  export: { en: 'Export', zh: '导出' },
  exportAs: { en: 'Export as {{format}} (de-identified)', zh: '导出为 {{format}}（去标识化）' },
  delete: { en: 'Delete…', zh: '删除' },
  actions: { en: 'Actions for “{{title}}”', zh: '“{{title}}”的操作' },
  deleteTitle: { en: 'Delete “{{title}}”?', zh: '删除“{{title}}”？' },
  deleteBody: {
    en: 'The record and all its revisions are removed from the workspace. This cannot be undone. The audit trail keeps a note of it.',
    zh: '这份病历及其全部修订将从工作区删除，不能撤销。审计记录会保留这次删除。',
  },
  untitled: { en: 'Untitled record', zh: '未命名病历' },
  titleLabel: { en: 'Title', zh: '标题' },
  empty: {
    en: 'No records yet. Make a new one, or drop .txt, .docx, .pdf, .json or .jsonl files or pictures of pages here.',
    zh: '还没有病历。新建一份，或把 .txt、.docx、.pdf、.json、.jsonl 文件或扫描图片拖到这里。',
  },
  noHits: { en: 'No record contains “{{query}}”.', zh: '没有病历包含“{{query}}”。' },
  readingRecords: { en: '{{left}} records are still being read …', zh: '还有 {{left}} 份病历正在读取……' },
  searches: { en: 'Kept searches and examples', zh: '已存搜索和示例' },
  keepSearch: { en: 'Keep this search', zh: '保存此搜索' },
  forgetSearch: { en: 'Forget this search', zh: '删除此搜索' },
  searchExamples: { en: 'Words, findings, values:', zh: '词语、所见、数值：' },
  order: { en: 'Order of the list', zh: '列表排序' },
  orders: {
    added: { en: 'As added', zh: '按加入顺序' },
    newest: { en: 'Newest first', zh: '最新加入在前' },
    changed: { en: 'Last changed first', zh: '最近修改在前' },
    title: { en: 'By title', zh: '按标题' },
    dated: { en: 'By date of the record', zh: '按病历日期' },
  },
  moreHits: { en: 'More records', zh: '更多病历' },
  hits: { en: '{{n}} hits', zh: '{{n}} 处匹配' },
  format: {
    txt: 'TXT',
    jsonl: 'JSONL',
    html: 'HTML',
    docx: { en: 'Word (report)', zh: 'Word（报告）' },
    'record-docx': { en: 'Word (record)', zh: 'Word（病历）' },
    'fhir-r4': 'FHIR R4',
    pdf: { en: 'PDF (report)', zh: 'PDF（报告）' },
    'record-pdf': { en: 'PDF (record)', zh: 'PDF（病历）' },
  },
  printReport: { en: 'Report as PDF, naming the patient', zh: '报告存为 PDF（含患者信息）' },
  printRecord: { en: 'Record as PDF, naming the patient', zh: '病历存为 PDF（含患者信息）' },
  patient: { en: 'All records of the patient', zh: '查看该患者的全部病历' },
  drop: { en: 'Release to open the files', zh: '松开即可打开文件' },
  importing: { en: 'Reading files…', zh: '正在读取文件…' },
  imported: { en: 'Records opened: {{n}}', zh: '已打开 {{n}} 份病历' },
  refusedTitle: { en: 'Files that could not be opened: {{n}}', zh: '有 {{n}} 个文件未能打开' },
  refusedBody: {
    en: 'All others were opened. These files were left as they are.',
    zh: '其余文件已正常打开；以下文件未作任何改动。',
  },
  partsTitle: { en: 'Parts of files that were left out: {{n}}', zh: '文件中有 {{n}} 处内容未导入' },
  partsBody: {
    en: 'The files were opened without these parts:',
    zh: '文件已打开，但以下内容未导入：',
  },
  refusedAll: { en: 'The files were left as they are.', zh: '文件本身未作任何改动。' },
  draft: { en: 'Has a draft that is no revision yet', zh: '有未成修订的草稿' },
  sample: { en: 'sample', zh: '示例' },
  pasteTitle: { en: 'Paste as a new record', zh: '粘贴为新病历' },
  pasteBody: { en: 'Paste the text of the record here', zh: '在此粘贴病历文字' },
  pasteCreate: { en: 'Make a record', zh: '建立病历' },
  revision: { en: 'Revision {{number}}', zh: '第 {{number}} 版' },
  chars: { en: '{{n}} chars', zh: '{{n}} 字符' },
});

export const editor = words({
  label: { en: 'Text of the record: {{title}}', zh: '病历正文：{{title}}' },
  tabs: { en: 'Open records', zh: '已打开的病历' },
  closeTab: { en: 'Close “{{title}}”', zh: '关闭“{{title}}”' },
  none: { en: 'No record is open', zh: '没有打开的病历' },
  noneHint: {
    en: 'Choose one at the left, make a new one, or open files.',
    zh: '从左侧选一份，或新建、打开文件。',
  },
  outline: { en: 'Sections', zh: '段落' },
  outlineEmpty: { en: 'No headings found', zh: '未识别到段落标题' },
  legend: { en: 'Legend', zh: '图例' },
  legendTypes: { en: 'Entity types; click to show or hide', zh: '实体类型，点击显示或隐藏' },
  showType: { en: 'Show {{type}}', zh: '显示{{type}}' },
  hideType: { en: 'Hide {{type}}', zh: '隐藏{{type}}' },
  assertions: { en: 'Assertion status', zh: '陈述状态' },
  placeholder: {
    en: 'Write or paste a record here; entities are marked as you type',
    zh: '在此书写或粘贴病历，实体会随输入标出',
  },
  resizeLeft: { en: 'Width of the list of records', zh: '调整病历列表宽度' },
  resizeRight: { en: 'Width of the right panel', zh: '调整右侧面板宽度' },
  hideLeft: { en: 'Hide the list of records', zh: '隐藏病历列表' },
  showLeft: { en: 'Show the list of records', zh: '显示病历列表' },
  hideRight: { en: 'Hide the right panel', zh: '隐藏右侧面板' },
  showRight: { en: 'Show the right panel', zh: '显示右侧面板' },
  panel: { en: 'Right panel', zh: '右侧面板' },
  diagnosis: { en: 'Suggestions', zh: '诊断建议' },
  mentions: { en: 'Entities', zh: '实体' },
  values: { en: 'Values', zh: '检验值' },
  relations: { en: 'Relations', zh: '关系' },
  similar: { en: 'Similar', zh: '相似' },
  history: { en: 'History', zh: '历史' },
  saveReason: { en: 'saved by hand', zh: '手动保存' },
  closeReason: { en: 'saved on closing the tab', zh: '关闭标签时保存' },
  idleReason: { en: 'saved automatically', zh: '自动保存' },
  savedRevision: { en: 'Saved as revision {{number}}', zh: '已保存为第 {{number}} 版' },
  nothingToSave: { en: 'Nothing has changed since the last revision', zh: '没有改动，无需保存' },
  noMentionHere: { en: 'No entity at the cursor', zh: '光标处没有实体' },
  noMentions: { en: 'No entities are marked in this record', zh: '这份病历中没有标出实体' },
  gone: { en: 'These words have been edited away', zh: '这段文字已被改动，找不到原处' },
  deletedElsewhere: {
    en: '“{{title}}” was deleted elsewhere; its tab was closed.',
    zh: '“{{title}}”已在别处删除，标签已关闭。',
  },
});

export const values = words({
  empty: { en: 'No measured values found in this record', zh: '这份病历中没有读到检验、体征或评分数值' },
  filter: { en: 'Values to show', zh: '显示哪些数值' },
  all: { en: 'All', zh: '全部' },
  abnormal: { en: 'Abnormal', zh: '仅异常' },
  name: { en: 'Measured', zh: '项目' },
  result: { en: 'Result', zh: '结果' },
  range: { en: 'Reference', zh: '参考值' },
  time: { en: 'Time', zh: '时间' },
  showTrend: { en: 'Show the course of {{name}}', zh: '显示{{name}}的趋势' },
  hideTrend: { en: 'Hide the course of {{name}}', zh: '收起{{name}}的趋势' },
  trend: { en: 'Course of {{name}} over the record', zh: '{{name}}在病历中的趋势' },
  critical: { en: 'critical value', zh: '危急值' },
  criticalMark: { en: '!', zh: '危' },
  note: {
    en: 'Ranges are those of the text, else of the built-in table by age and sex. Laboratories differ: check before acting.',
    zh: '参考范围优先取自原文，否则取自内置表（按年龄、性别）。各实验室不同，处置前请核对。',
  },
  flag: {
    low: { en: 'low', zh: '偏低' },
    high: { en: 'high', zh: '偏高' },
    positive: { en: 'positive', zh: '阳性' },
  },
  grade: {
    mild: { en: 'mild', zh: '轻度' },
    moderate: { en: 'moderate', zh: '中度' },
    severe: { en: 'severe', zh: '重度' },
  },
});

export const card = words({
  label: { en: 'Entity card', zh: '实体卡片' },
  cue: { en: 'because of ', zh: '依据：' },
  names: { en: 'Also called', zh: '又名' },
  alternatives: { en: '{{n}} other entities bear this name', zh: '另有 {{n}} 个同名实体' },
  openInGraph: { en: 'Open in the graph', zh: '在图谱中打开' },
  model: {
    en: '{{name}}: {{label}}, confidence {{confidence}}',
    zh: '{{name}}：{{label}}，置信度 {{confidence}}',
  },
  modelOnly: {
    en: 'Only the model says so; whether it is negated or uncertain is read from the words around it.',
    zh: '仅模型如此标注；否定、疑似等状态由上下文判断。',
  },
  otherLinked: {
    en: 'The dictionary has here: {{words}} ({{kind}})',
    zh: '词典在此处另有：{{words}}（{{kind}}）',
  },
  otherPredicted: {
    en: 'The model has here: {{words}} ({{kind}}, {{confidence}})',
    zh: '模型在此处另有：{{words}}（{{kind}}，{{confidence}}）',
  },
  noFacts: { en: 'The graph knows nothing more about it.', zh: '图谱中没有关于它的更多内容。' },
  more: '+{{n}}',
  loading: { en: 'Looking it up…', zh: '正在查图谱…' },
});

export const source = words({
  legend: { en: 'Who found it', zh: '标注来源' },
  filter: { en: 'Entities by who found them', zh: '按来源筛选实体' },
  all: { en: 'All', zh: '全部' },
  dictionary: { en: 'Dictionary', zh: '词典' },
  model: { en: 'Model', zh: '模型' },
  both: { en: 'Both', zh: '两者' },
  person: { en: 'Person', zh: '人工' },
  personShort: { en: 'P', zh: '人' },
  personHint: { en: 'marked or corrected by a person: a frame', zh: '人工标注或更正：外框' },
  dictionaryShort: { en: 'D', zh: '典' },
  modelShort: { en: 'M', zh: '模' },
  bothShort: { en: 'DM', zh: '典模' },
  dictionaryHint: { en: 'found by the dictionary: a line below', zh: '词典找到：下划线' },
  modelHint: { en: 'found by the model: a line above', zh: '模型找到：上划线' },
  bothHint: {
    en: 'found by dictionary and model: lines above and below',
    zh: '词典与模型都找到：上下都有线',
  },
  threshold: { en: 'Model confidence ≥ {{value}}', zh: '模型置信度 ≥ {{value}}' },
  thresholdHint: {
    en: 'Findings of the model below this confidence are not shown',
    zh: '低于此置信度的模型标注不显示',
  },
});

export const mentions = words({
  filter: { en: 'Filter entities', zh: '筛选实体' },
  empty: {
    en: 'No entities yet. Keep writing, or import more names in the graph.',
    zh: '还没有标出实体。继续书写，或到“图谱”导入更多名称。',
  },
  noMatch: { en: 'No entity matches.', zh: '没有匹配的实体。' },
  jump: { en: 'Go to “{{name}}”, {{n}} places', zh: '跳到“{{name}}”，共 {{n}} 处' },
  hidden: { en: 'hidden in the text', zh: '已在正文中隐藏' },
});

export const similar = words({
  none: {
    en: 'No other record shares words or findings with this one.',
    zh: '没有其他病历与本病历有相同的用词或所见。',
  },
  reading: { en: 'Reading records: {{done}} of {{total}}', zh: '正在读取病历：{{done}} / {{total}}' },
  note: {
    en: 'Records whose wording and findings are most alike, compared on this machine. Similar records need not have the same diagnosis.',
    zh: '按用词和所见比较得出，均在本机完成。病历相似不等于诊断相同。',
  },
  score: { en: 'Similarity; an identical text has 100 %', zh: '相似度；文本完全相同时为 100 %' },
  denied: { en: 'no {{name}} in both', zh: '均否认{{name}}' },
  words: { en: 'Same words: {{words}}', zh: '相同用词：{{words}}' },
});

export const relations = words({
  waiting: { en: 'Suggested', zh: '建议' },
  accepted: { en: 'Accepted', zh: '已采纳' },
  rejected: { en: 'Rejected', zh: '已拒绝' },
  decide: {
    accepted: { en: 'Accept', zh: '采纳' },
    rejected: { en: 'Reject', zh: '拒绝' },
  },
  undo: { en: 'Undo', zh: '撤销' },
  by: { en: 'Found by “{{name}}”.', zh: '由“{{name}}”找出。' },
  note: {
    en: 'Decisions are kept with the record; its text does not change.',
    zh: '判断随病历保存，不改动正文。',
  },
  noModel: {
    en: 'No model of relations is in use. Train or import one under Training, then use it in the editor.',
    zh: '没有启用关系抽取模型。可在“训练”中训练或导入一个，再在编辑器中使用。',
  },
  empty: { en: 'No relations here.', zh: '这里没有关系。' },
  gone: { en: 'The words of this relation are no longer in the record.', zh: '这条关系的文字已不在病历中。' },
});

export const history = words({
  empty: {
    en: 'No revisions yet. {{save}} saves the first one.',
    zh: '还没有修订。按 {{save}} 保存第一版。',
  },
  restore: { en: 'Restore', zh: '恢复此版' },
  restoreTitle: { en: 'Restore revision {{number}}?', zh: '恢复到第 {{number}} 版？' },
  restoreBody: {
    en: 'Its text becomes a new revision. What you have now is kept as a revision first; nothing is lost.',
    zh: '会以该版内容新建一版；现有内容先存为修订，不会丢失。',
  },
  restored: { en: 'The text of revision {{number}} is back', zh: '已恢复第 {{number}} 版的内容' },
  compare: { en: 'Revision {{number}} and the current text', zh: '第 {{number}} 版与当前内容的差别' },
  compareHint: {
    en: 'left: revision {{number}}   right: current text',
    zh: '左：第 {{number}} 版　右：当前内容',
  },
  view: { en: 'Show changes', zh: '查看差别' },
  chars: { en: '{{n}} characters', zh: '{{n}} 字符' },
  same: { en: 'same as the current text', zh: '与当前内容相同' },
  sideBySide: { en: 'Side by side', zh: '并排' },
  inline: { en: 'Inline', zh: '合并' },
});

export const conflict = words({
  title: { en: '“{{title}}” was changed elsewhere', zh: '“{{title}}”已在别处更改' },
  body: {
    en: 'Another window has saved revision {{number}}. Your text in this window is complete. Choose which one to go on with; both are kept in the history.',
    zh: '另一个窗口保存了更新的第 {{number}} 版。你在本窗口的文字仍完整保留，请选择留下哪一份；两份都会进入历史。',
  },
  mine: { en: 'Keep mine', zh: '保留我的' },
  theirs: { en: 'Take theirs', zh: '采用对方的' },
  mineReason: { en: 'conflict: text of this window kept', zh: '冲突时保留本窗口内容' },
  theirsReason: { en: 'conflict: text of this window given up', zh: '冲突时放弃的本窗口内容' },
  later: { en: 'Decide later', zh: '稍后再定' },
});
