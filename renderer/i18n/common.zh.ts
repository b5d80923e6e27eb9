/** Words that several features use, in Chinese. */
export const work = {
  cancel: '取消：{{title}}',
  cancelled: '已取消，没有改动任何内容',
  again: '重新计算',
  agreement: '正在计算一致性…',
  exporting: '正在导出…',
  stage: {
    reading: '读取文件',
    gathering: '读取标注',
    comparing: '比较文档',
    resampling: '估计区间',
    finding: '查找身份信息',
    hiding: '替换身份信息',
    writing: '写出文件',
    preparing: '准备文档',
    keeping: '存入文档',
  },
};

export const app = {
  name: '经络',
  loading: '正在打开…',
  retry: '重试',
  cancel: '取消',
  close: '关闭',
  save: '保存',
  delete: '删除',
  none: '无',
};

export const language = { label: '界面语言', zh: '中文', en: 'English', switch: '切换为英文界面' };

export const theme = {
  label: '主题',
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
  toDark: '切换为深色主题',
  toLight: '切换为浅色主题',
};

export const error = {
  crashed: '这一部分界面出错了，其余部分不受影响。',
  kept: '已保留',
  hint: '可以这样做',
  code: {
    'bad-request': '请求不正确',
    'not-found': '没有找到',
    'bad-input': '内容无法读取',
    'too-large': '内容太大',
    archived: '病历已归档',
    conflict: '内容已在别处更改',
    locked: '工作区已加锁',
    forbidden: '没有权限',
    'wrong-key': '口令或密钥不对',
    'newer-version': '由更新版本的软件创建',
    corrupt: '数据损坏',
    'disk-full': '磁盘已满',
    io: '读写失败',
    cancelled: '已取消',
    'engine-down': '后台暂不可用',
    internal: '内部错误',
  },
};

export const type = {
  disease: '疾病',
  symptom: '症状',
  sign: '体征',
  finding: '检查结果',
  exam: '检查',
  drug: '药物',
  treatment: '治疗',
  department: '科室',
  anatomy: '部位',
  cause: '病因',
  other: '其他',
};

export const assertion = {
  present: '存在',
  negated: '否认',
  uncertain: '疑似',
  family: '家族史',
  historical: '既往',
  hypothetical: '假设',
};

export const relation = {
  SameAs: '同义名称',
  HasSymptom: '症状',
  HasSign: '体征',
  HasFinding: '检查结果',
  NeedsExam: '所需检查',
  TreatedByDrug: '治疗药物',
  TreatedBy: '治疗方法',
  HasComplication: '并发症',
  CausedBy: '病因',
  LocatedIn: '部位',
  InDepartment: '就诊科室',
  DifferentialFrom: '鉴别诊断',
  IsA: '属于',
};

export const step = { BroaderThan: '上位概念', NegativeResult: '结果阴性', Documented: '病历写明' };

export const relationIn = {
  SameAs: '同义名称',
  HasSymptom: '见于疾病',
  HasSign: '见于疾病',
  HasFinding: '见于疾病',
  NeedsExam: '用于检查疾病',
  TreatedByDrug: '用于治疗疾病',
  TreatedBy: '用于治疗疾病',
  HasComplication: '可并发于',
  CausedBy: '可引起',
  LocatedIn: '发生于此',
  InDepartment: '诊治疾病',
  DifferentialFrom: '需鉴别于',
  IsA: '下位概念',
};

export const fact = {
  en: '英文名',
  icd10: 'ICD-10',
  sex: '性别',
  age: '年龄',
  frequency: '常见程度',
  urgent: '急危',
  description: '说明',
};
