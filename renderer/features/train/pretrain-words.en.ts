/** Words of encoder pre-training, in English. */
import type { Translation } from '../../i18n/zh.ts';

export const pretrain: Translation['pretrain'] = {
  tab: 'Pre-training',
  data: {
    none: 'No corpus yet. A corpus is plain text (.txt) or JSON lines with a text each; it needs no labels.',
    corpus: 'Corpus',
    corpusHelp: 'What the encoder learns from; equal texts count once.',
    dev: 'Dev texts',
    devHelp: 'Loss and perplexity are measured on them; they are not learnt from.',
    fromRecords: 'Take all records of the workspace',
    fromRecordsHelp: 'Keeps the newest texts of all records as a corpus; later edits do not change it.',
    recordsName: 'All records {{date}}',
    share: 'A share of the corpus',
    same: 'The same as the corpus: the dev share of it is kept apart and not learnt from.',
    format:
      'Reads .txt and JSON lines (field text), also gzipped, in UTF-8 or GB18030. No labels are needed.',
  },
  masking: { char: 'Single tokens (BERT)', word: 'Whole words' },
  pair: { none: 'None', nsp: 'Next segment or not (NSP)', sop: 'In order or turned round (SOP)' },
  setting: {
    task: { name: 'Task', help: 'An encoder learns a language from texts without labels.' },
    encoder: {
      name: 'Encoder',
      help: 'The encoder among the models that goes on learning, or a size that begins with random weights.',
    },
    masking: {
      name: 'What is hidden',
      help: '15 % of the tokens are hidden and guessed; with whole words, all tokens of a word at once.',
    },
    pair: {
      name: 'Pairs of segments',
      help: 'Learns besides how two segments belong together; most tasks do not need it.',
    },
    maxPredictions: {
      name: 'Most hidden tokens',
      help: 'In one sequence; 0 is a fifth of its length, as in the paper.',
    },
    devShare: {
      name: 'Dev share',
      help: 'Share of the corpus that is kept to measure perplexity; without effect where dev texts are chosen.',
    },
    evaluations: {
      name: 'Evaluations an epoch',
      help: 'How often it is measured; more for a large corpus. Patience counts them.',
    },
    steps: { name: 'Most updates', help: 'Ends after so many updates; 0: after all epochs.' },
    length: {
      name: 'Sequence length',
      help: 'Tokens of a sequence; shorter is faster, 128 suits most records.',
    },
    epochs: {
      name: 'Epochs',
      help: 'How often the corpus is read; the weights with the lowest dev loss are kept.',
    },
    learningRate: {
      name: 'Learning rate',
      help: 'The stride of an update; about 1e-4 to go on learning, 5e-4 from random weights.',
    },
    patience: {
      name: 'Patience',
      help: 'Ends when dev loss has not fallen for so many evaluations; 0: never early.',
    },
  },
  score: {
    inversePerplexity: '1 ÷ perplexity',
    perplexity: 'Perplexity',
    hiddenAccuracy: 'Accuracy of hidden tokens',
    pairAccuracy: 'Accuracy of pairs',
    pairLoss: 'Loss of pairs',
  },
  help: 'Hidden tokens of texts that were not trained on are guessed, always the same ones: the lower loss and perplexity, and the higher accuracy, the better. With pairs, the training loss in the curves holds their loss too.',
  corpus: 'Corpus',
  quality: 'On dev texts of {{set}}',
  fact: {
    guesses: 'Hidden tokens',
    documents: 'Texts',
    duplicates: 'Duplicates left out',
    characters: 'Characters',
    tokens: 'Tokens',
    devDocuments: 'Texts kept for dev',
    trainSequences: 'Sequences trained on',
    devSequences: 'Sequences for dev',
  },
};
