import { words } from '../../../i18n/words.ts';

export const agreement = words({
  overall: { en: 'Overall', zh: '总体' },
  pairs: { en: 'In pairs', zh: '两两比较' },
  types: { en: 'By type', zh: '按类型' },
  perDocument: { en: 'By document', zh: '按文档' },
  summary: {
    en: '{{annotators}} annotators, {{documents}} documents in common, {{characters}} characters. F1 and Cohen κ are means over pairs of annotators.',
    zh: '{{annotators}} 位标注者，{{documents}} 篇共同标注的文档，{{characters}} 个字符。F1 与 Cohen κ 是各对标注者的平均。',
  },
  single: {
    en: '{{n}} more were annotated by one person alone and do not count.',
    zh: '另有 {{n}} 篇仅一人标注，未计入。',
  },
  bootstrap: {
    en: 'Intervals are {{level}}: documents were drawn with replacement {{samples}} times (seed {{seed}}).',
    zh: '区间为 {{level}} 置信区间：对文档有放回抽样 {{samples}} 次（随机种子 {{seed}}）。',
  },
  noBootstrap: {
    en: 'There is one document only, so there are no intervals.',
    zh: '只有一篇文档，无法估计置信区间。',
  },
  coefficient: { en: 'Coefficient', zh: '系数' },
  value: { en: 'Value', zh: '值' },
  intervalColumn: { en: 'Interval', zh: '置信区间' },
  meaning: { en: 'What it says', zh: '含义' },
  interval: { en: 'interval {{low}} – {{high}}', zh: '置信区间 {{low}} – {{high}}' },
  noInterval: { en: 'no interval', zh: '没有置信区间' },
  undefined: {
    en: 'Not defined: there is nothing to compare, or nothing varies',
    zh: '无法计算：没有可比较的内容，或所有人的标注都没有差异可言',
  },
  documents: { en: '{{n}} documents', zh: '{{n}} 篇文档' },
  document: { en: 'Document', zh: '文档' },
  annotators: { en: 'Annotators', zh: '标注者' },
  comma: { en: ', ', zh: '、' },
  type: { en: 'Type', zh: '类型' },
  spans: { en: 'Spans', zh: '标注数' },
  count: { en: 'Count', zh: '数量' },
  countsHint: { en: 'Of each annotator, in their order', zh: '每位标注者的数量，按标注者顺序' },
  all: { en: 'All', zh: '全部' },
  same: { en: 'Same value', zh: '取值相同' },
  relations: { en: 'Relations', zh: '关系' },
  relationsHint: {
    en: 'Alike when both ends have the same place and type and the relation has the same type',
    zh: '两端的标注位置与类型都相同、关系类型也相同，才算一致',
  },
  labels: { en: 'Labels of documents', zh: '文档标签' },
  labelsHint: { en: 'The unit is the document', zh: '以文档为单位' },
  attributes: { en: 'Attributes', zh: '属性' },
  attributesHint: {
    en: 'The unit is a span to which two annotators or more gave the same place and type',
    zh: '以两人以上位置与类型都相同的标注为单位',
  },
  name: {
    exact: { en: 'F1 exact', zh: 'F1 精确' },
    relaxed: { en: 'F1 overlap', zh: 'F1 重叠' },
    place: { en: 'F1 place', zh: 'F1 仅位置' },
    cohen: 'Cohen κ',
    fleiss: 'Fleiss κ',
    alpha: 'Krippendorff α',
    unitizing: 'uα',
    boundary: '|uα',
    coding: 'cuα',
  },
  hint: {
    exact: { en: 'Same place and type', zh: '位置与类型都相同' },
    relaxed: {
      en: 'Same type and a character in common, one to one',
      zh: '类型相同且至少有一个字符重叠，一对一',
    },
    place: { en: 'Same place, whatever the type', zh: '位置相同，不论类型' },
    cohen: { en: 'Character by character, beyond chance; between two', zh: '逐字符、扣除偶然一致；两人之间' },
    fleiss: {
      en: 'Character by character, beyond chance; all annotators together',
      zh: '逐字符、扣除偶然一致；所有标注者一起',
    },
    alpha: {
      en: 'Character by character, beyond chance; some may have skipped documents',
      zh: '逐字符、扣除偶然一致；容许有人未标注某些文档',
    },
    unitizing: {
      en: 'Beyond chance for whole spans rather than characters: places and types',
      zh: '按整个标注片段而非字符扣除偶然一致：位置与类型',
    },
    boundary: { en: 'The same, for marked or not alone', zh: '同上，只看是否被标注' },
    coding: {
      en: 'The same, for the types alone where spans meet',
      zh: '同上，只看标注相交之处的类型是否相同',
    },
  },
});
