/** `models list|show|import|export|delete|rename|use|unuse|ensemble|init` */
import { basename, resolve } from 'node:path';
import { EncoderSize, type ModelCard } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { findDataSet } from '../services/data/data-sets.ts';
import {
  DEFAULT_VOCABULARY_SIZE,
  initEncoder,
  type VocabularyKind,
} from '../services/models/encoder-init.ts';
import { createEnsemble } from '../services/models/ensemble.ts';
import { exportModel, exportPipeline } from '../services/models/model-export.ts';
import { filesOfFolder, importModel } from '../services/models/model-import.ts';
import { deleteModel, findModel, listModels, renameModel, useModel } from '../services/models/models.ts';
import type { Session } from '../services/session/session.ts';
import {
  actions,
  choice,
  expected,
  heading,
  inSession,
  integer,
  keyName,
  needed,
  note,
  noteEverySecond,
  only,
  print,
  printDeleted,
  printFields,
  printJson,
  printList,
  valueName,
  withSession,
} from './command.ts';
import type { Options } from './options.ts';

type ModelsOptions = Options<'models'>;

/** An action on the model named. */
const onModel = (body: (session: Session, card: ModelCard, options: ModelsOptions) => void) =>
  inSession<ModelsOptions>((session, args, options) =>
    body(session, findModel(session, only(args, 'NAME')), options),
  );

export const models = actions<ModelsOptions>('models', {
  list: inSession((session, _args, options) => printModels(listModels(session), options)),
  show: onModel((_session, card, options) => printCard(card, options)),
  import: importFolder,
  export: onModel((session, { id, name }, options) => {
    const target = needed(options.out, 'models export', '--out DIR');
    const { transformers, onnx } = options;
    const { path, losses } =
      transformers || onnx
        ? exportPipeline(session, id, target, { onnx })
        : { path: exportModel(session, id, target), losses: [] };
    for (const loss of losses) note(loss);
    if (options.json) printJson({ path });
    note(message('cli.model-exported', { name, path }));
  }),
  delete: onModel((session, { id, name, inUse }, options) => {
    deleteModel(session, id);
    printDeleted(name, options, inUse ? message('cli.deleted-in-use', { name }) : undefined);
  }),
  rename,
  use: onModel((session, { id }, options) => printCard(useModel(session, id, true), options)),
  unuse: inSession((session, args, options) => {
    const chosen = args.length === 0 ? listModels(session) : [findModel(session, only(args, 'NAME'))];
    const cards = chosen.filter(({ inUse }) => inUse).map(({ id }) => useModel(session, id, false));
    printModels(cards, options);
  }),
  ensemble,
  init,
});

async function ensemble([name, ...members]: readonly string[], options: ModelsOptions): Promise<void> {
  if (name === undefined || members.length === 0) throw expected('models ensemble', 'NAME MODEL MODEL…');
  await withSession(options, 'starter', async (session) => {
    const data = options.data === undefined ? undefined : findDataSet(session, options.data).id;
    printCard(await createEnsemble(session, { name, members, data }), options);
  });
}

async function importFolder(args: readonly string[], options: ModelsOptions): Promise<void> {
  const folder = only(args, 'FOLDER');
  const files = filesOfFolder(folder);
  await withSession(options, 'starter', async (session) => {
    const name = options.name ?? basename(resolve(folder));
    const { card, report } = await importModel(session, files, name);
    note(report);
    printCard(card, options);
  });
}

async function rename(args: readonly string[], options: ModelsOptions): Promise<void> {
  const [before, after] = args;
  if (before === undefined || after === undefined || args.length > 2)
    throw expected('models rename', 'NAME NEW');
  await withSession(options, 'refused', async (session) =>
    printCard(renameModel(session, findModel(session, before).id, after), options),
  );
}

async function init(args: readonly string[], options: ModelsOptions): Promise<void> {
  const sizes = EncoderSize.options;
  const corpus = [...(options.corpus ?? []), ...args];
  const wanted = {
    size: needed(choice('--size', options.size, sizes), 'models init', `--size ${sizes.join('|')}`),
    corpus: needed(corpus.length > 0 ? corpus : undefined, 'models init', '--corpus FILE…'),
    name: needed(options.name, 'models init', '--name NAME'),
    kind: choice<VocabularyKind>('--vocab', options.vocab ?? 'wordpiece', ['wordpiece', 'character']),
    vocabularySize: integer(options['vocab-size'], '--vocab-size', DEFAULT_VOCABULARY_SIZE),
    seed: integer(options.seed, '--seed', 1),
  };
  const progress = noteEverySecond(({ stage, done }: { stage: string; done: number }) =>
    message(stage === 'reading' ? 'cli.texts-done' : 'cli.tokens', { count: done }),
  );
  await withSession(options, 'starter', async (session) =>
    printCard(await initEncoder(session, wanted, progress), options),
  );
}

/** Returns the card under the keys that the command line prints, `inEditor` for a model in use. */
const printed = ({ inUse, useInt8, ...card }: ModelCard) => ({ ...card, inEditor: inUse, useInt8 });

function printModels(cards: readonly ModelCard[], options: ModelsOptions): void {
  const headings = ['id', 'name', 'task', 'network', 'parameters', 'dev F1', 'used in', 'made'] as const;
  printList(cards.map(printed), options, headings, (card) => [
    card.id,
    card.name,
    valueName(card.task),
    card.network,
    card.parameters,
    card.metrics.f1?.toFixed(4) ?? '',
    card.inEditor ? valueName(card.task === 'ner' ? 'editor' : 'panel') : '',
    card.createdAt.slice(0, 19),
  ]);
}

function printCard(card: ModelCard, options: ModelsOptions): void {
  const shown = printed(card);
  if (options.json) return printJson(shown);
  const { settings, metrics, labels, int8, corpus, members = [], ...plain } = shown;
  printFields(plain);
  if (labels.length > 0) print(`${heading('labels')}: ${labels.join(', ')}`);
  for (const { name, network, weight, level } of members)
    print(`${heading(level ?? 'member')}: ${name} (${network}) ${weight.toFixed(3)}`);
  for (const [metric, value] of Object.entries(metrics)) print(`${keyName(metric)}: ${value.toFixed(4)}`);
  if (corpus !== undefined) print(`${heading('corpus')}: ${JSON.stringify(corpus)}`);
  if (int8 !== undefined)
    print(
      message('cli.int8-measured', {
        f1Before: int8.f1Before.toFixed(4),
        f1After: int8.f1After.toFixed(4),
        msBefore: int8.msBefore.toFixed(1),
        msAfter: int8.msAfter.toFixed(1),
      }),
    );
  if (settings !== undefined) print(`${heading('settings')}: ${JSON.stringify(settings)}`);
}
