import { words } from '../../i18n/words.ts';

export const starter = words({
  title: { en: 'Starter models', zh: '内置模型' },
  body: {
    en: 'They ship with the app and were trained on openly licensed texts. An own model in use takes the place of a starter model.',
    zh: '随应用提供，用许可开放的文本训练。启用自己训练的模型后，同类内置模型不再使用。',
  },
  none: { en: 'This installation has no starter models.', zh: '本安装不含内置模型。' },
  part: {
    words: { en: 'Word vectors', zh: '词向量' },
    tagger: { en: 'Tagger', zh: '实体识别' },
    classifier: { en: 'Departments', zh: '科室分类' },
    deid: { en: 'Identifiers', zh: '身份信息识别' },
    encoder: { en: 'Encoder', zh: '编码器' },
  },
  about: {
    words: {
      en: 'The name starter stands for them wherever word vectors are chosen.',
      zh: '选择词向量时，名为 starter。',
    },
    tagger: {
      en: 'Highlights names beyond the dictionary, with its confidence.',
      zh: '标出词典之外的名称，并给出置信度。',
    },
    classifier: {
      en: 'Names the department in the diagnosis panel, and agrees or disagrees with the graph.',
      zh: '在诊断面板给出科室，并与图谱的建议比较。',
    },
    deid: {
      en: 'Joins the rules in strict de-identification: finds names, numbers and places in styles that no rule knows.',
      zh: '从严去标识化时与规则并用，找出规则不认识的写法中的姓名、号码与地点。',
    },
    encoder: { en: 'An encoder to fine-tune.', zh: '可用于微调的编码器。' },
  },
  trainedOn: { en: 'trained on {{sets}}', zh: '训练数据：{{sets}}' },
});
