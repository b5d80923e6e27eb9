/** Names and explanations of recipes, and what a run needs. */
import { words } from '../../../i18n/words.ts';

export const train = words({
  recipe: {
    title: { en: 'Recipe', zh: '训练方案' },
    fast: {
      name: { en: 'Fast', zh: '快速' },
      ner: {
        en: 'Reads the texts a few times: a first result, to see that the data are right.',
        zh: '只把训练文本读几遍：先看到结果，确认数据没有问题。',
      },
      texts: {
        en: 'A linear classifier over n-grams: a result within seconds.',
        zh: '字符 n-gram 上的线性分类器：几秒钟就有结果。',
      },
    },
    balanced: {
      name: { en: 'Balanced', zh: '均衡' },
      ner: {
        en: 'Characters with words of the graph and of word vectors, up to three networks averaged; right for most uses.',
        zh: '字符加上知识图谱和词向量的词语，最多三个网络取平均；多数情况用它。',
      },
      texts: {
        en: 'The linear classifier and networks over word vectors, averaged; right for most uses.',
        zh: '线性分类器与词向量上的网络取平均；多数情况用它。',
      },
    },
    best: {
      name: { en: 'Best', zh: '最佳' },
      ner: {
        en: 'Three balanced networks from different seeds, averaged; with much data also one that scores spans.',
        zh: '三个不同随机种子的均衡网络取平均；数据较多时再加一个对片段打分的网络。',
      },
      texts: {
        en: 'The linear classifier and more networks, averaged.',
        zh: '线性分类器与更多网络取平均。',
      },
    },
    expected: {
      en: '{{measure}} {{score}} on dev of {{set}}',
      zh: '在 {{set}} 验证集上 {{measure}} 为 {{score}}',
    },
    earlier: { en: 'with earlier word vectors', zh: '用较早的词向量测得' },
    begins: { en: 'begins with the model {{from}}', zh: '从模型 {{from}} 开始' },
    parents: { en: 'parents of labels first', zh: '先判断标签的上级' },
    unmeasured: { en: 'score not measured yet', zh: '得分尚未实测' },
    about: { en: 'about {{time}}', zh: '约 {{time}}' },
    afterTrainSet: {
      en: 'Time and settings are shown once a train set is chosen.',
      zh: '选好训练集后显示所需时间和设置。',
    },
    byHand: { en: 'Set everything by hand', zh: '自行设置' },
    byHandHint: {
      en: 'What the chosen recipe sets; a change makes the settings your own.',
      zh: '所选方案的设置；改动任何一项即为自定义设置。',
    },
    estimate: {
      en: 'Needs about {{time}}, {{memory}} of memory; about {{parameters}} parameters.',
      zh: '大约需要 {{time}}、{{memory}} 内存；约 {{parameters}} 个参数。',
    },
    hours: { en: 'hours', zh: '小时' },
    setHours: { en: 'Set length', zh: '按时长设定' },
    accuracy: { en: 'accuracy', zh: '准确率' },
  },
});
