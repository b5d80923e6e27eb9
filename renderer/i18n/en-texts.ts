/** Words of text classification and diagnosis prediction in the training console, in English. */
import type { Translation } from './zh.ts';

export const texts: Translation['texts'] = {
  task: { ner: 'Entities', classify: 'Text classes', diagnose: 'Diagnoses' },
  taskHelp: {
    ner: 'Marks entities in texts.',
    classify: 'One label a text, such as a department or a kind of section.',
    diagnose: 'One or several diagnoses a record.',
  },
  taskName: 'Task',
  recipeGroup: { ner: 'Entities', texts: 'Text classes and diagnoses' },
  front: {
    embedding: 'Character vectors from random',
    vectors: 'Word vectors',
    encoder: 'Encoder (BERT)',
  },
  network: {
    cnn: 'CNN: one convolution, the strongest answer of each filter; the fastest baseline.',
    'cnn-lstm': 'CNN-LSTM: a convolution finds phrases, an LSTM reads them in order.',
    'cnn-gru': 'CNN-GRU: the same with a GRU, which has fewer parameters.',
    bilstm: 'BiLSTM: a two-way LSTM reads the text; the states at both ends count.',
    bigru: 'BiGRU: a two-way GRU, a quarter fewer parameters than BiLSTM.',
    'dropout-bigru': 'Dropout-BiGRU: drops whole channels of the vectors, so it overfits less.',
    avrnn: 'AVRNN: average, maximum and weighted answers of two-way recurrent layers, side by side.',
    'dropout-avrnn': 'Dropout-AVRNN: AVRNN with whole channels dropped, for small data.',
    avcnn: 'AVCNN: convolutions of four widths, each seen by average, maximum and weights.',
    dpcnn: 'DPCNN: a deep pyramid of residual convolutions, for long texts.',
    'staresgru-cnn':
      'StaResGRU-CNN: two residual two-way GRU layers and a maximum over time; the best in its paper.',
    bert: 'BERT fine-tuning: [CLS] of an encoder; choose it when you have a pre-trained one.',
  },
  weighting: { none: 'None', balanced: 'By frequency', focal: 'Focal loss (γ = 2)' },
  select: { microF1: 'Micro F1', macroF1: 'Macro F1' },
  keep: { head: 'Beginning', 'head-tail': 'First quarter and end' },
  calibration: {
    auto: 'Automatic',
    scaling: 'Temperature or Platt',
    isotonic: 'Isotonic regression',
    none: 'None',
  },
  residual: { sum: 'Sum (eq. 5, 6)', gated: 'Gated (eq. 7, 8)', none: 'No residual (ablation)' },
  pooling: { max: 'Maximum', final: 'Final state only (ablation)' },
  setting: {
    task: {
      name: 'Task',
      help: 'What the model learns: to mark entities, to label texts, or to predict diagnoses.',
    },
    network: { name: 'Network', help: 'What reads the text; named as in its paper.' },
    front: {
      name: 'Front',
      help: 'What first stands for a character: vectors learnt from nothing, word vectors trained before, or an encoder.',
    },
    vectors: { name: 'Word vectors', help: 'The set of trained vectors to begin with.' },
    freezeVectors: {
      name: 'Freeze vectors',
      help: 'The vectors stay as they are: fast and hard to overfit, but they cannot adapt.',
    },
    characterVectors: {
      name: 'Characters too',
      help: 'A table of characters, learnt from nothing, beside vectors of words, which are the same for all characters of a word.',
    },
    extraVectors: {
      name: 'Vectors kept besides',
      help: 'Most words kept that the vectors know and the training texts lack, so that new texts can be read.',
    },
    calibration: {
      name: 'Calibration',
      help: 'Makes probabilities that mean what they say out of scores, fitted on dev; automatic takes the better of two ways.',
    },
    abstainPrecision: {
      name: 'Abstain below',
      help: 'The model says nothing where its first label is right less often than this; 0 never abstains.',
    },
    hiddenSize: {
      name: 'Hidden units',
      help: 'Units of a recurrent layer in one direction; 0 as in the paper (StaResGRU-CNN: 512, very slow on a processor).',
    },
    filters: { name: 'Filters', help: 'Filters of a convolution; 0 as in the paper.' },
    layers: {
      name: 'Recurrent layers',
      help: 'Layers on top of each other; 0 as in the paper. 1 is the ablation of StaResGRU-CNN.',
    },
    residual: {
      name: 'Residual',
      help: 'How a recurrent layer’s output and input are added; none is an ablation.',
    },
    concatenation: {
      name: 'Concatenate vectors',
      help: 'Whether the dense mapping sees the token vectors beside the states; off is an ablation.',
    },
    pooling: {
      name: 'Pooling over time',
      help: 'The maximum over the text, or its final state only (an ablation).',
    },
    epochs: {
      name: 'Epochs',
      help: 'Passes over the training set; the one with the best dev score is kept.',
    },
    learningRate: {
      name: 'Learning rate',
      help: 'How far one update goes; about 0.001 for recurrent and convolutional networks, 3e-5 for fine-tuning BERT.',
    },
    patience: {
      name: 'Patience',
      help: 'Ends after this many epochs without a better dev score; 0 never ends early.',
    },
    dropout: {
      name: 'Dropout',
      help: 'Share of vectors and features dropped at random in training, against learning by heart.',
    },
    length: { name: 'Length read', help: 'Most tokens of a text that are read; the rest is not.' },
    keep: {
      name: 'Kept of long texts',
      help: 'What is read of a text that is longer; beginning and end where the conclusion stands last.',
    },
    weighting: {
      name: 'Label weighting',
      help: 'For rare labels: by frequency they count more (20 times at most); focal looks more at hard texts.',
    },
    select: {
      name: 'Chosen by',
      help: 'The dev score that weights are kept and thresholds tuned by: micro counts cases, macro makes every label equal.',
    },
  },
  import: {
    format:
      'JSON lines, or CSV or TSV with a heading (gzip allowed), a text a row. Choose which fields hold the text and its labels; labels may be one value, a list, or joined by a separator.',
    text: 'Field of the text',
    label: 'Field of labels',
    separator: 'Label separator',
    noSeparator: 'None: a value is one label',
    textTag: 'text',
    labelTag: 'label',
    line: 'Line',
    show: 'Show the first rows of this file',
    summary: '{{texts}} texts · {{labels}} labels',
    counts: '{{texts}} texts, {{labels}} labels; {{several}} texts have several labels.',
    noLabels: 'No labelled text can be read by these fields; choose others.',
    oneLabel: 'There is one label only: nothing is to be told apart.',
    oddLabels:
      'Nearly every label is different: perhaps this is not the field of labels, or a separator is needed.',
    moreLabels: '{{n}} more',
    refused: 'Rows that cannot be used, with the reason: {{n}}',
    atLine: 'Line {{line}}',
    moreRefused: '{{n}} more',
    skip: 'Leave out these {{n}} rows and import the others',
  },
  score: { accuracy: 'Accuracy', microF1: 'Micro F1', macroF1: 'Macro F1', hit3: 'hit@3' },
  best: { microF1: 'Best dev micro F1', macroF1: 'Best dev macro F1' },
  tab: { labels: 'Scores by label', calibration: 'Calibration', confusion: 'Confusion' },
};
