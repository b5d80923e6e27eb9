/** Names and explanations of networks in English, for taggers and for classifiers. */
import type { Translation } from '../../i18n/zh.ts';

export const networks: Translation['networks'] = {
  between: ': ',
  ner: {
    'bilstm-crf': { name: 'BiLSTM-CRF', about: 'character vectors, two-way LSTM' },
    'bigru-crf': { name: 'BiGRU-CRF', about: 'character vectors, two-way GRU' },
    'staresgru-cnn-crf': {
      name: 'StaResGRU-CNN-CRF',
      about: 'two residual two-way GRU layers + CRF; the best in its paper',
    },
    'cnn-lstm': { name: 'CNN-LSTM', about: 'a convolution, then an LSTM; each character by itself, no CRF' },
    bilstm: { name: 'BiLSTM', about: 'two-way LSTM; each character by itself, no CRF' },
    bigru: { name: 'BiGRU', about: 'two-way GRU; each character by itself, no CRF' },
    'bert-fc': { name: 'BERT + fully connected' },
    'bert-crf': { name: 'BERT + CRF' },
    'bert-lstm-crf': { name: 'BERT + LSTM-CRF' },
    'bert-bilstm-crf': { name: 'BERT + BiLSTM-CRF' },
  },
  texts: {
    cnn: {
      name: 'CNN',
      about: 'one convolution, the strongest answer of each filter; the fastest baseline.',
    },
    'cnn-lstm': { name: 'CNN-LSTM', about: 'a convolution finds phrases, an LSTM reads them in order.' },
    'cnn-gru': { name: 'CNN-GRU', about: 'the same with a GRU, which has fewer parameters.' },
    bilstm: { name: 'BiLSTM', about: 'a two-way LSTM reads the text; the states at both ends count.' },
    bigru: { name: 'BiGRU', about: 'a two-way GRU, a quarter fewer parameters than BiLSTM.' },
    'dropout-bigru': {
      name: 'Dropout-BiGRU',
      about: 'drops whole channels of the vectors, so it overfits less.',
    },
    avrnn: {
      name: 'AVRNN',
      about: 'average, maximum and weighted answers of two-way recurrent layers, side by side.',
    },
    'dropout-avrnn': { name: 'Dropout-AVRNN', about: 'AVRNN with whole channels dropped, for small data.' },
    avcnn: {
      name: 'AVCNN',
      about: 'convolutions of four widths, each seen by average, maximum and weights.',
    },
    dpcnn: { name: 'DPCNN', about: 'a deep pyramid of residual convolutions, for long texts.' },
    'staresgru-cnn': {
      name: 'StaResGRU-CNN',
      about: 'two residual two-way GRU layers and a maximum over time; the best in its paper.',
    },
    bert: {
      name: 'BERT fine-tuning',
      about: '[CLS] of an encoder; choose it when you have a pre-trained one.',
    },
  },
};
