/** Faults of fields, lines and elements in files. Each completes "place: …". */
import { dictionary } from './dictionary.ts';

export const faults = dictionary({
  'fault.in-line': { en: 'line {{line}}: {{problem}}', zh: '第 {{line}} 行：{{problem}}' },
  'fault.in-row': { en: 'row {{row}}: {{problem}}', zh: '第 {{row}} 行：{{problem}}' },
  'fault.no-text': { en: 'is missing or no text', zh: '缺失或不是文本' },
  'fault.among-fields': {
    en: '{{fault}}; the fields here are {{fields}}',
    zh: '{{fault}}；此处的字段有：{{fields}}',
  },
  'fault.not-text': { en: 'is no text', zh: '不是文本' },
  'fault.no-text-or-number': { en: 'is neither text nor number', zh: '既非文本也非数字' },
  'fault.empty': { en: 'is empty', zh: '内容为空' },
  'fault.nothing': { en: 'missing', zh: '缺失' },
  'fault.missing': { en: 'is missing or empty', zh: '缺失或为空' },
  'fault.too-long': { en: 'has over {{limit}} characters', zh: '超过 {{limit}} 个字符' },
  'fault.no-list': { en: 'is missing or no list', zh: '缺失或不是列表' },
  'fault.no-object': { en: 'is no JSON object', zh: '不是 JSON 对象' },
  'fault.no-base64': { en: 'is no base64', zh: '不是 base64' },
  'fault.no-utf8': { en: 'it is no UTF-8 text', zh: '不是 UTF-8 文本' },
  'fault.wrong-field': { en: '{{problem}}', zh: '格式不符：{{problem}}' },
  'fault.reserved': { en: 'cannot be __proto__', zh: '不能是 __proto__' },
  'fault.several-labels': {
    en: {
      one: 'holds {{count}} label; with several a text the task is diagnose',
      other: 'holds {{count}} labels; with several a text the task is diagnose',
    },
    zh: '含 {{count}} 个标签；一份文本有多个标签时任务为 diagnose',
  },
  'fault.multi-hot': {
    en: 'holds a 0 or 1 for every label (multi-hot); write the names of the labels that hold, as ["fever", "cough"]',
    zh: '为每个标签各写 0 或 1（multi-hot）；请改写成立的标签名，如 ["发热", "咳嗽"]',
  },
  'fault.unsaid-counting': {
    en: 'may count UTF-16 code units or code points, which differ in this text; add the entity\'s "text"',
    zh: '无法判断偏移按 UTF-16 码元还是码点计数，两者在此文本中不同；请为实体加上 "text"',
  },
  'fault.no-share': { en: '{{value}} is no number from 0 to 1', zh: '{{value}} 不是 0 到 1 之间的数' },
  'fault.no-whole-number': { en: '{{value}} is no whole number from 0', zh: '{{value}} 不是非负整数' },
  'fault.end-before-start': {
    en: '{{end}} is not after the start, {{start}}',
    zh: '终点 {{end}} 不在起点 {{start}} 之后',
  },
  'fault.past-end': {
    en: '{{offset}} is past the end of the text, {{length}}',
    zh: '{{offset}} 超出文本长度 {{length}}',
  },
  'fault.offset-past-end': {
    en: 'an offset is past the end of the text of {{length}} characters',
    zh: '偏移超出文本长度 {{length}}',
  },
  'fault.no-place': {
    en: '{{start}} to {{end}} is no place in the text of {{length}} characters',
    zh: '{{start}} 至 {{end}} 不在长度为 {{length}} 的文本内',
  },
  'fault.outside': { en: '{{offsets}} is outside of the text', zh: '{{offsets}} 超出文本' },
  'fault.inside-character': { en: 'begins or ends inside a character', zh: '边界位于字符内部' },
  'fault.offset-inside-character': {
    en: '{{offset}} is inside a character (offsets count UTF-16 code units)',
    zh: '{{offset}} 位于字符内部（偏移按 UTF-16 码元计）',
  },
  'fault.out-of-order': {
    en: 'begins at {{start}}, not after {{last}}',
    zh: '起点 {{start}} 不在 {{last}} 之后',
  },
  'fault.other-words': {
    en: '{{words}} does not stand at {{place}}, there is {{found}}',
    zh: '{{place}} 处不是 {{words}}，而是 {{found}}',
  },
  'fault.other-words-there': {
    en: '{{words}} does not stand there in the text, but {{found}}',
    zh: '文本此处不是 {{words}}，而是 {{found}}',
  },
  'fault.id-twice': { en: '{{id}} is there twice', zh: '{{id}} 重复出现' },
  'fault.no-annotation': { en: 'there is no annotation {{id}}', zh: '没有标注 {{id}}' },
  'fault.no-annotation-in-layer': {
    en: 'there is no annotation {{what}} of the layer {{layer}}',
    zh: '图层 {{layer}} 没有标注 {{what}}',
  },
  'fault.no-span': { en: '{{id}} is no span', zh: '{{id}} 不是标注' },
  'fault.no-document': { en: 'there is no document {{place}} with a text', zh: '没有带文本的文档 {{place}}' },
  'fault.no-author': { en: 'does not say who annotated it', zh: '未注明标注者' },
  'fault.no-answer': {
    en: 'name answer {{number}}, which no file answers.jsonl beside this one holds',
    zh: '引用了答案 {{number}}，同一文件夹的 answers.jsonl 中没有它',
  },
  'fault.absent-words': {
    en: 'names {{words}}, which the text does not hold',
    zh: '含有原文中没有的“{{words}}”',
  },
  'fault.no-tag-a-character': {
    en: 'is not one of B, I and O for each character of the sentence',
    zh: '不是与句子逐字对应的 B、I、O 标签',
  },
  'fault.no-type-name': { en: 'is no name of a type', zh: '不是类型名' },
  'fault.type-too-long': { en: 'the type has over {{limit}} characters', zh: '类型名超过 {{limit}} 个字符' },
  'fault.type-length': {
    en: 'the type {{type}} is empty or has over {{limit}} characters',
    zh: '类型 {{type}} 为空或超过 {{limit}} 个字符',
  },
  'json.none': { en: 'no JSON', zh: '不是 JSON' },
  'json.value': { en: 'a value', zh: '值' },
  'json.end': { en: 'the end', zh: '结尾' },
  'json.comma': { en: ', or {{close}}', zh: '逗号或 {{close}}' },
  'json.name': { en: 'a field name in quotes', zh: '带引号的字段名' },
  'json.colon': { en: ':', zh: '冒号' },
  'json.ends-early': { en: 'the JSON ends where {{wanted}} should stand', zh: 'JSON 不完整，缺少{{wanted}}' },
  'json.unexpected': {
    en: '{{found}} stands where {{wanted}} should be',
    zh: 'JSON 格式错误：{{found}} 处应为{{wanted}}',
  },
  'json.unended-text': { en: 'this text in quotes does not end', zh: '字符串没有结束' },
  'json.wrong-character': { en: 'a character that a text in quotes cannot hold', zh: '字符串中有非法字符' },
  'fault.no-meridian-head': {
    en: 'the first line does not say "format": "{{format}}"',
    zh: '首行不是 "format": "{{format}}"',
  },
  'fault.document-count': {
    en: 'the file announces {{announced}} documents and holds {{found}}; it is cut off or was put together from others',
    zh: '文件声明有 {{announced}} 份文档，实有 {{found}} 份，可能不完整或由多个文件拼成',
  },
  'fault.no-text-file': { en: 'its text {{name}}.txt is missing', zh: '缺少对应的文本文件 {{name}}.txt' },
  'fault.no-section': { en: 'there is no section [{{section}}]', zh: '没有小节 [{{section}}]' },
  'fault.section-expected': { en: 'no section has begun', zh: '缺少小节标题' },
  'fault.no-line-of-section': { en: 'this is no line of [{{section}}]', zh: '不是 [{{section}}] 的有效行' },
  'fault.id-on-line': { en: '{{id}} is already on line {{line}}', zh: '{{id}} 与第 {{line}} 行重复' },
  'fault.unknown-line': { en: 'no line begins with {{letter}}', zh: '无法识别以 {{letter}} 开头的行' },
  'fault.line-form': {
    en: 'the line should be like {{form}} (⇥ a tab)',
    zh: '行格式应为 {{form}}（⇥ 为制表符）',
  },
  'fault.too-many-fragments': { en: 'over {{limit}} fragments', zh: '片段超过 {{limit}} 个' },
  'fault.stray-tag': {
    en: '{{tag}} goes on where no {{type}} has begun',
    zh: '{{tag}} 之前缺少 {{type}} 的 B 标签',
  },
  'fault.unended-tag': {
    en: '{{type}} has begun and does not end with E-{{type}}',
    zh: '{{type}} 缺少对应的 E-{{type}}',
  },
  'fault.no-token': { en: 'no token stands in the file', zh: '文件中没有字符' },
  'fault.conll-line': {
    en: 'a line needs a character and a tag, with a tab or a blank between',
    zh: '每行应为字符和标签两列，以制表符或空格分隔',
  },
  'fault.no-tag': { en: '{{tag}} is no tag of BIO or BIOES', zh: '{{tag}} 不是 BIO 或 BIOES 标签' },
  'fault.no-fhir-resource': { en: 'is no resource of FHIR', zh: '不是 FHIR 资源' },
  'fault.no-span-triple': { en: 'is not [start, end, label]', zh: '应为 [起点, 终点, 标签]' },
  'fault.no-doccano-label': {
    en: 'is neither a class, nor [start, end, label], nor an entity',
    zh: '既非类别，也非 [起点, 终点, 标签] 或实体',
  },
  'fault.no-text-field': {
    en: 'has no field "text", nor one text alone',
    zh: '没有字段 text，也不是只有一个文本字段',
  },
  'fault.stacked': {
    en: '{{values}} values where the layer {{layer}} has {{stacked}}',
    zh: '有 {{values}} 个值，图层 {{layer}} 应有 {{stacked}} 个',
  },
  'fault.no-token-number': {
    en: '{{id}} is no number of a token (1-1, 1-1.1)',
    zh: '{{id}} 不是词编号（如 1-1、1-1.1）',
  },
  'fault.no-webanno-head': {
    en: 'the first line is not "#FORMAT=WebAnno TSV 3.3"',
    zh: '首行不是 "#FORMAT=WebAnno TSV 3.3"',
  },
  'fault.webanno-version': {
    en: 'version {{version}} is not one of {{known}}',
    zh: '版本 {{version}} 不受支持，支持 {{known}}',
  },
  'fault.webanno-layer': {
    en: 'a layer begins with #T_SP=, #T_RL= or #T_CH=',
    zh: '图层声明应以 #T_SP=、#T_RL= 或 #T_CH= 开头',
  },
  'fault.webanno-relation': {
    en: 'a relation layer ends with BT_ and the layer it is between',
    zh: '关系图层应以 BT_ 和所连图层结尾',
  },
  'fault.no-tokens-in-sentence': { en: 'this sentence has no tokens', zh: '句子没有词' },
  'fault.no-sentence-text': { en: 'a sentence begins with #Text=', zh: '句子应以 #Text= 开头' },
  'fault.no-offsets': { en: '{{value}} are no offsets (0-4)', zh: '{{value}} 不是偏移（如 0-4）' },
  'fault.column-count': {
    en: 'has {{given}} columns instead of {{expected}}',
    zh: '有 {{given}} 列，应有 {{expected}} 列',
  },
  'fault.whole-token-first': { en: 'a sentence begins with a whole token', zh: '句子须以完整的词开头' },
  'fault.inside-sentence': {
    en: 'begins at {{begin}}, inside the sentence before, which ends at {{end}}',
    zh: '起点 {{begin}} 位于前一句内，前一句止于 {{end}}',
  },
  'fault.no-xmi': { en: 'the outermost element is not xmi:XMI', zh: '最外层元素不是 xmi:XMI' },
  'fault.no-sofa': { en: 'there is no cas:Sofa with a text', zh: '缺少带文本的 cas:Sofa' },
  'fault.no-uima-type': {
    en: '{{name}} is of no UIMA namespace (http:///….ecore)',
    zh: '{{name}} 的命名空间不是 UIMA 类型（http:///….ecore）',
  },
  'fault.no-offset': { en: '{{field}}: {{value}} is no offset', zh: '{{field}}：{{value}} 不是偏移' },
  'fault.xml': { en: 'no valid XML: {{problem}}', zh: 'XML 格式错误：{{problem}}' },
  'fault.doctype': { en: 'a document type declaration is not read', zh: '不支持 DOCTYPE 声明' },
  'fault.no-element': { en: 'the file holds no element', zh: '文件中没有元素' },
});
