/** `embed word2vec|glove|transe|…|list|delete|rename|neighbours|import|export` */

import { existsSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { GRAPH_MODELS } from '../../shared/domain/graph-embeddings.ts';
import { STARTER } from '../../shared/domain/starter.ts';
import type { VectorFormat, VectorsCard } from '../../shared/domain/vectors.ts';
import { message } from '../../shared/messages/message.ts';
import { readUserDictionary } from '../services/data/embedding-corpus.ts';
import type { Session } from '../services/session/session.ts';
import {
  formatOfName,
  neighboursOf,
  readVectorFile,
  starterWords,
  summaryOf,
  type VectorFile,
  type WordVectors,
  writeVectorFile,
} from '../services/vectors/vector-files.ts';
import { namedTrainingFolder } from '../services/vectors/vector-training-folder.ts';
import {
  deleteVectors,
  findVectors,
  listVectors,
  loadVectors,
  noteExport,
  renameVectors,
  saveVectors,
} from '../services/vectors/vectors.ts';
import {
  type Action,
  actions,
  expected,
  inSession,
  integer,
  needed,
  note,
  notFound,
  only,
  print,
  printJson,
  table,
  valueName,
  withSession,
} from './command.ts';
import { type EmbedOptions, formatFlag, unitOf } from './embed-flags.ts';
import { trainGraph } from './embed-graph.ts';
import { trainVectors } from './embed-train.ts';
import { said } from './language.ts';

const NEIGHBOURS = 10;

const graphActions = Object.fromEntries(
  GRAPH_MODELS.map((model): [string, Action<EmbedOptions>] => [
    model,
    (args, options) => trainGraph(model, args, options),
  ]),
);

export const embed = actions<EmbedOptions>('embed', {
  word2vec: (args, options) => trainVectors('word2vec', args, options),
  glove: (args, options) => trainVectors('glove', args, options),
  ...graphActions,
  list: inSession((session, _args, options) => printVectors(listVectors(session), options)),
  rename,
  delete: inSession(remove),
  neighbours,
  import: importVectors,
  export: exportVectors,
});

function printVectors(cards: readonly VectorsCard[], { json }: EmbedOptions): void {
  if (json) return cards.forEach(printJson);
  if (cards.length === 0) return note(message('vectors.none-yet'));
  print(
    table(
      cards.map((card) => [
        card.name,
        methodOf(card),
        valueName(card.unit),
        String(card.dimension),
        said(message('cli.tokens', { count: card.tokens })),
        sourceOf(card),
        card.createdAt.slice(0, 10),
      ]),
    ),
  );
}

function sourceOf({ corpus, file, graph }: VectorsCard): string {
  if (graph !== undefined) return said(message('cli.triples', { count: graph.triples }));
  if (corpus === undefined) return file ?? '';
  return said(message('cli.corpus-characters', { count: corpus.characters }));
}

function methodOf({ settings, graph }: VectorsCard): string {
  if (graph !== undefined) return graph.settings.model;
  if (settings === undefined) return valueName('imported');
  return settings.method === 'glove' ? 'glove' : `word2vec ${settings.architecture}`;
}

/** Deletes vectors and the remains of an unfinished training of that name. */
function remove(session: Session, args: readonly string[], options: EmbedOptions): void {
  const name = only(args, 'NAME');
  deleteVectors(session, findVectors(session, name).id);
  rmSync(namedTrainingFolder(session.workspace.dir, name), { recursive: true, force: true });
  if (options.json) return printJson({ deleted: name });
  print(message('cli.deleted', { name }));
}

async function rename(args: readonly string[], options: EmbedOptions): Promise<void> {
  const [before, after, ...rest] = args;
  if (before === undefined || after === undefined || rest.length > 0)
    throw expected('embed rename', 'NAME NEW');
  return withSession(options, 'starter', async (session) => {
    const card = renameVectors(session, findVectors(session, before).id, after);
    if (options.json) return printJson(card);
    print(message('cli.renamed', { before, after: card.name }));
  });
}

async function neighbours(args: readonly string[], options: EmbedOptions): Promise<void> {
  const [which, ...words] = args;
  if (which === undefined || words.length === 0) throw expected('embed neighbours', 'NAME|FILE WORD…');
  const count = integer(options.top, '--top', NEIGHBOURS);
  const found = await withNamed(
    which,
    options,
    (vectors) => neighboursOf(vectors, words, count),
    formatFlag(options),
  );
  if (options.json) {
    for (const { word, neighbours: near } of found) printJson({ word, neighbours: near ?? null });
  } else for (const { word, neighbours: near } of found) printNeighbours(word, near);
  if (found.every((one) => one.neighbours === undefined))
    throw notFound(message('vectors.words-missing', { vectors: which, words }));
}

function printNeighbours(word: string, near: ReturnType<typeof neighboursOf>[number]['neighbours']): void {
  if (near === undefined) return note(message('vectors.word-missing', { word }));
  print(word);
  print(table(near.map(({ token, similarity }) => ['', token, similarity.toFixed(4)])));
}

/** Checks a file and tells what it holds; --name keeps it in the workspace, --out in another form. */
async function importVectors(args: readonly string[], options: EmbedOptions): Promise<void> {
  const file = only(args, 'FILE');
  const { vectors, duplicates } = await readNoting(file, options, formatFlag(options));
  const { out, name, dictionary } = options;
  const userWords = dictionary === undefined ? [] : readUserDictionary(dictionary);
  if (out !== undefined) writeVectorFile(out, vectors, formatOfName(out));
  if (name !== undefined) {
    const stored = { vectors, folded: !options['no-fold'], userWords };
    await withSession(options, 'starter', async (session) => {
      saveVectors(session, name, stored, { origin: 'imported', file: basename(file) });
    });
  }
  const where = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(out === undefined ? {} : { out }),
  };
  if (options.json) return printJson({ ...summaryOf(vectors), duplicates: duplicates.count, ...where });
  const { tokens, dimension, unit, norm } = summaryOf(vectors);
  const unitName = message(unit === 'word' ? 'cli.of-words' : 'cli.of-characters');
  print(
    message('cli.vectors-read', { file, tokens, dimension, unit: unitName, length: norm.mean.toFixed(3) }),
  );
  if (out !== undefined) print(message('cli.written', { path: out }));
  if (name !== undefined) print(message('vectors.kept-in-workspace', { name: name.trim() }));
}

/** Writes vectors in another format; what leaves the workspace is not encrypted any more. */
async function exportVectors(args: readonly string[], options: EmbedOptions): Promise<void> {
  const out = needed(options.out, 'embed export', '--out FILE');
  const format = formatFlag(options) ?? formatOfName(out);
  const summary = await withNamed(only(args, 'FILE|NAME'), options, (vectors, from) => {
    writeVectorFile(out, vectors, format);
    if (from !== undefined) noteExport(from.session, from.card);
    return summaryOf(vectors);
  });
  if (options.json) return printJson({ out, format, ...summary });
  print(
    message('cli.vectors-written', { out, tokens: summary.tokens, dimension: summary.dimension, format }),
  );
}

/** A file that is there, else the vectors of that name; `use` may need the workspace while it is open. */
function withNamed<T>(
  which: string,
  options: EmbedOptions,
  use: (vectors: WordVectors, from?: { session: Session; card: VectorsCard }) => T,
  format?: VectorFormat,
): Promise<T> {
  if (existsSync(which)) return readNoting(which, options, format).then(({ vectors }) => use(vectors));
  return withSession(options, 'starter', async (session) => {
    const own = listVectors(session).some(({ name }) => name === which);
    if (which === STARTER && !own) return use(starterWords().vectors);
    const card = findVectors(session, which);
    return use(loadVectors(session, card.id).vectors, { session, card });
  });
}

/** @param format told from the content unless said */
async function readNoting(file: string, options: EmbedOptions, format?: VectorFormat): Promise<VectorFile> {
  const unit = unitOf(options);
  const found = await readVectorFile(file, {
    ...(format === undefined ? {} : { format }),
    ...(unit === undefined ? {} : { unit }),
  });
  const { count, examples } = found.duplicates;
  if (count > 0) note(message('vectors.repeated-rows', { file, count, examples: examples.join(' ') }));
  return found;
}
