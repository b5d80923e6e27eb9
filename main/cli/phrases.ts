/** `phrases mine|list|show|segment|edit|points|export|import|delete` */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type CutPoint,
  MiningSettings,
  type Phrase,
  PhraseFilter,
  type PhraseList,
  PhraseOrigin,
  PhraseState,
  readCuts,
  writtenCuts,
} from '../../shared/domain/phrases.ts';
import { message } from '../../shared/messages/message.ts';
import {
  deletePhrases,
  editPhrase,
  exportPhrases,
  findPhraseList,
  importPhrases,
  listPhraseLists,
  minePhrases,
  phrasePage,
  segmentNames,
  setCutPoints,
} from '../services/graph/phrases.ts';
import type { Session } from '../services/session/session.ts';
import { replaceFile } from '../workspace/atomic-file.ts';
import {
  actions,
  choice,
  expected,
  headed,
  inSession,
  integer,
  needed,
  note,
  noteEverySecond,
  number,
  only,
  print,
  printDeleted,
  printJson,
  printList,
  valueName,
} from './command.ts';
import type { Options } from './options.ts';
import { corpusSet } from './pretrain.ts';
import { kebab, wrongSettings } from './settings-flags.ts';

type PhraseOptions = Options<'phrases'>;

export const phrases = actions<PhraseOptions>('phrases', {
  mine: inSession(mine, 'starter'),
  list: inSession(printLists),
  show: inSession(show),
  segment: inSession(segment),
  edit: inSession(edit),
  points: inSession(points),
  export: inSession(exportList),
  import: inSession(importList, 'starter'),
  delete: inSession(remove),
});

async function mine(session: Session, args: readonly string[], options: PhraseOptions): Promise<void> {
  if (args.length > 0) throw expected('phrases mine', '--corpus PATH… --name NAME');
  const name = needed(options.name, 'phrases mine', '--name NAME');
  const corpus = needed(options.corpus, 'phrases mine', '--corpus PATH…');
  const settings = settingsOf(options);
  const set = await corpusSet(session, corpus);
  const { documents, characters } = set;
  note(message('cli.corpus-size', { name: set.name, documents, characters }));
  const onProgress = noteEverySecond(({ done, total }: { done: number; total: number }) =>
    message('cli.mining', { share: total > 0 ? Math.round((100 * done) / total) : 0 }),
  );
  const list = await minePhrases(session, { dataSet: set.id, name, settings }, { onProgress });
  if (options.json) printJson(list);
  else printMined(list);
}

function settingsOf(options: PhraseOptions): MiningSettings {
  const given = (['minCount', 'maxLength', 'minQuality', 'seed'] as const).flatMap((key) => {
    const flag = kebab(key) as 'min-count' | 'max-length' | 'min-quality' | 'seed'; // safe: those of the keys
    const value = options[flag];
    return value === undefined ? [] : [[key, number(value, `--${flag}`)] as const];
  });
  const settings = MiningSettings.safeParse(Object.fromEntries(given));
  if (settings.success) return settings.data;
  throw wrongSettings(settings.error, kebab);
}

function printMined({ card, counts }: PhraseList): void {
  print(
    message('cli.phrases-mined', {
      phrases: counts.waiting + counts.accepted + counts.rejected,
      candidates: card.candidates ?? 0,
      names: card.names ?? 0,
      auc: (card.auc ?? 0).toFixed(3),
    }),
  );
}

function printLists(session: Session, _args: readonly string[], options: PhraseOptions): void {
  const columns = ['id', 'name', 'corpus', 'waiting', 'accepted', 'rejected'] as const;
  printList(listPhraseLists(session), options, columns, ({ id, name, card, counts }) => {
    return [id, name, card.corpus?.name ?? '', counts.waiting, counts.accepted, counts.rejected];
  });
}

function show(session: Session, args: readonly string[], options: PhraseOptions): void {
  const [name, query = '', ...more] = args;
  if (name === undefined || more.length > 0) throw expected('phrases show', 'LIST [QUERY]');
  const filter = PhraseFilter.parse({
    query,
    state: choice('--state', options.state, PhraseState.options),
    origin: choice('--origin', options.origin, PhraseOrigin.options),
    long: options.long ?? false,
    limit: Math.min(2000, integer(options.limit, '--limit', 50)),
  });
  const page = phrasePage(session, findPhraseList(session, name).id, filter);
  if (options.json) return printJson(page.phrases);
  printPhrases(page.phrases);
  note(message('cli.phrases-shown', { shown: page.phrases.length, total: page.total }));
}

function printPhrases(list: readonly Phrase[]): void {
  const rows = list.map((phrase) => {
    const { origin, count, quality, state } = phrase;
    const rated = quality === null ? '' : quality.toFixed(3);
    return [writtenCuts(phrase), valueName(origin), count, rated, valueName(state)];
  });
  print(headed(['parts', 'origin', 'count', 'quality', 'state'], rows));
}

async function segment(session: Session, args: readonly string[], options: PhraseOptions): Promise<void> {
  const [name, ...names] = args;
  if (name === undefined || names.length === 0) throw expected('phrases segment', 'LIST NAME…');
  const cut = await segmentNames(session, findPhraseList(session, name).id, names);
  if (options.json) printJson(cut);
  else for (const one of cut) print(writtenCuts(one));
}

/** Parts such as 再生障碍性|贫血 say how a phrase is cut; a phrase without a bar is one word, unless a state is given. */
function edit(session: Session, args: readonly string[], options: PhraseOptions): void {
  const [name, ...written] = args;
  if (name === undefined || written.length === 0)
    throw expected('phrases edit', `LIST PARTS… [--state ${PhraseState.options.join('|')}]`);
  const state = choice('--state', options.state, PhraseState.options);
  const { id } = findPhraseList(session, name);
  const edited = written.map((parts) => {
    const { text, cuts } = readCuts(parts);
    const isCut = cuts.length > 0 || state === undefined;
    return editPhrase(session, id, { text, ...(isCut && { cuts }), ...(state && { state }) }).after;
  });
  if (options.json) printJson(edited);
  else printPhrases(edited);
}

/** Lists cut points, or turns some on or off. */
async function points(session: Session, args: readonly string[], options: PhraseOptions): Promise<void> {
  const [name, word, where, characters, ...more] = args;
  if (name === undefined || more.length > 0 || (word !== undefined && characters === undefined))
    throw expected('phrases points', 'LIST [on|off start|end CHARACTERS]');
  const { id } = findPhraseList(session, name);
  if (word !== undefined && characters !== undefined) {
    const active = choice('phrases points', word, ['on', 'off']) === 'on';
    const side = choice('phrases points', where ?? '', ['start', 'end']);
    const changed = await setCutPoints(
      session,
      id,
      Array.from(characters, (character) => ({ character, side, active })),
    );
    return options.json ? printJson({ changed }) : print(message('cli.cut-anew', { changed }));
  }
  const { cutPoints } = phrasePage(session, id, PhraseFilter.parse({ limit: 1 }));
  printList(cutPoints, options, ['character', 'side', 'count', 'share', 'state'], pointRow);
}

const pointRow = ({ character, side, count, share, active }: CutPoint) => [
  ...[character, valueName(`cut-${side}`), count, share.toFixed(2)],
  valueName(active ? 'cut-on' : 'cut-off'),
];

function exportList(session: Session, args: readonly string[], options: PhraseOptions): void {
  const name = only(args, 'LIST');
  const out = needed(options.out, 'phrases export', '--out FILE');
  const { bytes } = exportPhrases(session, findPhraseList(session, name).id);
  replaceFile(out, (write) => write(bytes));
}

async function importList(session: Session, args: readonly string[], options: PhraseOptions): Promise<void> {
  const path = only(args, 'FILE');
  const name = needed(options.name, 'phrases import', '--name NAME');
  const list = await importPhrases(session, { name, file: basename(path), bytes: readFileSync(path) });
  if (options.json) printJson(list);
  else
    print(
      message('cli.phrases-imported', {
        name,
        phrases: list.counts.waiting + list.counts.accepted + list.counts.rejected,
      }),
    );
}

function remove(session: Session, args: readonly string[], options: PhraseOptions): void {
  const name = only(args, 'LIST');
  deletePhrases(session, findPhraseList(session, name).id);
  printDeleted(name, options);
}
