/** The second look at what leaves. */
import { dictionary } from './dictionary.ts';

export const secondLook = dictionary({
  'look.too-much-left': {
    en: 'The second look found places that may point to a person and that nobody decided about: {{high}} of high, {{medium}} of medium, {{low}} of low risk in {{records}} records. The workspace does not allow so many to leave.',
    zh: '二次检查发现尚未处理的可疑身份信息：高风险 {{high}} 处，中风险 {{medium}} 处，低风险 {{low}} 处（共 {{records}} 份病历），超过本工作区允许导出的上限。',
  },
  'look.decide-first': {
    en: 'Remove or accept them one by one, or let all of a risk be removed (--remove-left high); an administrator sets the limits (Settings → De-identification).',
    zh: '请逐处删除或确认保留，或按风险全部删除（--remove-left high）；上限由管理员在“设置 → 去标识化”中设定。',
  },
  'look.left': {
    en: 'Second look at {{records}} records: left undecided {{high}} of high, {{medium}} of medium, {{low}} of low risk; removed {{removed}}, accepted {{accepted}}.',
    zh: '二次检查 {{records}} 份病历：未处理高风险 {{high}} 处，中风险 {{medium}} 处，低风险 {{low}} 处；已删除 {{removed}} 处，已确认保留 {{accepted}} 处。',
  },
  'look.risk-high': { en: 'high', zh: '高' },
  'look.risk-medium': { en: 'medium', zh: '中' },
  'look.risk-low': { en: 'low', zh: '低' },
  'look.reason-known-person': { en: 'listed name', zh: '名单中的姓名' },
  'look.reason-known-number': { en: 'listed number', zh: '名单中的编号' },
  'look.reason-replaced-elsewhere': { en: 'replaced elsewhere', zh: '他处已替换' },
  'look.reason-id-number': { en: 'identity number', zh: '证件号' },
  'look.reason-phone': { en: 'telephone', zh: '电话' },
  'look.reason-email': { en: 'e-mail', zh: '邮箱' },
  'look.reason-label': { en: 'value of a label', zh: '标签后的内容' },
  'look.reason-role': { en: 'name beside a role', zh: '称谓旁的姓名' },
  'look.reason-address': { en: 'address', zh: '地址' },
  'look.reason-institution': { en: 'institution', zh: '医疗机构' },
  'look.reason-date': { en: 'date', zh: '日期' },
  'look.reason-long-number': { en: 'long number', zh: '长数字' },
  'look.reason-code': { en: 'letters and digits', zh: '字母数字编号' },
  'look.reason-number': { en: 'number', zh: '数字' },
  'look.reason-latin-name': { en: 'Latin name', zh: '外文姓名' },
  'look.list-staff': { en: 'staff', zh: '职工' },
  'look.list-patients': { en: 'patients', zh: '患者' },
  'look.place': {
    en: '{{risk}} risk, {{reason}}: {{where}}: {{context}}',
    zh: '{{risk}}风险，{{reason}}：{{where}}：{{context}}',
  },
  'look.more': { en: '… and {{count}} more', zh: '……另有 {{count}} 处' },
  'look.list-written': {
    en: 'The list of {{places}} places is in {{path}}. It holds the words: keep it as you keep the records.',
    zh: '{{places}} 处的清单已写入 {{path}}，其中含原文，请与病历同样保管。',
  },
  'look.no-decision': {
    en: 'no place of a second look; a line is one of --leftovers with "decision": "remove", "accept" or null',
    zh: '不是二次检查的条目；每行应为 --leftovers 写出的条目，"decision" 为 "remove"、"accept" 或 null',
  },
  'look.anonymity-before': {
    en: 'Before ages, dates and places were made coarser: k = {{k}}; {{unique}} shared theirs with no other.',
    zh: '概化年龄、日期与地点之前：k = {{k}}；{{unique}} 份组合唯一。',
  },
  'look.anonymity': {
    en: 'Age, sex, place, month, occupation and diagnosis together: k = {{k}} over {{records}} records; {{unique}} share theirs with no other, {{small}} with fewer than four others; {{over89}} tell an age over 89.',
    zh: '年龄、性别、地点、月份、职业与诊断的组合：{{records}} 份病历的 k = {{k}}；{{unique}} 份组合唯一，{{small}} 份所在组不足 5 份；{{over89}} 份写有 89 岁以上年龄。',
  },
  'look.group': { en: '  {{count}} × {{values}}', zh: '  {{count}} 份：{{values}}' },
  'look.nothing-listed': {
    en: '{{name}} holds neither names nor numbers (of four digits and more).',
    zh: '{{name}} 中没有姓名，也没有四位以上的编号。',
  },
});
