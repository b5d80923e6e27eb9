/** Names and explanations of networks, for taggers and for classifiers. */
import type { ClassifyNetwork, NerNetwork } from '../../../shared/domain/networks.ts';
import { words } from '../../i18n/words.ts';

type Text = string | { readonly en: string; readonly zh: string };
/** `about` is one sentence or phrase; absent where the name says it all. */
type NetworkWords<Network extends string> = Readonly<
  Record<Network, { readonly name: Text; readonly about?: Text }>
>;

export const networks = words({
  between: { en: ': ', zh: '：' },
  ner: {
    'bilstm-crf': {
      name: 'BiLSTM-CRF',
      about: { en: 'character vectors, two-way LSTM', zh: '字向量 + 双向 LSTM' },
    },
    'bigru-crf': {
      name: 'BiGRU-CRF',
      about: { en: 'character vectors, two-way GRU', zh: '字向量 + 双向 GRU' },
    },
    'staresgru-cnn-crf': {
      name: 'StaResGRU-CNN-CRF',
      about: {
        en: 'two residual two-way GRU layers + CRF; the best in its paper',
        zh: '两层带残差的双向 GRU + CRF；论文中最好',
      },
    },
    'bilstm-globalpointer': {
      name: 'BiLSTM-GlobalPointer',
      about: { en: 'scores every span, so entities may be nested', zh: '给每个片段打分，实体可以嵌套' },
    },
    'bigru-globalpointer': {
      name: 'BiGRU-GlobalPointer',
      about: { en: 'the same with a GRU', zh: '同上，改用 GRU' },
    },
    'staresgru-cnn-globalpointer': {
      name: 'StaResGRU-CNN-GlobalPointer',
      about: { en: 'residual GRU layers; entities may be nested', zh: '带残差的 GRU；实体可以嵌套' },
    },
    'bilstm-biaffine': {
      name: 'BiLSTM-Biaffine',
      about: {
        en: 'biaffine scores of every span, so entities may be nested',
        zh: '用双仿射给每个片段打分，实体可以嵌套',
      },
    },
    'cnn-lstm': {
      name: 'CNN-LSTM',
      about: {
        en: 'a convolution, then an LSTM; each character by itself, no CRF',
        zh: '卷积后接 LSTM，逐字分类，无 CRF',
      },
    },
    bilstm: {
      name: 'BiLSTM',
      about: { en: 'two-way LSTM; each character by itself, no CRF', zh: '双向 LSTM，逐字分类，无 CRF' },
    },
    bigru: {
      name: 'BiGRU',
      about: { en: 'two-way GRU; each character by itself, no CRF', zh: '双向 GRU，逐字分类，无 CRF' },
    },
    'bert-fc': { name: { en: 'BERT + fully connected', zh: 'BERT + 全连接' } },
    'bert-crf': { name: 'BERT + CRF' },
    'bert-lstm-crf': { name: 'BERT + LSTM-CRF' },
    'bert-globalpointer': {
      name: 'BERT + GlobalPointer',
      about: { en: 'entities may be nested', zh: '实体可以嵌套' },
    },
    'bert-biaffine': {
      name: { en: 'BERT + biaffine', zh: 'BERT + 双仿射' },
      about: { en: 'entities may be nested', zh: '实体可以嵌套' },
    },
    'bert-bilstm-crf': { name: 'BERT + BiLSTM-CRF' },
  } satisfies NetworkWords<NerNetwork>,
  texts: {
    'nb-svm': {
      name: 'NB-SVM',
      about: {
        en: 'linear: an SVM over character n-grams, weighed by naive Bayes; seconds, and a baseline to beat.',
        zh: '线性：字符 n-gram 上的支持向量机，按朴素贝叶斯加权；几秒完成，是要超过的基线。',
      },
    },
    'linear-svm': {
      name: { en: 'Linear SVM', zh: '线性 SVM' },
      about: {
        en: 'linear: TF-IDF of character n-grams, as LinearSVC of scikit-learn.',
        zh: '线性：字符 n-gram 的 TF-IDF，同 scikit-learn 的 LinearSVC。',
      },
    },
    'logistic-regression': {
      name: { en: 'Logistic regression', zh: '逻辑回归' },
      about: {
        en: 'linear: softmax over TF-IDF of character n-grams; seconds, often the best for rare labels.',
        zh: '线性：字符 n-gram 的 TF-IDF 加 softmax；几秒完成，稀有标签上常最好。',
      },
    },
    cnn: {
      name: 'CNN',
      about: {
        en: 'one convolution, the strongest answer of each filter; the fastest baseline.',
        zh: '一层卷积，取每个卷积核的最大响应；最快的基线。',
      },
    },
    'cnn-lstm': {
      name: 'CNN-LSTM',
      about: {
        en: 'a convolution finds phrases, an LSTM reads them in order.',
        zh: '卷积提取局部词组，LSTM 按顺序读。',
      },
    },
    'cnn-gru': {
      name: 'CNN-GRU',
      about: { en: 'the same with a GRU, which has fewer parameters.', zh: '同上，改用参数更少的 GRU。' },
    },
    bilstm: {
      name: 'BiLSTM',
      about: {
        en: 'a two-way LSTM reads the text; the states at both ends count.',
        zh: '双向 LSTM 读全文，取两端的状态。',
      },
    },
    bigru: {
      name: 'BiGRU',
      about: {
        en: 'a two-way GRU, a quarter fewer parameters than BiLSTM.',
        zh: '双向 GRU，比 BiLSTM 少四分之一参数。',
      },
    },
    'dropout-bigru': {
      name: 'Dropout-BiGRU',
      about: {
        en: 'drops whole channels of the vectors, so it overfits less.',
        zh: '整个通道地丢弃字向量，更不易过拟合。',
      },
    },
    avrnn: {
      name: 'AVRNN',
      about: {
        en: 'average, maximum and weighted answers of two-way recurrent layers, side by side.',
        zh: '双向循环层的平均、最大与加权响应拼在一起。',
      },
    },
    'dropout-avrnn': {
      name: 'Dropout-AVRNN',
      about: {
        en: 'AVRNN with whole channels dropped, for small data.',
        zh: 'AVRNN 加整通道丢弃，适合小数据。',
      },
    },
    avcnn: {
      name: 'AVCNN',
      about: {
        en: 'convolutions of four widths, each seen by average, maximum and weights.',
        zh: '四种宽度的卷积，各取平均、最大与加权响应。',
      },
    },
    dpcnn: {
      name: 'DPCNN',
      about: {
        en: 'a deep pyramid of residual convolutions, for long texts.',
        zh: '很深的残差卷积金字塔，适合长文本。',
      },
    },
    'staresgru-cnn': {
      name: 'StaResGRU-CNN',
      about: {
        en: 'two residual two-way GRU layers and a maximum over time; the best in its paper.',
        zh: '两层带残差的双向 GRU，再取时间上的最大值；论文中最好。',
      },
    },
    bert: {
      name: { en: 'BERT fine-tuning', zh: 'BERT 微调' },
      about: {
        en: '[CLS] of an encoder; choose it when you have a pre-trained one.',
        zh: '用编码器的 [CLS] 分类；有预训练编码器时选它。',
      },
    },
  } satisfies NetworkWords<ClassifyNetwork>,
});
