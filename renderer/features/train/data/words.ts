/** Words of data sets and of their import. */
import { words } from '../../../i18n/words.ts';

export const train = words({
  data: {
    import: { en: 'Import data sets', zh: '导入数据集' },
    importGo: { en: 'Import', zh: '导入' },
    drop: { en: 'Drop to import data sets', zh: '松开即可导入数据集' },
    dropHint: { en: 'Files can also be dropped here', zh: '也可以把文件拖到这里' },
    format: {
      en: 'JSON lines (gzip allowed), one document a line: {"text": …, "entities": [{"start", "end", "type"}]}. Offsets count UTF-16 code units from 0, end exclusive. One line that breaks the format refuses the whole file.',
      zh: 'JSON Lines（可用 gzip 压缩），每行一份文档：{"text": …, "entities": [{"start", "end", "type"}]}。偏移按 UTF-16 码元从 0 计，不含 end。有一行不合格式，整个文件都不会导入。',
    },
    nameOf: { en: 'Name of the data set from “{{file}}”', zh: '“{{file}}”的数据集名称' },
    sending: { en: 'Sending {{percent}}', zh: '正在传送 {{percent}}' },
    reading: { en: 'Reading…', zh: '正在读取…' },
    done: { en: 'Imported', zh: '已导入' },
    name: { en: 'Name', zh: '名称' },
    documents: { en: '{{n}} documents', zh: '{{n}} 份文档' },
    documentsColumn: { en: 'Documents', zh: '文档' },
    charactersColumn: { en: 'Characters', zh: '字符' },
    entitiesColumn: { en: 'Entities or labels', zh: '实体或标签' },
    types: { en: 'Entity types or labels', zh: '实体类型或标签' },
    deleteOf: { en: 'Delete “{{name}}”', zh: '删除“{{name}}”' },
    deleteTitle: { en: 'Delete the data set “{{name}}”?', zh: '删除数据集“{{name}}”？' },
    deleteBody: {
      en: 'Its documents are deleted from the workspace for good. Runs and models stay, but their error lists can no longer show the texts.',
      zh: '文档会从工作区删除，不能撤销。已完成的运行和模型保留，但错误列表将无法再显示原文。',
    },
    emptyTitle: { en: 'No data set yet', zh: '还没有数据集' },
    empty: {
      en: 'A data set holds documents with labelled entities, or texts with labels or diagnoses. Press the button, or drop .jsonl, .csv or .tsv files here (gzip allowed); they are shown before they are imported. You will want one to train on and one to measure on.',
      zh: '数据集是带实体标注的文档，或带标签、诊断的文本。点击下方按钮，或把 .jsonl、.csv、.tsv 文件（可用 gzip 压缩）拖到这里，导入前可以预览。通常需要一个训练集和一个验证集。',
    },
  },
});

export const texts = words({
  import: {
    format: {
      en: 'JSON lines, or CSV or TSV with a heading (gzip allowed), a text a row. Choose which fields hold the text and its labels; labels may be one value, a list, or joined by a separator.',
      zh: '支持 JSON Lines、带表头的 CSV 和 TSV（可用 gzip 压缩），每行一份文本。选择哪个字段是文本、哪个是标签；标签可以是一个值、一个列表，或用分隔符写在一起。',
    },
    related: {
      en: 'JSON lines (gzip allowed), one document a line: {"text": …, "entities": [{"start", "end", "type"}], "relations": [{"from", "to", "type"}]} with numbers of entities from 0. Lines of CMeIE, ChemProt and GAD are read too.',
      zh: 'JSON Lines（可用 gzip 压缩），每行一份文档：{"text": …, "entities": [{"start", "end", "type"}], "relations": [{"from", "to", "type"}]}，from 和 to 是从 0 开始的实体序号。也可读取 CMeIE、ChemProt 和 GAD 的行。',
    },
    pairs: {
      en: 'JSON lines, CSV or TSV with a heading (gzip allowed), one pair of texts a row. Choose a field for each text and one for the label.',
      zh: '支持 JSON Lines、带表头的 CSV 和 TSV（可用 gzip 压缩），每行一对文本。分别选择两段文本和标签所在的字段。',
    },
    text: { en: 'Field of the text', zh: '文本字段' },
    first: { en: 'Field of the first text', zh: '第一段文本字段' },
    second: { en: 'Field of the second text', zh: '第二段文本字段' },
    label: { en: 'Field of labels', zh: '标签字段' },
    parent: { en: 'Field of parents', zh: '上级字段' },
    noParent: { en: 'None', zh: '无' },
    separator: { en: 'Label separator', zh: '标签分隔符' },
    noSeparator: { en: 'None: a value is one label', zh: '无：整个值是一个标签' },
    textTag: { en: 'text', zh: '文本' },
    labelTag: { en: 'label', zh: '标签' },
    line: { en: 'Line', zh: '行' },
    show: { en: 'Show the first rows of this file', zh: '显示这个文件的前几行' },
    summary: { en: '{{texts}} texts · {{labels}} labels', zh: '{{texts}} 份文本 · {{labels}} 个标签' },
    counts: {
      en: '{{texts}} texts, {{labels}} labels; {{several}} texts have several labels.',
      zh: '{{texts}} 份文本，{{labels}} 个标签；{{several}} 份文本有多个标签。',
    },
    noLabels: {
      en: 'No labelled text can be read by these fields; choose others.',
      zh: '按所选字段读不出带标签的文本，请换一个字段。',
    },
    oneLabel: {
      en: 'There is one label only: nothing is to be told apart.',
      zh: '只有一个标签，没有可以区分的内容。',
    },
    oddLabels: {
      en: 'Nearly every label is different: perhaps this is not the field of labels, or a separator is needed.',
      zh: '标签几乎各不相同，可能选错了标签字段，或需要分隔符。',
    },
    moreLabels: { en: '{{n}} more', zh: '另有 {{n}} 个' },
    refused: { en: 'Rows that cannot be used, with the reason: {{n}}', zh: '{{n}} 行不能使用，原因如下' },
    atLine: { en: 'Line {{line}}', zh: '第 {{line}} 行' },
    moreRefused: { en: '{{n}} more', zh: '另有 {{n}} 行' },
    skip: { en: 'Leave out these {{n}} rows and import the others', zh: '不导入这 {{n}} 行，只导入其余文本' },
  },
});
