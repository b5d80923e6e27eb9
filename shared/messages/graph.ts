/** Import of graphs, and the ranking of diagnoses. */
import { dictionary } from './dictionary.ts';

export const graph = dictionary({
  'diagnosis.men-only': { en: 'Occurs in men only.', zh: '患者为女性，此病仅见于男性。' },
  'diagnosis.women-only': { en: 'Occurs in women only.', zh: '患者为男性，此病仅见于女性。' },
  'diagnosis.usual-from': {
    en: 'Usual from {{from}} years of age; the patient is {{age}} old.',
    zh: '患者{{age}}，此病多见于{{from}}岁以上。',
  },
  'diagnosis.usual-in-newborns': {
    en: 'Usual in newborns; the patient is {{age}} old.',
    zh: '患者{{age}}，此病多见于新生儿期。',
  },
  'diagnosis.usual-up-to': {
    en: 'Usual up to {{to}} years of age; the patient is {{age}} old.',
    zh: '患者{{age}}，此病多见于{{to}}岁以下。',
  },
  'diagnosis.usual-between': {
    en: 'Usual between {{from}} and {{to}} years of age; the patient is {{age}} old.',
    zh: '患者{{age}}，此病多见于{{from}}～{{to}}岁。',
  },
  'diagnosis.years': { en: { one: '{{count}} year', other: '{{count}} years' }, zh: '{{count}}岁' },
  'diagnosis.months': { en: { one: '{{count}} month', other: '{{count}} months' }, zh: '{{count}}个月' },
  'diagnosis.days': { en: { one: '{{count}} day', other: '{{count}} days' }, zh: '{{count}}天' },
  'diagnosis.no-finding': {
    en: 'The record has no positive finding to go by.',
    zh: '病历中没有可用于推断的阳性发现。',
  },
  'diagnosis.few-findings': {
    en: 'Too few positive findings to go by: {{count}}.',
    zh: '可用于推断的阳性发现只有 {{count}} 项。',
  },
  'diagnosis.unspecific': {
    en: 'The findings are unspecific: many diseases have them.',
    zh: '已有发现缺乏特异性，许多疾病均可出现。',
  },
  'graph.import-taken-back': {
    en: 'Another process took this import back meanwhile.',
    zh: '另一进程已撤销此导入。',
  },
  'graph.empty-file': { en: '{{name}} is empty: 0 bytes.', zh: '文件 {{name}} 为空：0 字节。' },
  'graph.damaged-gzip': {
    en: '{{name}} is a damaged gzip file or was cut short: {{problem}}.',
    zh: 'gzip 文件 {{name}} 已损坏或不完整：{{problem}}。',
  },
  'graph.no-umls-files': {
    en: '{{folder}} is a folder without MRCONSO.RRF, MRSTY.RRF or MRREL.RRF.',
    zh: '文件夹 {{folder}} 中没有 MRCONSO.RRF、MRSTY.RRF 或 MRREL.RRF。',
  },
  'graph.lacks-columns': {
    en: 'This table lacks columns: it has {{columns}}.',
    zh: '表格缺少列，现有 {{columns}}。',
  },
  'graph.not-ntriples': {
    en: '{{name}}: none of the first {{lines}} lines is an N-Triples statement <s> <p> <o> .',
    zh: '{{name}}：前 {{lines}} 行中没有 N-Triples 语句 <s> <p> <o> .',
  },
  'graph.mrsty-alone': { en: 'MRSTY alone brings no names.', zh: '仅有 MRSTY 无法导入。' },
  'graph.not-utf8': {
    en: '{{name}} is not UTF-8: {{broken}} of the first {{lines}} lines cannot be decoded, first line {{first}}.',
    zh: '{{name}} 不是 UTF-8：前 {{lines}} 行中有 {{broken}} 行无法解码，首先是第 {{first}} 行。',
  },
  'graph.no-text': { en: '{{name}} holds no text.', zh: '文件 {{name}} 没有内容。' },
  'graph.utf16': { en: '{{name}} is UTF-16 text.', zh: '文件 {{name}} 是 UTF-16 编码。' },
  'graph.binary': {
    en: '{{name}} is a binary file, not text: a NUL byte at {{at}}.',
    zh: '{{name}} 是二进制文件，不是文本：第 {{at}} 字节为 NUL。',
  },
  'graph.wrong-columns': {
    en: '{{name}}: found {{count}} column(s): {{found}}; expected {{expected}}.',
    zh: '{{name}}：有 {{count}} 列：{{found}}；应为 {{expected}}。',
  },
  'graph.columns-triples': {
    en: 'a header with head, relation, tail, or exactly three columns',
    zh: '含头实体、关系、尾实体的表头，或恰好三列',
  },
  'graph.columns-any': {
    en: 'head, relation, tail; surface, canonical; code, name; one name a line; or the header of a known table',
    zh: '三元组、同义词、编码表、词表或已知表头',
  },
  'graph.columns-at-least': {
    en: 'at least {{required}} of {{columns}}',
    zh: '{{columns}} 中至少有 {{required}}',
  },
  'graph.columns-either': { en: '{{first}}; or {{second}}', zh: '{{first}}；或 {{second}}' },
  'graph.columns-umls': {
    en: 'a table of UMLS RRF: MRCONSO (18 columns), MRSTY (6) or MRREL (16), each line ending with |',
    zh: 'UMLS RRF 表：MRCONSO（18 列）、MRSTY（6 列）或 MRREL（16 列），每行以 | 结尾',
  },
  'graph.columns-words': {
    en: 'one name a line, or a name and its frequency',
    zh: '每行一个名称，或名称与词频',
  },
  'graph.columns-codes': { en: 'code and name', zh: '编码和名称' },
  'graph.columns-synonyms': { en: 'surface and canonical', zh: '别名和标准名' },
  'graph.no-rows': { en: '{{name}} holds no rows.', zh: '{{name}} 没有数据行。' },
  'graph.nothing-imported': {
    en: 'Nothing in {{name}} could be imported: {{refused}} refused, {{count}} as {{reason}}, such as line {{line}}: {{text}}.',
    zh: '{{name}} 中没有可导入的内容：拒绝 {{refused}} 行，其中 {{count}} 行为“{{reason}}”，如第 {{line}} 行：{{text}}。',
  },
  'graph.import-cancelled': { en: 'The import was cancelled.', zh: '导入已取消。' },
  'graph.another-import': { en: 'Another import or undo is under way.', zh: '另一个导入或撤销正在进行。' },
  'graph.no-entity': { en: 'There is no entity {{id}}.', zh: '没有实体 {{id}}。' },
  'graph.no-prediction': { en: 'There is no prediction {{id}}.', zh: '没有预测 {{id}}。' },
  'graph.no-relation': { en: 'The graph has no relation “{{name}}”.', zh: '图谱中没有关系“{{name}}”。' },
  'graph.no-vectors': {
    en: 'No vectors belong to the present graph.',
    zh: '没有属于当前图谱的向量。',
  },
  'graph.no-source': { en: 'There is no source {{id}}.', zh: '没有来源 {{id}}。' },
  'refused.invalid-utf8': { en: 'invalid UTF-8', zh: '不是 UTF-8' },
  'refused.line-too-long': { en: 'line too long', zh: '行过长' },
  'refused.open-quote': { en: 'a quote is never closed', zh: '引号未闭合' },
  'refused.too-many-columns': { en: 'over 16384 columns', zh: '列数超过 16384' },
  'refused.truncated': { en: 'truncated', zh: '内容被截断' },
  'refused.malformed-quotes': { en: 'malformed quotes', zh: '引号有误' },
  'refused.column-count': { en: 'wrong number of columns', zh: '列数不符' },
  'refused.empty-name': { en: 'empty name', zh: '名称为空' },
  'refused.long-name': { en: 'name too long, over 200 characters', zh: '名称过长，超过 200 个字符' },
  'refused.control-character': { en: 'control character in name', zh: '名称含控制字符' },
  'refused.broken-character': { en: 'broken character in name', zh: '名称含乱码' },
  'refused.empty-relation': { en: 'empty relation', zh: '关系为空' },
  'refused.self-reference': { en: 'head and tail are the same', zh: '首尾实体相同' },
  'refused.unknown-type': { en: 'unknown entity type', zh: '未知实体类型' },
  'refused.not-icd10': { en: 'not an ICD-10 code', zh: '不是 ICD-10 编码' },
  'refused.not-a-number': { en: 'frequency is not a number', zh: '词频不是数字' },
  'refused.malformed-json': { en: 'malformed JSON', zh: 'JSON 有误' },
  'refused.no-name-field': { en: 'no name field', zh: '缺少 name 字段' },
  'refused.wrong-field': { en: 'field is neither text nor a list of texts', zh: '字段类型不符' },
  'refused.malformed-triple': { en: 'malformed N-Triples line', zh: 'N-Triples 行有误' },
  'refused.unnamed-node': { en: 'node without a name', zh: '节点没有名称' },
  'refused.suppressed': { en: 'suppressed in UMLS', zh: 'UMLS 已停用' },
  'refused.other-language': { en: 'neither English nor Chinese', zh: '既非英文也非中文' },
  'refused.not-cui': { en: 'not a concept identifier', zh: '不是 CUI' },
  'refused.unknown-concept': { en: 'unknown concept', zh: '概念未导入' },
  'phrases.no-list': { en: 'There is no list of phrases {{id}}.', zh: '没有短语表 {{id}}。' },
  'phrases.no-list-named': {
    en: 'There is no list of phrases named {{name}}.',
    zh: '没有名为 {{name}} 的短语表。',
  },
  'phrases.name-taken': {
    en: 'There is already a list of phrases named {{name}}.',
    zh: '已有名为 {{name}} 的短语表。',
  },
  'phrases.no-graph': {
    en: 'The graph is empty; its names are the examples from which phrases are learnt.',
    zh: '图谱是空的；短语要以图谱中的名称为例来学习。',
  },
  'phrases.no-text': { en: 'The texts hold no Chinese characters.', zh: '文本中没有汉字。' },
  'phrases.too-few-names': {
    en: 'The texts hold {{found}} names of the graph at least {{count}} times; {{needed}} are needed as examples.',
    zh: '文本中出现至少 {{count}} 次的图谱名称只有 {{found}} 个，至少需要 {{needed}} 个作为例子。',
  },
  'phrases.bad-text': {
    en: '“{{text}}” is no phrase: it needs two characters at least and no white space.',
    zh: '“{{text}}”不能作为短语：至少两个字符，且不含空白。',
  },
  'phrases.bad-cuts': {
    en: '“{{text}}”: parts must not be empty.',
    zh: '“{{text}}”：切分后的部分不能为空。',
  },
  'phrases.wrong-line': {
    en: 'Line {{line}} of {{name}} is neither a phrase nor a cut point: {{text}}',
    zh: '{{name}} 第 {{line}} 行既不是短语也不是切分字：{{text}}',
  },
  'phrases.too-many': {
    en: '{{name}} holds {{phrases}} phrases; a list holds at most {{limit}}.',
    zh: '{{name}} 含 {{phrases}} 个短语；一个短语表至多 {{limit}} 个。',
  },
  'phrases.empty-file': { en: '{{name}} holds no phrases.', zh: '{{name}} 中没有短语。' },
  'graph.no-same-names': {
    en: 'The graph has no synonym that could be told from 19 like names of its type.',
    zh: '图谱中没有可与 19 个同类型相近名称区分的同义词。',
  },
  'graph.no-entity-named': { en: 'There is no entity named {{name}}.', zh: '没有名为 {{name}} 的实体。' },
  'graph.no-entity-but-near': {
    en: 'There is no entity named {{name}}; near it: {{near}}.',
    zh: '没有名为 {{name}} 的实体，相近的有：{{near}}。',
  },
  'entity-type.disease': { en: 'disease', zh: '疾病' },
  'entity-type.symptom': { en: 'symptom', zh: '症状' },
  'entity-type.sign': { en: 'sign', zh: '体征' },
  'entity-type.finding': { en: 'finding', zh: '检查结果' },
  'entity-type.exam': { en: 'exam', zh: '检查' },
  'entity-type.drug': { en: 'drug', zh: '药物' },
  'entity-type.treatment': { en: 'treatment', zh: '治疗' },
  'entity-type.department': { en: 'department', zh: '科室' },
  'entity-type.anatomy': { en: 'anatomy', zh: '部位' },
  'entity-type.cause': { en: 'cause', zh: '病因' },
  'entity-type.other': { en: 'other', zh: '其他' },
  'graph.changed-meanwhile': {
    en: 'The graph has changed since at one of these places.',
    zh: '图谱的相关内容此后已有变化。',
  },
  'graph.entity-changed': {
    en: '“{{name}}” is no longer as it was seen.',
    zh: '“{{name}}”已与所见不同。',
  },
  'graph.name-taken': {
    en: 'Entity {{id}} of type {{type}} has the name “{{name}}” already.',
    zh: '实体 {{id}}（{{type}}）已使用名称“{{name}}”。',
  },
  'graph.nothing-to-change': { en: 'There is nothing to change.', zh: '没有要更改的内容。' },
  'graph.nothing-to-undo': { en: 'There is no edit to undo.', zh: '没有可撤销的修改。' },
  'graph.nothing-to-redo': { en: 'There is no edit to do again.', zh: '没有可重做的修改。' },
  'graph.own-name-stays': {
    en: '“{{name}}” is the entity’s own name. Give it another one first.',
    zh: '“{{name}}”是实体的首选名称，请先改名。',
  },
  'graph.same-entity': {
    en: 'Both ends are “{{name}}”.',
    zh: '两端都是“{{name}}”。',
  },
  'graph.bad-name': {
    en: '“{{name}}” cannot be a name: {{problem}}.',
    zh: '“{{name}}”不能作为名称：{{problem}}。',
  },
  'graph.bad-fact': {
    en: 'The fact “{{key}}” has no value that can be kept.',
    zh: '属性“{{key}}”没有有效的值。',
  },
  'graph.bad-relation': { en: '“{{name}}” cannot be a relation.', zh: '“{{name}}”不能作为关系。' },
  'graph.wrong-ends': {
    en: '{{relation}} does not lead from {{head}} to {{tail}}.',
    zh: '关系 {{relation}} 不能从“{{head}}”指向“{{tail}}”。',
  },
  'graph.nothing-to-decide': {
    en: 'No item can be decided so.',
    zh: '没有可如此处理的条目。',
  },
  'graph.query-refused': {
    en: 'The query cannot be answered; SELECT and ASK over this graph can: {{problem}}',
    zh: '无法回答该查询；仅支持对本图谱的 SELECT 和 ASK：{{problem}}',
  },
  'graph.query-outside': {
    en: '{{word}} would ask for data outside of this graph, which never happens.',
    zh: '{{word}} 会访问本图谱以外的数据，一律不允许。',
  },
  'graph.query-prefix': {
    en: 'line {{line}}, column {{column}}: a prefix is not known here; e:, t:, r:, f:, rdfs: and skos: need no declaration',
    zh: '第 {{line}} 行第 {{column}} 列：前缀未定义；e:、t:、r:、f:、rdfs:、skos: 无需声明',
  },
  'graph.query-syntax': {
    en: 'line {{line}}, column {{column}}: {{problem}}',
    zh: '第 {{line}} 行第 {{column}} 列：{{problem}}',
  },
  'graph.query-too-long': {
    en: 'The query took longer than {{seconds}} seconds and was ended.',
    zh: '查询超过 {{seconds}} 秒，已终止。',
  },
  'graph.undo-edits-singly': {
    en: 'What people added is undone edit by edit.',
    zh: '人工添加的内容请逐条撤销。',
  },
});
