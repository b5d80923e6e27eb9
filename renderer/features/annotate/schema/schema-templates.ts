/** Schemas to begin with. Names are what files of these data sets use, so that exports and imports fit. */
import { STYLE_ORDER } from '../../../../shared/annotation-styles.ts';
import {
  AnnotationSchema,
  type AttributeType,
  type SpanType,
} from '../../../../shared/domain/annotation-schema.ts';

type TypeRow = readonly [name: string, title: string, description: string];

/** Assigns keys 1, 2, 3 … and styles in the order of the rows. */
const spansOf = (rows: readonly TypeRow[]): Partial<SpanType>[] =>
  rows.map(([name, title, description], i) => ({
    name,
    title,
    description,
    look: STYLE_ORDER[i] ?? i,
    key: i < 9 ? String(i + 1) : [...'qwertyuiop'][i - 9],
  }));

const ASSERTION: Partial<AttributeType> = {
  name: 'assertion',
  title: '断言',
  kind: 'choice',
  values: ['存在', '否认', '疑似', '既往', '家族史', '假设'],
  types: ['疾病', '症状', '体征'],
};

export const TEMPLATE_NAMES = ['emr', 'cmeee', 'ccks', 'yidu', 'empty'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

export const TEMPLATES: Readonly<Record<TemplateName, AnnotationSchema>> = {
  emr: AnnotationSchema.parse({
    spans: spansOf([
      ['疾病', '', '疾病、综合征、中毒或受伤'],
      ['症状', '', '患者主观感到的不适'],
      ['体征', '', '体格检查客观发现的异常'],
      ['检查', '', '影像、内镜等检查项目'],
      ['检验', '', '化验项目'],
      ['结果', '', '检查与检验的值或描述'],
      ['药物', '', '药名，不含剂量'],
      ['治疗', '', '手术、操作与其他治疗'],
      ['部位', '', '身体部位'],
    ]),
    attributes: [ASSERTION, { name: 'uncertain', title: '拿不准', kind: 'flag' }],
    relations: [
      { name: '位于', from: ['疾病', '症状', '体征'], to: ['部位'], key: 'l' },
      { name: '结果为', from: ['检查', '检验'], to: ['结果'], key: 'v' },
      { name: '用于治疗', from: ['药物', '治疗'], to: ['疾病', '症状'], key: 't' },
    ],
    labels: [{ name: '住院', group: '就诊' }, { name: '门诊', group: '就诊' }, { name: '质量问题' }],
    guidelines: `# 标注指南
**标最短的完整说法**：标“胸痛”，不标“突发胸痛”。

- 否定词不进标注，用属性**断言**表示：“否认发热”标“发热”，断言为*否认*。
- 部位单独标，再用关系**位于**连到疾病或症状。
- 同一处可以嵌套：“右下肺癌”是疾病，其中“右下肺”是部位。
- 拿不准时先标上，勾选**拿不准**，并写备注。
`,
  }),
  cmeee: AnnotationSchema.parse({
    spans: spansOf([
      ['dis', '疾病', '疾病、综合征、中毒或受伤、器官或细胞受损'],
      ['sym', '临床表现', '症状与体征；可以嵌套其他实体'],
      ['pro', '医疗程序', '检查程序、治疗或预防程序'],
      ['equ', '医疗设备', '检查设备与治疗设备'],
      ['dru', '药物', '药物与疫苗'],
      ['ite', '医学检验项目', '取体液或组织检验的项目'],
      ['bod', '身体', '身体物质与身体部位'],
      ['dep', '科室', '医院科室'],
      ['mic', '微生物类', '细菌、病毒、真菌及其毒素'],
    ]),
    guidelines: `# CMeEE 九类实体
- 只有**临床表现**可以嵌套其他实体，其余取最长的完整说法。
- 标点不放在实体的首尾。
`,
  }),
  ccks: AnnotationSchema.parse({
    spans: spansOf([
      ['症状和体征', '', '患者感到或检查发现的异常'],
      ['检查和检验', '', '检查、检验项目'],
      ['疾病和诊断', '', '疾病与医生的诊断'],
      ['治疗', '', '药物、手术与其他治疗'],
      ['身体部位', '', '身体部位'],
    ]),
    guidelines: '# CCKS 2017 五类实体\n实体互不嵌套。\n',
  }),
  yidu: AnnotationSchema.parse({
    spans: spansOf([
      ['疾病和诊断', '', '医学上定义的疾病，以及医生的病因、病理、分型分期诊断'],
      ['影像检查', '', 'X 线、CT、MR、PET-CT 等，含造影、超声与心电图'],
      ['实验室检验', '', '在实验室进行的检验项目'],
      ['手术', '', '外科手术与切除、缝合等操作'],
      ['药物', '', '用于治疗的具体化学物质'],
      ['解剖部位', '', '疾病、症状和体征所在的部位'],
    ]),
    guidelines: '# Yidu-S4K / CCKS 2019 六类实体\n实体互不嵌套。\n',
  }),
  empty: AnnotationSchema.parse({}),
};
