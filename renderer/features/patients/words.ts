/** Words of the patients' page. */
import { words } from '../../i18n/words.ts';

export const patients = words({
  search: { en: 'Search patients by name or number', zh: '按姓名或编号查找患者' },
  list: { en: 'Patients', zh: '患者列表' },
  unnamed: { en: 'Unnamed', zh: '未署名' },
  records: { en: '{{n}} records', zh: '{{n}} 份病历' },
  empty: {
    en: 'No patients yet. They come with files that name them: open a FHIR bundle or HL7 messages under Records.',
    zh: '还没有患者。患者随文件一同导入：请在“病历”中打开 FHIR 数据包或 HL7 消息。',
  },
  noHits: {
    en: 'No patient has “{{query}}” in name or number.',
    zh: '没有姓名或编号包含“{{query}}”的患者。',
  },
  choose: {
    en: 'Choose a patient to see all their records by time.',
    zh: '选择一位患者，按时间查看其全部病历。',
  },
  number: { en: 'No. {{number}}', zh: '编号 {{number}}' },
  born: { en: 'born {{date}}', zh: '{{date}} 出生' },
  sex: {
    male: { en: 'male', zh: '男' },
    female: { en: 'female', zh: '女' },
    other: { en: 'other sex', zh: '其他性别' },
    unknown: { en: 'sex unknown', zh: '性别不详' },
  },
  timeline: { en: 'Records by time', zh: '就诊与病历' },
  noEncounter: { en: 'Records without a visit', zh: '未关联就诊的病历' },
  encounter: { en: 'Visit', zh: '就诊' },
  accepted: { en: 'Accepted by {{actor}}', zh: '由 {{actor}} 采纳' },
  named: { en: 'Named in the record', zh: '病历中提到' },
  undated: { en: 'opened {{date}}', zh: '{{date}} 导入' },
  noRecords: { en: 'This patient has no records.', zh: '该患者没有病历。' },
  trends: { en: 'Values over all records', zh: '各次检验值' },
  reading: {
    en: 'Reading values: {{done}} of {{total}} records',
    zh: '正在读取检验值：{{done}} / {{total}} 份病历',
  },
  noValues: { en: 'No values were found in these records.', zh: '这些病历中没有检验值。' },
  latest: { en: 'Latest', zh: '最近一次' },
  all: { en: 'All {{n}} results', zh: '全部 {{n}} 次结果' },
  showAll: { en: 'Show all {{n}} analytes', zh: '显示全部 {{n}} 个项目' },
  merge: { en: 'Merge…', zh: '合并患者' },
  mergeTitle: { en: 'Merge “{{name}}” into another entry', zh: '将“{{name}}”并入另一位患者' },
  mergeBody: {
    en: 'Choose the entry of the same person. All records stand under it from then on. The merge is audited and can be undone.',
    zh: '请选择同一个人的另一条记录，之后全部病历都归在其名下。合并会写入审计记录，并且可以撤销。',
  },
  mergeInto: { en: 'Merge into', zh: '并入' },
  mergeDone: { en: 'The two entries are one patient now.', zh: '已合并为一位患者。' },
  otherName: {
    en: 'The names differ: make sure that this is one person.',
    zh: '姓名不同，请确认是同一个人。',
  },
  otherSex: {
    en: 'The sexes differ: make sure that this is one person.',
    zh: '性别不同，请确认是同一个人。',
  },
  otherBirth: {
    en: 'The birth dates differ: make sure that this is one person.',
    zh: '出生日期不同，请确认是同一个人。',
  },
  merged: { en: 'Merged entries', zh: '已合并的记录' },
  undoMerge: { en: 'Undo merge', zh: '撤销合并' },
  undone: { en: 'The entries stand for two patients again.', zh: '已恢复为两位患者。' },
});
