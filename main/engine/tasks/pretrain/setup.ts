/** Pre-training made from settings and a corpus: pieces, vocabulary, encoder, sequences. */
import type {
  CorpusDocument,
  PretrainCorpus,
  PretrainSettings,
} from '../../../../shared/domain/pretraining.ts';
import { AppError } from '../../../../shared/result.ts';
import { loadSegmenter } from '../../../text/segmentation.ts';
import type { ModelFileConfig, ModelFiles } from '../../io/model-files.ts';
import type { BertConfig } from '../../models/bert/config.ts';
import type { BertPretrainingConfig } from '../../models/bert/pretraining.ts';
import { FrontConfig } from '../../models/fronts/config.ts';
import { type GuessLimits, placesToGuess } from '../../objectives/masking.ts';
import { chosenObjectives } from '../../objectives/registry.ts';
import { type EncoderTokens, encoderTokens } from '../make-vocabulary.ts';
import { tokenReader } from '../read-vocabulary.ts';
import { splitCorpus } from './corpus.ts';
import { Examples } from './examples.ts';
import { type PackedCorpus, Packer } from './packing.ts';
import { readPiece, type SentenceReader } from './reader.ts';

export interface PretrainRunInput {
  readonly settings: PretrainSettings;
  readonly train: readonly CorpusDocument[];
  /** Empty: a share of the training texts. */
  readonly dev: readonly CorpusDocument[];
  readonly devName: string;
  readonly pretrained?: ModelFiles;
}

export interface PretrainSetup {
  readonly file: Extract<ModelFileConfig, { task: 'encoder' }>;
  readonly vocabulary: string;
  readonly config: BertPretrainingConfig;
  readonly train: Examples;
  readonly dev: Examples;
  readonly facts: PretrainCorpus;
}

/** @throws AppError when corpus or encoder do not do */
export function setUpPretraining({ settings, train, dev, pretrained }: PretrainRunInput): PretrainSetup {
  const { objective, pair, length, seed, masking, packing } = settings;
  checkPacking(settings);
  const split = splitCorpus(train, { devShare: settings.devShare, ...(dev.length === 0 ? {} : { dev }) });
  const tokens = encoderTokens(settings, split.train, pretrained);
  const bert = withLayers(tokens.bert, settings);
  checkEncoder(tokens, settings);
  const { vocabulary, tokenize } = tokenReader(
    FrontConfig.parse({ kind: 'bert', bert }),
    tokens.tokenizer,
    tokens.vocabulary,
  );
  const guess = guessLimits(settings);
  const options = { vocabulary, guess, wholeWords: masking === 'word' };
  const writers = chosenObjectives(settings).map(({ writer }) => writer(options));
  const reader: SentenceReader = { tokenize, ...(masking === 'word' ? { segment: segmentation() } : {}) };
  const read = (pieces: readonly { readonly text: string }[], purpose: string, packed?: number) => {
    const corpus = pack(pieces, reader, settings);
    return { corpus, examples: new Examples(corpus, { pair, seed, purpose, vocabulary, writers, packed }) };
  };
  const trained = read(split.train, 'pretrain', packing ? length : undefined);
  const measured = read(split.dev, 'pretrain:dev');
  for (const { corpus } of [trained, measured]) if (corpus.count === 0) throw nothingToRead();
  return {
    file: { format: 1, task: 'encoder', model: bert, tokenizer: tokens.tokenizer },
    vocabulary: tokens.vocabulary,
    config: { bert, objective, pair, guess, packed: packing },
    train: trained.examples,
    dev: measured.examples,
    facts: {
      documents: split.train.length + split.dev.length,
      duplicates: split.duplicates,
      characters: split.characters,
      tokens: trained.corpus.ids.length + measured.corpus.ids.length,
      devDocuments: split.dev.length,
      trainSequences: trained.corpus.count,
      devSequences: measured.corpus.count,
    },
  };
}

const withLayers = (bert: BertConfig, { encoderLayers }: PretrainSettings): BertConfig =>
  encoderLayers === 0 ? bert : { ...bert, num_hidden_layers: encoderLayers };

/** Masked tokens of a sequence: the share wanted, at most as many as the settings say. */
function guessLimits({ length, maxPredictions, maskShare: share }: PretrainSettings): GuessLimits {
  const most = Math.max(placesToGuess(length), Math.round(length * share));
  return { share, most: maxPredictions === 0 ? most : maxPredictions };
}

/** @throws AppError when pairs are to share sequences: their lengths are drawn in each epoch */
function checkPacking({ packing, pair }: PretrainSettings): void {
  if (packing && pair !== 'none') throw new AppError('bad-request', 'training.packed-pairs', { pair });
}

function pack(
  pieces: readonly { readonly text: string }[],
  reader: SentenceReader,
  { length, pair }: PretrainSettings,
): PackedCorpus {
  const isPair = pair !== 'none';
  const packer = new Packer({ room: length - (isPair ? 3 : 2), least: isPair ? 2 : 1 });
  for (const { text } of pieces) packer.add(readPiece(text, reader));
  return packer.finish();
}

function segmentation(): SentenceReader['segment'] & {} {
  const segmenter = loadSegmenter();
  return (text) => segmenter.segment(text);
}

/** @throws AppError when the encoder cannot read such sequences */
function checkEncoder({ bert, tokenizer }: EncoderTokens, { length, encoder }: PretrainSettings): void {
  if (tokenizer.kind !== 'wordpiece')
    throw new AppError('bad-input', 'models.no-word-piece-encoder', { name: encoder });
  const longest = bert.max_position_embeddings;
  if (length > longest)
    throw new AppError(
      'bad-request',
      'models.encoder-too-short',
      { name: encoder, longest, length },
      { hint: 'hint.smaller-length' },
    );
}

const nothingToRead = (): AppError =>
  new AppError('bad-input', 'training.no-words', {}, { hint: 'hint.two-words-or-more' });
