/** Names and explanations of networks in Chinese, for taggers and for classifiers. */
import type { ClassifyNetwork, NerNetwork } from '../../../shared/domain/networks.ts';

export interface NetworkWords {
  readonly name: string;
  /** One sentence or phrase; absent where the name says it all. */
  readonly about?: string;
}

interface Words {
  /** Between name and explanation. */
  readonly between: string;
  readonly ner: Readonly<Record<NerNetwork, NetworkWords>>;
  readonly texts: Readonly<Record<ClassifyNetwork, NetworkWords>>;
}

export const networks: Words = {
  between: '：',
  ner: {
    'bilstm-crf': { name: 'BiLSTM-CRF', about: '字向量 + 双向 LSTM' },
    'bigru-crf': { name: 'BiGRU-CRF', about: '字向量 + 双向 GRU' },
    'staresgru-cnn-crf': { name: 'StaResGRU-CNN-CRF', about: '两层带残差的双向 GRU + CRF；论文中最好' },
    'cnn-lstm': { name: 'CNN-LSTM', about: '卷积后接 LSTM，逐字分类，无 CRF' },
    bilstm: { name: 'BiLSTM', about: '双向 LSTM，逐字分类，无 CRF' },
    bigru: { name: 'BiGRU', about: '双向 GRU，逐字分类，无 CRF' },
    'bert-fc': { name: 'BERT + 全连接' },
    'bert-crf': { name: 'BERT + CRF' },
    'bert-lstm-crf': { name: 'BERT + LSTM-CRF' },
    'bert-bilstm-crf': { name: 'BERT + BiLSTM-CRF' },
  },
  texts: {
    cnn: { name: 'CNN', about: '一层卷积，取每个卷积核的最大响应；最快的基线。' },
    'cnn-lstm': { name: 'CNN-LSTM', about: '卷积提取局部词组，LSTM 按顺序读。' },
    'cnn-gru': { name: 'CNN-GRU', about: '同上，改用参数更少的 GRU。' },
    bilstm: { name: 'BiLSTM', about: '双向 LSTM 读全文，取两端的状态。' },
    bigru: { name: 'BiGRU', about: '双向 GRU，比 BiLSTM 少四分之一参数。' },
    'dropout-bigru': { name: 'Dropout-BiGRU', about: '整个通道地丢弃字向量，更不易过拟合。' },
    avrnn: { name: 'AVRNN', about: '双向循环层的平均、最大与加权响应拼在一起。' },
    'dropout-avrnn': { name: 'Dropout-AVRNN', about: 'AVRNN 加整通道丢弃，适合小数据。' },
    avcnn: { name: 'AVCNN', about: '四种宽度的卷积，各取平均、最大与加权响应。' },
    dpcnn: { name: 'DPCNN', about: '很深的残差卷积金字塔，适合长文本。' },
    'staresgru-cnn': {
      name: 'StaResGRU-CNN',
      about: '两层带残差的双向 GRU，再取时间上的最大值；论文中最好。',
    },
    bert: { name: 'BERT 微调', about: '用编码器的 [CLS] 分类；有预训练编码器时选它。' },
  },
};
