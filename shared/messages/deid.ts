/** De-identification. */
import { dictionary } from './dictionary.ts';

export const deid = dictionary({
  'deid.labelled-line-form': {
    en: 'A line is {"text", "entities": [{"start", "end", "type"}]}; types are the fields of de-identification.',
    zh: '每行形如 {"text", "entities": [{"start", "end", "type"}]}，类型为去标识化的字段。',
  },
  'deid.wrong-field': { en: '{{field}}: {{problem}}', zh: '{{field}}：格式错误：{{problem}}' },
  'deid.entity-outside-text': { en: 'an entity lies outside the text', zh: '实体超出文本' },
  'deid.recall-note': {
    en: '{{documents}} texts. Recall: nothing of the labelled piece stays readable. In brackets: 95 % intervals. Pieces left readable in a text: {{leaks}}; texts without any: {{clean}}.',
    zh: '{{documents}} 份文本。召回率按整段遮蔽计算：标注片段不留任何可读内容；括号内为 95 % 置信区间。平均每份文本遗漏 {{leaks}} 处；无遗漏的文本占 {{clean}}。',
  },
  'deid.output-in-input': { en: '{{out}} is the input or lies in it.', zh: '输出 {{out}} 与输入重叠。' },
  'deid.model-without-persons': {
    en: '{{name}} finds {{labels}}: none of these points to a person.',
    zh: '{{name}} 识别 {{labels}}，均与个人信息无关。',
  },
  'deid.by-rules-and-graph': {
    en: 'Found by rules and graph, by no model; --model NAME adds one.',
    zh: '仅使用规则与图谱，未使用模型；--model NAME 可加入模型。',
  },
  'deid.by-model': {
    en: 'Found by rules, graph and the model {{model}}: {{fields}}.',
    zh: '使用规则、图谱与模型 {{model}}：{{fields}}。',
  },
  'deid.by-tagger': {
    en: 'The starter tagger of identifiers joins; --no-tagger leaves it out.',
    zh: '并用内置的身份信息识别模型；--no-tagger 可关闭。',
  },
  'deid.namesakes': {
    en: '{{records}} records bear one of {{names}} names that other records bear too: without --patient-field they count as one patient, with the same date offset and made-up values.',
    zh: '{{records}} 份病历使用 {{names}} 个与他人相同的姓名：未给出 --patient-field 时视为同一患者，日期偏移与替换值相同。',
  },
  'deid.left-out': {
    en: 'left out {{path}}: neither .txt nor .jsonl',
    zh: '已跳过 {{path}}：既非 .txt 也非 .jsonl',
  },
  'deid.strict-off': {
    en: 'Without the strict search: in unfamiliar styles half of the identifiers and more stay.',
    zh: '未从严查找：在未见过的病历格式中，一半以上的身份信息会保留下来。',
  },
  'deid.spans-inside': {
    en: '{{spans}} spans lay inside replaced pieces and are left out',
    zh: '{{spans}} 处标注位于被替换片段内，未保留',
  },
  'deid.look-through': {
    en: 'Rules miss some names: look through what leaves. The output is not encrypted.',
    zh: '规则可能有遗漏，请人工复核；输出未加密。',
  },
  'deid.line-too-long': { en: 'the line is too long', zh: '行过长' },
  'deid.no-readable-file': {
    en: '{{input}} holds no .txt or .jsonl file that can be read.',
    zh: '{{input}} 中没有可读取的 .txt 或 .jsonl 文件。',
  },
  'deid.only-text-and-lines': {
    en: '{{input}}: only .txt and .jsonl can be de-identified.',
    zh: '{{input}}：仅支持 .txt 与 .jsonl。',
  },
  'deid.no-text': { en: '{{path}}: no text in it.', zh: '{{path}}：没有文本内容。' },
  'deid.findings-overlap': {
    en: 'Findings overlap or lie outside the text.',
    zh: '标记的片段互相重叠或超出文本。',
  },
  'deid.not-an-object': { en: 'not a JSON object.', zh: '不是 JSON 对象。' },
  'deid.no-patient-field': {
    en: 'no field {{field}} that says whose record it is.',
    zh: '缺少说明患者的字段 {{field}}。',
  },
});
