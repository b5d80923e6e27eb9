/** `models list|show|import|export|delete|rename|use|unuse|init` */
import { basename, resolve } from 'node:path';
import { EncoderSize, type ModelCard } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import {
  DEFAULT_VOCABULARY_SIZE,
  initEncoder,
  type VocabularyKind,
} from '../services/models/encoder-init.ts';
import { exportModel } from '../services/models/model-export.ts';
import { filesOfFolder, importModel } from '../services/models/model-import.ts';
import { deleteModel, findModel, listModels, renameModel, useModel } from '../services/models/models.ts';
import type { Session } from '../services/session/session.ts';
import { integer, note, only, print, printJson, table, UsageError, withSession } from './command.ts';
import type { CommandOptions } from './options.ts';

export async function models(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  const run = Object.hasOwn(ACTIONS, action ?? '') ? ACTIONS[action ?? ''] : undefined;
  if (run === undefined)
    throw new UsageError(`models ${action ?? ''}: expected ${Object.keys(ACTIONS).join(', ')}`);
  await run(rest, options);
}

type Action = (args: readonly string[], options: CommandOptions) => Promise<void>;

/** An action on the model named. */
const onModel =
  (body: (session: Session, card: ModelCard, options: CommandOptions) => void): Action =>
  (args, options) =>
    withSession(options, 'starter', async (session) =>
      body(session, findModel(session, only(args, 'NAME')), options),
    );

const ACTIONS: Readonly<Record<string, Action>> = {
  list: (_args, options) =>
    withSession(options, 'starter', async (session) => printModels(listModels(session), options)),
  show: onModel((_session, card, options) => printCard(card, options)),
  import: importFolder,
  export: onModel((session, { id, name }, options) => {
    if (options.out === undefined) throw new UsageError('models export needs --out DIR');
    const path = exportModel(session, id, options.out);
    if (options.json) printJson({ path });
    note(message('cli.model-exported', { name, path }));
  }),
  delete: onModel((session, { id, name, inUse }, options) => {
    deleteModel(session, id);
    if (options.json) printJson({ deleted: name });
    else print(`deleted ${name}${inUse ? '; it was in use' : ''}`);
  }),
  rename,
  use: onModel((session, { id }, options) => printCard(useModel(session, id, true), options)),
  unuse: (args, options) =>
    withSession(options, 'starter', async (session) => {
      const chosen = args.length === 0 ? listModels(session) : [findModel(session, only(args, 'NAME'))];
      const cards = chosen.filter(({ inUse }) => inUse).map(({ id }) => useModel(session, id, false));
      printModels(cards, options);
    }),
  init,
};

async function importFolder(args: readonly string[], options: CommandOptions): Promise<void> {
  const folder = only(args, 'FOLDER');
  const files = filesOfFolder(folder);
  await withSession(options, 'starter', async (session) => {
    const name = options.name ?? basename(resolve(folder));
    const { card, report } = await importModel(session, files, name);
    note(report);
    printCard(card, options);
  });
}

async function rename(args: readonly string[], options: CommandOptions): Promise<void> {
  const [before, after] = args;
  if (before === undefined || after === undefined || args.length > 2)
    throw new UsageError('models rename: expected NAME NEW');
  await withSession(options, 'starter', async (session) =>
    printCard(renameModel(session, findModel(session, before).id, after), options),
  );
}

async function init(args: readonly string[], options: CommandOptions): Promise<void> {
  const size = EncoderSize.safeParse(options.size);
  if (!size.success) throw new UsageError(`models init: --size takes ${EncoderSize.options.join(', ')}`);
  const corpus = [...(options.corpus ?? []), ...args];
  if (corpus.length === 0) throw new UsageError('models init: name texts with --corpus FILE…');
  if (options.name === undefined) throw new UsageError('models init needs --name NAME');
  const kind = options.vocab ?? 'wordpiece';
  if (!isVocabularyKind(kind)) throw new UsageError('--vocab takes wordpiece or character');
  const wanted = {
    name: options.name,
    size: size.data,
    corpus,
    kind,
    vocabularySize: integer(options['vocab-size'], 'vocab-size', DEFAULT_VOCABULARY_SIZE),
    seed: integer(options.seed, 'seed', 1),
  };
  await withSession(options, 'starter', async (session) => {
    let told = performance.now();
    const card = await initEncoder(session, wanted, ({ stage, done }) => {
      if (performance.now() - told < 1000) return;
      told = performance.now();
      note(stage === 'reading' ? `${done} texts read` : `${done} tokens`);
    });
    printCard(card, options);
  });
}

const isVocabularyKind = (kind: string): kind is VocabularyKind =>
  kind === 'wordpiece' || kind === 'character';

/** Returns the card under the keys that the command line prints, `inEditor` for a model in use. */
const printed = ({ inUse, useInt8, ...card }: ModelCard) => ({ ...card, inEditor: inUse, useInt8 });

function printModels(cards: readonly ModelCard[], options: CommandOptions): void {
  if (options.json) return printJson(cards.map(printed));
  const rows = cards.map((card) => [
    card.id,
    card.name,
    card.task,
    card.network,
    card.parameters,
    card.metrics.f1?.toFixed(4) ?? '',
    card.inUse ? (card.task === 'ner' ? 'editor' : 'panel') : '',
    card.createdAt.slice(0, 19),
  ]);
  print(table([['id', 'name', 'task', 'network', 'parameters', 'dev F1', 'used in', 'made'], ...rows]));
}

function printCard(card: ModelCard, options: CommandOptions): void {
  const shown = printed(card);
  if (options.json) return printJson(shown);
  const { settings, metrics, labels, int8, corpus, ...plain } = shown;
  for (const [key, value] of Object.entries(plain)) print(`${key}: ${value}`);
  if (labels.length > 0) print(`labels: ${labels.join(', ')}`);
  for (const [metric, value] of Object.entries(metrics)) print(`${metric}: ${value.toFixed(4)}`);
  if (corpus !== undefined) print(`corpus: ${JSON.stringify(corpus)}`);
  if (int8 !== undefined)
    print(
      `int8: F1 ${int8.f1Before.toFixed(4)} → ${int8.f1After.toFixed(4)}, ms ${int8.msBefore.toFixed(1)} → ${int8.msAfter.toFixed(1)}`,
    );
  if (settings !== undefined) print(`settings: ${JSON.stringify(settings)}`);
}
