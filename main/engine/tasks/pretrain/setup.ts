/** Pre-training made from settings and a corpus: pieces, vocabulary, encoder, sequences. */

import { invariant } from '../../../../shared/assert.ts';
import type { PretrainCorpus, PretrainSettings } from '../../../../shared/domain/pretraining.ts';
import { AppError } from '../../../../shared/result.ts';
import { type NameSplitter, nameSplitter, SHORT_NAME } from '../../../text/entity-parts.ts';
import { splitEntities, withEntities } from '../../../text/entity-section.ts';
import { entitySegmenter } from '../../../text/entity-segmentation.ts';
import { loadSegmenter } from '../../../text/segmentation.ts';
import type { Vocabulary } from '../../../text/vocabulary.ts';
import type { ModelFileConfig, ModelFiles } from '../../io/model-files.ts';
import type { BertConfig } from '../../models/bert/config.ts';
import type { BertPretrainingConfig } from '../../models/bert/pretraining.ts';
import { FrontConfig } from '../../models/fronts/config.ts';
import { KnowledgeConfig, type KnowledgeSource } from '../../objectives/knowledge.ts';
import { chosenObjectives } from '../../objectives/registry.ts';
import { type EncoderTokens, encoderTokens } from '../make-vocabulary.ts';
import { tokenReader } from '../read-vocabulary.ts';
import { type AnnotatedDocument, type Piece, splitCorpus } from './corpus.ts';
import { Examples, specialsOf } from './examples.ts';
import { guessLimits } from './limits.ts';
import { type PackedCorpus, Packer } from './packing.ts';
import { readPiece, type SentenceReader } from './reader.ts';

export interface PretrainRunInput {
  readonly settings: PretrainSettings;
  readonly train: readonly AnnotatedDocument[];
  /** Empty: a share of the training texts. */
  readonly dev: readonly AnnotatedDocument[];
  readonly devName: string;
  readonly pretrained?: ModelFiles;
  /** For encoders that read entities of a graph. */
  readonly knowledge?: KnowledgeSource;
}

export interface PretrainSetup {
  readonly file: Extract<ModelFileConfig, { task: 'encoder' }>;
  readonly vocabulary: string;
  /** The tokens of `vocabulary`. */
  readonly tokens: Vocabulary;
  readonly config: BertPretrainingConfig;
  readonly train: Examples;
  readonly dev: Examples;
  readonly facts: PretrainCorpus;
  /** Whether any mention has several parts, where they are looked for. */
  readonly hasParts: boolean;
}

/** @throws AppError when corpus or encoder do not do */
export function setUpPretraining(input: PretrainRunInput): PretrainSetup {
  const { settings, train, dev, pretrained } = input;
  const { objective, pair, length, seed, masking, packing, model, hitRatio } = settings;
  checkPacking(settings);
  const split = splitCorpus(train, { devShare: settings.devShare, ...(dev.length === 0 ? {} : { dev }) });
  const tokens = encoderTokens(settings, split.train, pretrained);
  const plain = withLayers(tokens.bert, settings);
  checkEncoder(tokens, settings);
  const { vocabulary, tokenize } = tokenReader(
    FrontConfig.parse({ kind: 'bert', bert: plain }),
    tokens.tokenizer,
    tokens.vocabulary,
  );
  const guess = guessLimits(settings);
  const knowledge = knowledgeOf(input, plain);
  const bert = withEntitiesOf(plain, settings, knowledge);
  const options = { vocabulary, guess, wholeWords: masking !== 'char', knowledge };
  const objectives = chosenObjectives(settings);
  const writers = objectives.map(({ writer }) => writer(options));
  const change = objectives
    .map(({ changer }) => changer?.({ ...options, tokenize }))
    .find((one) => one !== undefined);
  const reader: SentenceReader = {
    tokenize,
    ...(masking === 'char' ? {} : { segment: segmentation() }),
    whole: tokens.tokenizer.kind === 'byte-bpe' ? 'character' : 'word',
    wholeMentions: masking === 'entity',
    ...(model === 'embert' ? { split: splitterOf(knowledge?.source) } : {}),
  };
  const read = (pieces: readonly Piece[], purpose: string, packed?: number) => {
    const corpus = pack(pieces, reader, { ...settings, specials: specialsOf(vocabulary, pair) });
    return {
      corpus,
      examples: new Examples(corpus, { pair, seed, purpose, vocabulary, writers, packed, hitRatio, change }),
    };
  };
  const trained = read(split.train, 'pretrain', packing ? length : undefined);
  const measured = read(split.dev, 'pretrain:dev');
  for (const { corpus } of [trained, measured]) {
    if (corpus.count === 0) throw nothingToRead();
    if (pair === 'nsp' && corpus.count === 1)
      throw new AppError('bad-input', 'training.one-pair', {}, { hint: 'hint.longer-texts' });
  }
  if (knowledge !== undefined && mentions(trained.corpus) === 0)
    throw new AppError('bad-input', 'training.no-mentions', {}, { hint: 'hint.graph-of-corpus' });
  return {
    file: { format: 1, task: 'encoder', model: bert, tokenizer: tokens.tokenizer },
    vocabulary: vocabularyOf(tokens, bert, knowledge?.source),
    tokens: vocabulary,
    config: { bert, objective, pair, guess, packed: packing, model, knowledge: knowledge?.config },
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
      ...(knowledge === undefined ? {} : { mentions: mentions(trained.corpus) + mentions(measured.corpus) }),
      ...(model === 'embert' && { phrases: knowledge?.source.phrases?.facts }),
    },
    hasParts: trained.corpus.cuts.includes(1),
  };
}

const mentions = ({ mentions }: PackedCorpus): number =>
  mentions.reduce((sum, mark) => sum + (mark > 0 ? 1 : 0), 0);

/** Layers before entities are read, of twelve. */
const FUSION = { smedbert: 10, kebiolm: 8, embert: 12 } as const;

interface Knowledge {
  readonly source: KnowledgeSource;
  readonly config: KnowledgeConfig;
}

/** Entities and how they are read; `undefined` for plain encoders. @throws AppError when the settings do not fit */
function knowledgeOf(
  { settings, knowledge: source, pretrained }: PretrainRunInput,
  bert: BertConfig,
): Knowledge | undefined {
  const { model, objective, fusionLayer } = settings;
  if (model === 'bert') return undefined;
  invariant(source !== undefined, 'pre-training: an encoder with knowledge has no graph');
  if (objective !== 'mlm') throw new AppError('bad-request', 'training.knowledge-needs-mlm', { model });
  const layers = bert.num_hidden_layers;
  if (fusionLayer > layers)
    throw new AppError('bad-request', 'training.fusion-too-deep', { layer: fusionLayer, layers });
  const config = {
    ...settings,
    mentionWeight: pretrained === undefined ? 0 : settings.mentionWeight, // a teacher must have learnt
    entities: source.types.length,
    entitySize: source.entitySize,
    relations: source.relations,
    layer: fusionLayer === 0 ? Math.max(1, Math.round((layers * FUSION[model]) / 12)) : fusionLayer,
    frozen: settings.entityTraining === 'frozen',
  };
  return { source, config: KnowledgeConfig.parse(config) };
}

/** Entities are part of the encoder, so that whatever builds on it reads them too; either model's take the other's place. */
function withEntitiesOf(
  bert: BertConfig,
  { model, nearestEntities: nearest, neighbourAttention: attention }: PretrainSettings,
  knowledge: Knowledge | undefined,
): BertConfig {
  if (knowledge === undefined || model === 'embert') return bert;
  const { layer: after, entities, entitySize, neighbours: most } = knowledge.config;
  const graph = knowledge.source.graph?.fingerprint;
  if (model === 'kebiolm') return { ...bert, linking: { after, entities, entitySize, nearest, graph } };
  invariant(graph !== undefined, 'SMedBERT: no names of entities');
  return { ...bert, linking: undefined, neighbours: { after, entities, entitySize, most, attention, graph } };
}

/** The vocabulary of an encoder that reads linked mentions has the entities with it. */
function vocabularyOf({ vocabulary }: EncoderTokens, bert: BertConfig, source?: KnowledgeSource): string {
  if (bert.neighbours === undefined || source?.graph === undefined)
    return splitEntities(vocabulary).vocabulary;
  return withEntities(vocabulary, { entities: source.graph.entities, neighbours: source.neighbours });
}

/** The encoder that a run begins with, without neighbours: those are the run's own. */
const withLayers = (bert: BertConfig, { encoderLayers }: PretrainSettings): BertConfig => ({
  ...bert,
  neighbours: undefined,
  ...(encoderLayers === 0 ? {} : { num_hidden_layers: encoderLayers }),
});

/** @throws AppError when pairs are to share sequences: their lengths are drawn in each epoch */
function checkPacking({ packing, pair }: PretrainSettings): void {
  if (packing && pair !== 'none') throw new AppError('bad-request', 'training.packed-pairs', { pair });
}

function pack(
  pieces: readonly Piece[],
  reader: SentenceReader,
  { length, pair, specials }: PretrainSettings & { readonly specials: number },
): PackedCorpus {
  const packer = new Packer({ room: length - specials, least: pair === 'none' ? 1 : 2 });
  for (const piece of pieces) packer.add(readPiece(piece, reader));
  return packer.finish();
}

/** Splits names by the list of phrases, or by a segmenter that knows the short ones as words. */
function splitterOf(source: KnowledgeSource | undefined): NameSplitter {
  const names = (source?.graph?.entities ?? []).flatMap(({ name, otherNames }) => [name, ...otherNames]);
  if (source?.phrases !== undefined) return entitySegmenter(names, source.phrases.model);
  const short = names.filter(
    (name) => /^\p{Script=Han}+$/u.test(name) && name.length > 1 && name.length <= SHORT_NAME,
  );
  return nameSplitter(loadSegmenter({ userWords: [...new Set(short)].map((word) => ({ word })) }));
}

function segmentation(): SentenceReader['segment'] & {} {
  const segmenter = loadSegmenter();
  return (text) => segmenter.segment(text);
}

/** @throws AppError when the encoder cannot read such sequences */
function checkEncoder(
  { bert, tokenizer }: EncoderTokens,
  { length, encoder, model }: PretrainSettings,
): void {
  if (tokenizer.kind === 'character' || (tokenizer.kind === 'byte-bpe' && model !== 'bert'))
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
