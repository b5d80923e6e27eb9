/** Words of text classification and diagnosis prediction in the training console, in English. */
import type { Translation } from '../../i18n/zh.ts';

export const texts: Translation['texts'] = {
  task: { ner: 'Entities', classify: 'Text classes', diagnose: 'Diagnoses', pretrain: 'Pre-training' },
  taskHelp: {
    ner: 'Marks entities in texts.',
    classify: 'One label a text, such as a department or a kind of section.',
    diagnose: 'One or several diagnoses a record.',
    pretrain:
      'Needs no labels: an encoder guesses hidden characters of your texts and so learns their language, for other tasks to use.',
  },
  taskName: 'Task',
  recipeGroup: { ner: 'Entities', texts: 'Text classes and diagnoses', encoders: 'Encoders' },
  front: {
    embedding: 'Character vectors from random',
    vectors: 'Word vectors',
    encoder: 'Encoder (BERT)',
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
      help: 'How output and input of a recurrent layer are added; none is an ablation.',
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
  labels: {
    label: 'Label',
    support: 'Gold',
    threshold: 'Threshold',
    filter: 'Filter labels',
    shown: '{{shown}} / {{total}} labels',
    unseen: '{{n}} of them do not occur in this set',
    none: 'No label fits.',
  },
  report: {
    on: 'Data set: {{name}}, {{n}} texts. The macro mean is over labels that are gold or predicted somewhere.',
    fittedHere:
      'Calibration and thresholds were fitted on these very texts: scores that depend on them are a little too good. Evaluate on another set.',
    folds:
      'Calibration and thresholds were cross-fitted in {{n}} folds: no text was judged by itself; so they differ a little from the best score in training.',
    weighting: {
      none: 'Labels were not weighted in training.',
      balanced: 'Weighted by frequency in training: rare labels counted more (20 times at most).',
      focal: 'Focal loss (γ = 2) in training: hard texts counted more.',
    },
    cut: 'Only a part was read of {{n}} texts that are longer than the length read.',
  },
  calibrated: {
    error: 'Calibration error (ECE):',
    before: 'before calibration',
    after: 'after',
    errorHelp: 'How far probabilities are from the share of right ones, on average; 0 is perfect.',
    method: 'Calibration by',
    kind: {
      none: 'nothing',
      temperature: 'a temperature',
      platt: 'a Platt curve a label',
      isotonic: 'isotonic regression',
    },
    abstains:
      'Below {{threshold}} for its first label the model says nothing; it speaks of {{coverage}} of the texts, and its first label is right in {{precision}} of them.',
    neverSure:
      'On these texts its first label is never right in {{wanted}}: the model says nothing about any text.',
    singleHelp: 'The most probable label of each text counts.',
    severalHelp: 'Every label of every text counts.',
    plot: 'Reliability: across, the probability that the model gives; up, the share of right ones. On the diagonal probabilities are true. Hollow points stand for fewer than 5. Below, how many there are (log).',
    confidence: 'Probability given',
    right: 'Share of right ones',
    interval: 'Interval',
    count: 'Number',
    gap: 'Too high by',
  },
  confusion: {
    pairs: 'Most mixed up',
    pairsHelp: 'Texts that miss one label and wrongly have another; press a number to see them.',
    noPairs: 'No labels are mixed up.',
    missed: 'Missed',
    instead: 'Wrongly predicted',
    texts: 'Texts',
    ofFirst: 'Of the first {{n}} errors, which the report keeps.',
    rest: 'all others',
  },
  errors: {
    shown: '{{shown}} / {{total}} texts with errors · ↑↓ walk, Enter opens in the editor',
    anyLabel: 'Any label',
    right: 'right',
    missed: 'missed',
    extra: 'wrongly predicted',
    ranking: 'Most probable labels (calibrated)',
    saidTag: 'predicted',
    goldTag: 'gold',
    lowest: 'No other label has more than {{probability}}.',
  },
  models: {
    use: 'Use in diagnosis panel',
    inPanel: 'In use in the diagnosis panel',
    noSet: 'There is no data set for the task of this model; import one first.',
    try: 'Try it',
    tryLabel: 'Paste a text and see what the model says',
    tryPlaceholder: 'Such as: 患者三天前受凉后出现发热、咳嗽，咳黄痰……',
    tryGo: 'Predict',
    tryHint: 'Ctrl+Enter predicts. The text is used for this only and not kept.',
    abstained: {
      unsure: 'The model is not sure and says nothing; what follows is for orientation only.',
      unfamiliar:
        'The model knows too little of what this text is made of and says nothing; what follows is for orientation only.',
      empty: 'There is nothing to read.',
    },
    belowThreshold: 'Its first label has less than {{threshold}}.',
    moreLabels: 'The other {{n}} labels are less probable.',
    readPart: 'The text is long: the model read {{read}} of its {{total}} characters.',
  },
  score: { accuracy: 'Accuracy', microF1: 'Micro F1', macroF1: 'Macro F1', hit3: 'hit@3', loss: 'Loss' },
  bestOf: 'Best dev {{score}}',
  devOf: 'Dev {{score}}',
  unit: { character: 'characters', word: 'words' },
  noVectors: 'None yet: train or import some first',
  devLoss: 'Dev loss',
  tab: { labels: 'Scores by label', calibration: 'Calibration', confusion: 'Confusion' },
};
