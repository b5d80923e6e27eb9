/**
 * Composes layouts from parts: forms, tables and lists of any fields under any labels, sentences and lines of
 * `phrases.txt`, text without identifiers of `negatives.txt`, sentences of public texts (`carriers.ts`).
 * No two are alike, so that a tagger cannot learn places of a form by heart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeidField } from '../../../../shared/domain/deid.ts';
import { type DeidRules, loadDeidRules } from '../../../deid/rules.ts';
import { carrierTemplate } from './carriers.ts';
import type { Draw } from './draw.ts';

/** Slot of each field in a form, with labels beyond those that the rules know. */
const FIELDS: readonly (readonly [field: DeidField, slots: string, labels: string])[] = [
  [
    'name',
    '{p} {p} {p} {p.m}',
    '姓名 姓名 姓名 受检者 就诊人 被保险人 申请人 当事人 伤者 逝者 学员 客户姓名 Name Patient xm pat_name 被鉴定人 投诉人 受血者 新生儿',
  ],
  [
    'contact',
    '{k1} {k2} {k1}（{k1w}） {k1}（{k1w}，{tel}） {k1.titled}',
    '家属 联系人 监护人 陪同 委托人 报警人 代办人 领取人 取药人 丈夫 妻子 父 母 担保人 lxr NOK 签收人 申报人',
  ],
  [
    'doctor',
    '{d1} {d2} {d3} {d1}、{d2} {d1}/{d2} {d1.titled}',
    '医师 主治 责任护士 护士 记录 报告 审核 操作 术者 麻醉 查对 经办 采血 调配 发药 技师 医生签名 管床 接诊 doctor Dr 录入 复核 配血 带教 分诊 处方 核对 主检 随访医生 家庭医生',
  ],
  ['id-number', '{id}', '身份证 身份证号 证件 公民身份号码 ID idno sfzh 护照 证件号'],
  ['phone', '{tel} {tel} {tel}（{k1w}）', '电话 手机 联系电话 Tel 联系方式 TEL Mobile 家属电话 dh 热线'],
  ['email', '{mail} {wx}', 'Email 邮箱 微信 WeChat QQ'],
  ['address', '{addr}', '住址 现住址 地址 家庭住址 居住地 户籍 户口 Addr 通讯处 住所'],
  ['birthplace', '{birth}', '出生地 出生地点 Birthplace'],
  ['native-place', '{native}', '籍贯 祖籍 原籍'],
  ['workplace', '{work}', '工作单位 单位 学校 服务单位 用人单位 公司 单位名称'],
  ['institution', '{hosp}', '医院 送检单位 就诊医院 机构 转出医院 采血点 检测机构 单位'],
  ['postcode', '{zip}', '邮编 邮政编码'],
  ['inpatient-number', '{ip}', '住院号 ZYH 住院ID 住院登记号 Adm.No'],
  ['outpatient-number', '{opn}', '门诊号 卡号 就诊号 急诊号 挂号'],
  ['record-number', '{mr}', '病案号 病历号 ID号 MRN 登记号 健康档案号 患者ID 病员号'],
  ['bed-number', '{bed}', '床号 床位 床 Bed'],
  ['account-number', '{card}', '医保号 医保卡 社保号 银行卡 保单号 账号 参合号'],
  [
    'other-number',
    '{ex}',
    '检查号 标本号 条码 影像号 病理号 申请单 流水号 样本编号 报告号 片号 案号 编号 No. 序号 管号',
  ],
  [
    'date',
    '{d} {d} {d} {d}{time} {d} {time} {b}',
    '日期 入院 出院 时间 检查日期 报告时间 出生日期 手术日期 采样 登记 就诊时间 DOB Date 接种 末次月经 预产期 打印',
  ],
];

/** Fields of forms that identify nobody. */
const OTHERS: readonly string[] =
  '性别={sex} 年龄={age} 年龄={agen} 民族={nation} 职业={job} 婚姻=已婚 婚姻=未婚 科室={ward} 科别={ward} 诊断={dis} 临床诊断={dis} 主诉={sym}{dur} 血型=A型 血型=O 费别=医保 费别=自费 体重={num}kg 身高=1{n2}cm 手术={op} 项目={exam} 结果={find} 药品={drug} 用法={dose} 过敏史=无 体温=36.{n1}℃ 血压={num}mmHg 金额={num}元 关系={k1w} 备注={ww} 病区={ward} 标本=血清 部位={anat} 数量={num}{unit} 住院天数={n2} 症状={sym} 处理={ww} 等级=Ⅱ级 状态={w}'.split(
    ' ',
  );

const BETWEEN = [
  '：',
  '：',
  '：',
  '：',
  ':',
  ': ',
  '： ',
  ' ',
  '  ',
  '　',
  '=',
  '\t',
  '',
  '|',
  '】',
  '——',
  '（',
  '\n',
];
const ITEMS = ['\n', '\n', '\n', '  ', ' ', '　', '    ', '；', '，', '\t', ' | ', '|', ' / ', '\n\n', '。'];
const TITLES =
  '入院记录 出院小结 护理记录 检验报告单 病程记录 会诊单 知情同意书 门诊病历 手术记录 麻醉记录 随访表 交班本 转诊单 病情摘要 体检报告 急诊病历 死亡记录 产程记录 通话记录 登记表 查房 聊天记录 处方笺 化验单 申请单 鉴定意见书 疾病证明书 收费清单 接诊记录 调查笔录'.split(
    ' ',
  );

const lines = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

interface Parts {
  readonly phrases: readonly string[];
  readonly negatives: readonly string[];
  readonly labels: DeidRules['labels'];
}

let read: Parts | undefined;
const parts = (): Parts => {
  read ??= {
    phrases: lines('phrases.txt'),
    negatives: lines('negatives.txt'),
    labels: loadDeidRules().labels,
  };
  return read;
};

/** Share of layouts that are passages of public texts, and of their sentences that get identifiers. */
const PASSAGES = { share: 0.15, identified: 0.4 };

/** Returns the template of one more layout. @param carriers sentences of `carrierSentences`, in the order of their texts */
export function composedTemplate(draw: Draw, carriers: readonly string[] = []): string {
  if (carriers.length > 0 && draw.chance(PASSAGES.share)) return passage(draw, carriers);
  const count = draw.between(2, 9);
  const title = draw.chance(0.5) ? [draw.pick(['', '{hosp}', '{hosp}{ward}']) + draw.pick(TITLES)] : [];
  const body = Array.from({ length: count }, () => composedPart(draw, carriers));
  return [...title, ...body].join(draw.pick(['\n', '\n', '\n', '\n', ' ', '', '　', '\n\n']));
}

/** Returns sentences that follow each other, most of them as they are. */
function passage(draw: Draw, carriers: readonly string[]): string {
  const from = draw.between(0, carriers.length - 1);
  return carriers
    .slice(from, from + draw.between(4, 14))
    .map((sentence) => (draw.chance(PASSAGES.identified) ? carrierTemplate(sentence, draw) : sentence))
    .join(draw.pick(['', '', '\n', ' ']));
}

/** Returns one part: a form, a table, a line of phrases, a sentence, text without identifiers. */
export function composedPart(draw: Draw, carriers: readonly string[]): string {
  const { phrases, negatives } = parts();
  const kind = draw.between(1, 20);
  if (kind <= 3) return form(draw);
  if (kind === 4) return table(draw);
  if (kind === 5) return json(draw);
  if (kind <= 12) return draw.pick(phrases);
  if (kind <= 17 && carriers.length > 0) return carrierTemplate(draw.pick(carriers), draw);
  return draw.pick(negatives);
}

interface Cell {
  readonly label: string;
  readonly value: string;
}

function cell(draw: Draw): Cell {
  if (draw.chance(0.4)) {
    const [label = '', value = ''] = draw.pick(OTHERS).split('=');
    return { label, value };
  }
  const [field, slots, labels] = draw.pick(FIELDS);
  const known = parts().labels[field] ?? [];
  const label = draw.chance(0.5) && known.length > 0 ? draw.pick(known) : draw.pick(labels.split(' '));
  return { label, value: draw.pick(slots.split(' ')) };
}

const cells = (draw: Draw, from: number, to: number): Cell[] =>
  Array.from({ length: draw.between(from, to) }, () => cell(draw));

/** Returns labels with their values, in one manner. */
function form(draw: Draw): string {
  const [between, items] = [draw.pick(BETWEEN), draw.pick(ITEMS)];
  const before = between === '】' ? '【' : '';
  const after = between === '（' ? '）' : '';
  return cells(draw, 2, 12)
    .map(({ label, value }) => {
      const written = /^\p{Script=Han}{2}$/u.test(label) && draw.chance(0.1) ? [...label].join('　') : label;
      return before + written + between + value + after;
    })
    .join(items);
}

/** Returns rows under a head, each of another person. */
function table(draw: Draw): string {
  const columns = cells(draw, 3, 8);
  const gap = draw.pick(['\t', '\t', ' | ', '|', '  ', ',', '　']);
  const rows = Array.from({ length: draw.between(1, 4) }, (_, i) =>
    columns.map(({ value }) => value.replace('{p}', i === 0 ? '{p}' : `{o${i}}`)).join(gap),
  );
  const head = draw.chance(0.8) ? [columns.map(({ label }) => label).join(gap)] : [];
  return [...head, ...rows].join('\n');
}

function json(draw: Draw): string {
  const quote = draw.pick(['"', '"', '']);
  const pairs = cells(draw, 2, 8).map(
    ({ label, value }) => `${quote}${label}${quote}:${quote}${value}${quote}`,
  );
  return `${pairs.join(draw.pick([',', ', ', ';']))}`;
}
