import { words } from '../../i18n/words.ts';

export const prediction = words({
  title: { en: 'Trained model', zh: '预测模型' },
  version: { en: 'trained {{time}}, Meridian {{version}}', zh: '训练于 {{time}}，Meridian {{version}}' },
  probabilityHint: {
    en: 'Probability that the model gives its label “{{label}}”, calibrated on dev',
    zh: '模型对标签“{{label}}”给出的概率，已在验证集上校准',
  },
  pin: { en: 'Mark the words that moved “{{label}}”', zh: '标出影响“{{label}}”的字词' },
  unpin: { en: 'Stop marking the words that moved “{{label}}”', zh: '不再标出影响“{{label}}”的字词' },
  agreeRank: { en: 'Agrees with the graph (no. {{rank}})', zh: '与图谱一致（第 {{rank}} 位）' },
  agreeHint: {
    en: 'The knowledge graph suggests this disease, or one of this department, too',
    zh: '知识图谱的建议中也有这个疾病或该科室的疾病',
  },
  'only-model': { en: 'Not suggested by the graph', zh: '图谱未提示' },
  'only-modelHint': {
    en: 'The graph knows this disease or department, but the evidence is too thin to suggest it',
    zh: '知识图谱有这个疾病或科室，但依据不足以列入建议',
  },
  unmatched: { en: 'No disease of the graph', zh: '未对应图谱疾病' },
  unmatchedHint: {
    en: 'Neither name, ICD code nor linker find a disease for this label, so it cannot be compared',
    zh: '按名称、ICD 编码和实体链接都没有找到对应的疾病，无法与图谱比较',
  },
  linkedBy: {
    name: { en: 'Matched to a disease of the graph by name', zh: '按名称对应到图谱中的疾病' },
    code: { en: 'Matched to a disease of the graph by ICD code', zh: '按 ICD 编码对应到图谱中的疾病' },
    linker: { en: 'Matched to a disease of the graph by the linker', zh: '按实体链接对应到图谱中的疾病' },
    department: {
      en: 'Matched to a department of the graph and its diseases',
      zh: '对应到图谱中的科室及其疾病',
    },
  },
  verdict: {
    agree: { en: 'Agrees', zh: '一致' },
    agreeHint: {
      en: 'The model gives this diagnosis, or its department, too',
      zh: '模型也给出这个诊断或其科室',
    },
    doubt: { en: 'Disagrees', zh: '模型不支持' },
    doubtHint: {
      en: 'The model has learnt this diagnosis or its department and does not see it in this record',
      zh: '模型学过这个诊断或其科室，但认为它在此病历中不成立',
    },
    unknown: { en: 'Not learnt', zh: '模型未学过' },
    unknownHint: {
      en: 'None of the model’s labels is this disease: its silence is no objection',
      zh: '模型的标签中没有这个疾病，它的沉默不表示反对',
    },
    silent: { en: 'Not sure', zh: '没有把握' },
    silentHint: {
      en: 'The model is not sure enough about this record to say anything',
      zh: '模型对这份病历没有把握，不作判断',
    },
  },
  abstained: {
    title: { en: 'The model is not sure', zh: '模型没有把握' },
    unsure: {
      en: 'Its best guess, “{{label}}”, has only {{probability}}; below {{threshold}} the model says nothing.',
      zh: '最可能的“{{label}}”只有 {{probability}}；低于 {{threshold}} 时模型不作判断。',
    },
    precision: {
      en: 'On dev, {{precision}} of what it did say was right.',
      zh: '在验证集上，模型作出的判断有 {{precision}} 是对的。',
    },
    never: {
      en: 'On dev the model was never right as often as asked for, so it says nothing.',
      zh: '在验证集上，模型的判断从未达到要求的正确率，所以它不作判断。',
    },
    unfamiliar: {
      en: 'The model does not know most of the characters of this record, so it says nothing.',
      zh: '这份病历的多数字词不在模型的词表中，所以它不作判断。',
    },
    empty: { en: 'There is nothing to read in this record.', zh: '病历中没有可读的文字。' },
  },
  readHead: {
    en: 'The model read only the first {{part}} of {{whole}} characters',
    zh: '模型只读了前 {{part}} 字（共 {{whole}} 字）',
  },
  readEnds: {
    en: 'The model read only {{part}} of {{whole}} characters, at the beginning and the end',
    zh: '模型只读了开头和结尾共 {{part}} 字（全文 {{whole}} 字）',
  },
  all: { en: 'Show all {{n}} labels', zh: '显示全部 {{n}} 个标签' },
  fewer: { en: 'Show the main ones of {{n}} labels', zh: '只显示主要标签（共 {{n}} 个）' },
  words: {
    title: {
      en: 'Words that moved it (click to see them in the record)',
      zh: '影响这一判断的字词（点击跳到原文）',
    },
    computing: { en: 'Looking for the words that moved it …', zh: '正在找出影响判断的字词…' },
    failed: {
      en: 'The words that moved it could not be found this time; choose it again to retry.',
      zh: '这次没能找出影响判断的字词，再次选中可重试。',
    },
    none: { en: 'No words by themselves move it noticeably.', zh: '没有哪些字词明显影响这一判断。' },
    without: {
      en: 'Without “{{words}}” its probability goes from {{before}} to {{after}}',
      zh: '去掉“{{words}}”后，概率从 {{before}} 变为 {{after}}',
    },
    for: {
      en: 'Without “{{words}}” the model leans less towards it, though its probability stays about {{after}} (from {{before}})',
      zh: '去掉“{{words}}”后，模型的倾向减弱，但概率仍约为 {{after}}（原为 {{before}}）',
    },
    against: {
      en: 'Without “{{words}}” the model leans more towards it, though its probability stays about {{after}} (from {{before}})',
      zh: '去掉“{{words}}”后，模型的倾向增强，但概率仍约为 {{after}}（原为 {{before}}）',
    },
  },
  failed: { en: 'The trained model cannot be used', zh: '预测模型无法使用' },
});

export const diagnosis = words({
  title: { en: 'Suggestions', zh: '诊断建议' },
  note: {
    en: 'Supports and does not replace the clinician. Nothing is written into the record.',
    zh: '仅供参考，不能代替医生判断；不会写入病历。',
  },
  score: { en: 'Score {{score}} (not a probability)', zh: '评分 {{score}}（非概率）' },
  scoreShort: { en: 'score, not a probability', zh: '评分，非概率' },
  scoreNote: {
    en: 'The score tells how well the record fits (0–100). It is not a probability.',
    zh: '评分表示与病历内容的吻合程度（0–100），不是患病概率。',
  },
  urgent: { en: 'cannot miss', zh: '勿漏诊' },
  urgentHint: {
    en: 'Dangerous if missed: rule it out even when the score is low',
    zh: '急危重症，即使评分不高也应排除',
  },
  documented: { en: 'in the record', zh: '病历已提及' },
  documentedAs: { en: 'in the record ({{assertion}})', zh: '病历已提及（{{assertion}}）' },
  for: { en: 'For', zh: '支持' },
  against: { en: 'Against', zh: '反对' },
  missing: { en: 'Expected but missing', zh: '缺少但应有' },
  expand: { en: 'Show the evidence for “{{name}}”', zh: '展开“{{name}}”的依据' },
  collapse: { en: 'Hide the evidence for “{{name}}”', zh: '收起“{{name}}”的依据' },
  accept: { en: 'Accept', zh: '采纳' },
  override: { en: 'Override…', zh: '不采纳' },
  overrideDo: { en: 'Override', zh: '不采纳' },
  overrideTitle: { en: 'Override “{{name}}”', zh: '不采纳“{{name}}”' },
  reason: { en: 'Reason', zh: '理由' },
  reasonHint: {
    en: 'For example: ruled out by a test. The reason goes into the audit trail.',
    zh: '例如：已由检查排除。理由会记入审计。',
  },
  accepted: { en: 'Accepted', zh: '已采纳' },
  overridden: { en: 'Overridden', zh: '未采纳' },
  standardCode: { en: 'ICD-10: {{terms}}', zh: 'ICD-10：{{terms}}' },
  standardByModel: { en: 'Standard terms (model): {{terms}}', zh: '标准词（模型给出）：{{terms}}' },
  decidedBy: { en: '{{actor}}, {{time}}', zh: '{{actor}}，{{time}}' },
  abstained: { en: 'Too little evidence to suggest anything', zh: '依据不足，暂不给出建议' },
  abstainedHint: {
    en: 'Add symptoms, signs or results; the panel follows by itself.',
    zh: '补充症状、体征或检查结果后会自动重新评估。',
  },
  findings: { en: 'Findings used: {{n}}', zh: '依据 {{n}} 项发现' },
  updating: { en: 'updating…', zh: '更新中…' },
  empty: { en: 'No record is open', zh: '没有打开的病历' },
  implausible: { en: 'Does not fit age or sex', zh: '与年龄或性别不符' },
  jump: { en: 'Go to the words: {{name}}', zh: '跳到原文：{{name}}' },
  path: { en: 'Path in the graph', zh: '图谱路径' },
  nowhere: { en: 'not mentioned in the record', zh: '病历中未提及' },
  openInGraph: { en: 'Open “{{name}}” in the graph', zh: '在图谱中打开“{{name}}”' },
  more: { en: 'Show {{n}} more', zh: '再显示 {{n}} 项' },
});
