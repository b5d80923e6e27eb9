/** Words that several features use. */
import { words } from './words.ts';

export const work = words({
  cancel: { en: 'Cancel: {{title}}', zh: '取消：{{title}}' },
  cancelled: { en: 'Cancelled; nothing was changed', zh: '已取消，没有改动任何内容' },
  again: { en: 'Compute', zh: '重新计算' },
  agreement: { en: 'Computing the agreement…', zh: '正在计算一致性…' },
  exporting: { en: 'Exporting…', zh: '正在导出…' },
  stage: {
    reading: { en: 'Reading files', zh: '读取文件' },
    gathering: { en: 'Reading annotations', zh: '读取标注' },
    comparing: { en: 'Comparing documents', zh: '比较文档' },
    resampling: { en: 'Estimating intervals', zh: '估计区间' },
    finding: { en: 'Looking for what identifies people', zh: '查找身份信息' },
    hiding: { en: 'Replacing what identifies people', zh: '替换身份信息' },
    writing: { en: 'Writing files', zh: '写出文件' },
    preparing: { en: 'Preparing documents', zh: '准备文档' },
    keeping: { en: 'Storing documents', zh: '存入文档' },
    asking: { en: 'Asking the model', zh: '询问模型' },
  },
});

export const app = words({
  name: { en: 'Meridian', zh: '经络' },
  loading: { en: 'Opening…', zh: '正在打开…' },
  retry: { en: 'Try again', zh: '重试' },
  cancel: { en: 'Cancel', zh: '取消' },
  close: { en: 'Close', zh: '关闭' },
  save: { en: 'Save', zh: '保存' },
  delete: { en: 'Delete', zh: '删除' },
  none: { en: 'none', zh: '无' },
  alsoHere: { en: 'Also here: {{people}}', zh: '同时打开：{{people}}' },
  listSeparator: { en: ', ', zh: '、' },
});

export const language = words({
  label: { en: 'Language', zh: '界面语言' },
  zh: { en: '中文', zh: '中文' },
  en: { en: 'English', zh: 'English' },
  switch: { en: 'Switch to Chinese', zh: '切换为英文界面' },
});

export const theme = words({
  label: { en: 'Theme', zh: '主题' },
  light: { en: 'Light', zh: '浅色' },
  dark: { en: 'Dark', zh: '深色' },
  system: { en: 'As the system', zh: '跟随系统' },
  toDark: { en: 'Switch to the dark theme', zh: '切换为深色主题' },
  toLight: { en: 'Switch to the light theme', zh: '切换为浅色主题' },
});

export const error = words({
  crashed: {
    en: 'This part of the window failed; the rest is unaffected.',
    zh: '这一部分界面出错了，其余部分不受影响。',
  },
  kept: { en: 'Kept', zh: '已保留' },
  hint: { en: 'What you can do', zh: '可以这样做' },
  code: {
    'bad-request': { en: 'The request was not valid', zh: '请求不正确' },
    'not-found': { en: 'Not found', zh: '没有找到' },
    'bad-input': { en: 'The content cannot be read', zh: '内容无法读取' },
    'too-large': { en: 'Too large', zh: '内容太大' },
    archived: { en: 'The record is archived', zh: '病历已归档' },
    conflict: { en: 'Changed elsewhere meanwhile', zh: '内容已在别处更改' },
    locked: { en: 'The workspace is locked', zh: '工作区已加锁' },
    forbidden: { en: 'Not allowed', zh: '没有权限' },
    'wrong-key': { en: 'Wrong passphrase or key', zh: '口令或密钥不对' },
    'newer-version': { en: 'Made by a newer version', zh: '由更新版本的软件创建' },
    corrupt: { en: 'The data are damaged', zh: '数据损坏' },
    'disk-full': { en: 'The disk is full', zh: '磁盘已满' },
    io: { en: 'Reading or writing failed', zh: '读写失败' },
    cancelled: { en: 'Cancelled', zh: '已取消' },
    'engine-down': { en: 'Not available at the moment', zh: '后台暂不可用' },
    internal: { en: 'Internal error', zh: '内部错误' },
  },
});

export const type = words({
  disease: { en: 'Disease', zh: '疾病' },
  symptom: { en: 'Symptom', zh: '症状' },
  sign: { en: 'Sign', zh: '体征' },
  finding: { en: 'Finding', zh: '检查结果' },
  exam: { en: 'Exam', zh: '检查' },
  drug: { en: 'Drug', zh: '药物' },
  treatment: { en: 'Treatment', zh: '治疗' },
  department: { en: 'Department', zh: '科室' },
  anatomy: { en: 'Anatomy', zh: '部位' },
  cause: { en: 'Cause', zh: '病因' },
  other: { en: 'Other', zh: '其他' },
});

export const assertion = words({
  present: { en: 'Present', zh: '存在' },
  negated: { en: 'Negated', zh: '否认' },
  uncertain: { en: 'Uncertain', zh: '疑似' },
  family: { en: 'Family', zh: '家族史' },
  historical: { en: 'Historical', zh: '既往' },
  hypothetical: { en: 'Hypothetical', zh: '假设' },
});

export const relation = words({
  SameAs: { en: 'Same as', zh: '同义名称' },
  HasSymptom: { en: 'Symptoms', zh: '症状' },
  HasSign: { en: 'Signs', zh: '体征' },
  HasFinding: { en: 'Findings', zh: '检查结果' },
  NeedsExam: { en: 'Exams needed', zh: '所需检查' },
  TreatedByDrug: { en: 'Drugs', zh: '治疗药物' },
  TreatedBy: { en: 'Treatments', zh: '治疗方法' },
  HasComplication: { en: 'Complications', zh: '并发症' },
  CausedBy: { en: 'Causes', zh: '病因' },
  LocatedIn: { en: 'Location', zh: '部位' },
  InDepartment: { en: 'Departments', zh: '就诊科室' },
  DifferentialFrom: { en: 'To be told apart from', zh: '鉴别诊断' },
  IsA: { en: 'Is a', zh: '属于' },
});

export const step = words({
  BroaderThan: { en: 'broader than', zh: '上位概念' },
  NegativeResult: { en: 'negative result of', zh: '结果阴性' },
  Documented: { en: 'documented', zh: '病历写明' },
});

export const relationIn = words({
  SameAs: { en: 'Same as', zh: '同义名称' },
  HasSymptom: { en: 'Symptom of', zh: '见于疾病' },
  HasSign: { en: 'Sign of', zh: '见于疾病' },
  HasFinding: { en: 'Finding in', zh: '见于疾病' },
  NeedsExam: { en: 'Exam for', zh: '用于检查疾病' },
  TreatedByDrug: { en: 'Drug for', zh: '用于治疗疾病' },
  TreatedBy: { en: 'Treatment of', zh: '用于治疗疾病' },
  HasComplication: { en: 'Complication of', zh: '可并发于' },
  CausedBy: { en: 'Cause of', zh: '可引起' },
  LocatedIn: { en: 'Location of', zh: '发生于此' },
  InDepartment: { en: 'Treats', zh: '诊治疾病' },
  DifferentialFrom: { en: 'To be told apart from', zh: '需鉴别于' },
  IsA: { en: 'Narrower', zh: '下位概念' },
});

export const fact = words({
  en: { en: 'English', zh: '英文名' },
  icd10: 'ICD-10',
  sex: { en: 'Sex', zh: '性别' },
  age: { en: 'Age', zh: '年龄' },
  frequency: { en: 'Frequency', zh: '常见程度' },
  urgent: { en: 'Urgent', zh: '急危' },
  description: { en: 'Description', zh: '说明' },
});
