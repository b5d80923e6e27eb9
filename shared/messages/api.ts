/** The programming interface of the server: cards of CDS Hooks, refusals, and its own description. */
import { dictionary } from './dictionary.ts';

export const api = dictionary({
  'cds.title': { en: 'Meridian: findings of a patient', zh: 'Meridian 经络：患者要点' },
  'cds.description': {
    en: 'Critical values, and diagnoses ranked by evidence in the records, from the resources of the prefetch. Stores nothing unless the request asks for it.',
    zh: '根据随请求提供的资源，给出危急值和按证据排序的诊断建议。除非请求要求，否则不保存任何内容。',
  },
  'cds.requirements': {
    en: 'Needs the prefetch: the service connects to no FHIR server. Send the token of a clinician or administrator as bearer token.',
    zh: '必须提供 prefetch：本服务不连接任何 FHIR 服务器。请以医师或管理员的接口令牌作为 Bearer 令牌。',
  },
  'cds.no-prefetch': {
    en: 'The request has no prefetch, and this service fetches nothing itself. Needed: {{keys}}.',
    zh: '请求没有 prefetch，本服务不会自行获取数据。需要：{{keys}}。',
  },
  'cds.other-patient': {
    en: '{{resource}} does not belong to the patient {{patient}} of the request.',
    zh: '{{resource}} 不属于请求中的患者 {{patient}}。',
  },
  'cds.source': { en: 'Meridian {{version}}', zh: 'Meridian 经络 {{version}}' },
  'cds.critical': { en: 'Critical values: {{values}}', zh: '危急值：{{values}}' },
  'cds.diagnoses': { en: 'Diagnoses to consider: {{names}}', zh: '诊断建议：{{names}}' },
  'cds.score': { en: 'score {{score}}', zh: '评分 {{score}}' },
  'cds.cannot-miss': { en: 'cannot miss', zh: '勿漏诊' },
  'cds.documented': { en: 'named in the records ({{how}})', zh: '病历已提及（{{how}}）' },
  'cds.assertion-present': { en: 'present', zh: '存在' },
  'cds.assertion-negated': { en: 'negated', zh: '否定' },
  'cds.assertion-uncertain': { en: 'uncertain', zh: '可疑' },
  'cds.assertion-family': { en: 'family', zh: '家族' },
  'cds.assertion-historical': { en: 'historical', zh: '既往' },
  'cds.assertion-hypothetical': { en: 'hypothetical', zh: '假设' },
  'cds.for': { en: 'For: {{findings}}', zh: '支持：{{findings}}' },
  'cds.against': { en: 'Against: {{findings}}', zh: '反对：{{findings}}' },
  'cds.missing': { en: 'Expected but not found: {{findings}}', zh: '应有未见：{{findings}}' },
  'cds.support': {
    en: 'Scores of fit, no probabilities. They support and do not replace the clinician.',
    zh: '评分表示符合程度，不是概率；仅供参考，不能代替医师判断。',
  },
  'cds.unread': {
    en: {
      one: '{{count}} resource could not be read and is not considered.',
      other: '{{count}} resources could not be read and are not considered.',
    },
    zh: '有 {{count}} 项资源无法读取，未纳入分析。',
  },

  'api.title': { en: 'Meridian: programming interface', zh: 'Meridian 经络：编程接口' },
  'api.about': {
    en: 'Each request needs the token of a person (meridian people token) as bearer token, and may do what this person may. Everything is audited in their name with the label of the token.',
    zh: '每个请求须以某人的接口令牌（meridian people token）作为 Bearer 令牌，权限与此人相同；所有操作以此人名义、连同令牌标签记入审计日志。',
  },
  'api.no-json': { en: 'The body is no JSON.', zh: '请求正文不是 JSON。' },
  'api.no-token': { en: 'A valid token is needed.', zh: '需要有效的接口令牌。' },
  'api.no-operation': { en: 'There is no {{operation}} here.', zh: '没有接口 {{operation}}。' },
  'api.unknown-parameter': { en: 'There is no parameter {{name}}.', zh: '没有参数 {{name}}。' },
  'api.needs-type': {
    en: 'The content type must be {{types}}, without compression.',
    zh: '内容类型须为 {{types}}，且不压缩。',
  },
  'api.body-too-long': {
    en: 'The body is longer than {{bytes}} bytes.',
    zh: '请求正文超过 {{bytes}} 字节。',
  },
  'api.too-many': {
    en: 'Too many requests of this token; try again in {{seconds}} s.',
    zh: '此令牌的请求过多，请 {{seconds}} 秒后重试。',
  },
  'api.busy': { en: 'The server is busy or stopping.', zh: '服务器繁忙或正在停止。' },
  'api.list': { en: 'Lists records, oldest first, a page at a time', zh: '分页列出病历，从旧到新' },
  'api.search': { en: 'Finds records by words', zh: '按文字搜索病历' },
  'api.get': { en: 'Opens a record with its text; audited', zh: '打开病历及其正文；记入审计日志' },
  'api.annotate': {
    en: 'Mentions of a text with their assertions, sections and measured values; stores nothing',
    zh: '返回文本中的实体及其断言、章节和检验值；不保存',
  },
  'api.diagnose': {
    en: 'Ranks diagnoses for a text, with evidence; stores nothing',
    zh: '为文本给出按证据排序的诊断建议；不保存',
  },
  'api.import': {
    en: 'Keeps the records of a FHIR R4 Bundle in the workspace; answers 422 when none could be read',
    zh: '将 FHIR R4 Bundle 中的病历存入工作区；若全部无法读取则返回 422',
  },
  'api.export': {
    en: 'Exports records as a file, de-identified unless asked otherwise; audited',
    zh: '将病历导出为文件，默认去标识；记入审计日志',
  },
  'api.answer': { en: 'The answer', zh: '结果' },
  'api.file': { en: 'The file', zh: '文件' },
  'api.problem': {
    en: 'The request is refused, with the reason as application/problem+json (RFC 9457)',
    zh: '请求被拒绝，原因见 application/problem+json（RFC 9457）',
  },
  'api.language': {
    en: 'Language of messages: zh or en',
    zh: '消息语言：zh 或 en',
  },
  'api.request': { en: 'Request', zh: '请求' },
  'api.response': { en: 'Response', zh: '响应' },
  'api.parameters': { en: 'Parameters', zh: '参数' },
});
