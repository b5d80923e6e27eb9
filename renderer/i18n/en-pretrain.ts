/** Pre-training of encoders, in English. */
import type { Translation } from './zh.ts';

export const pretrain: Translation['pretrain'] = {
  task: 'Corpus',
  tab: 'Pre-training',
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
