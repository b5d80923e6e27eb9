/** Lists of phrases: mined from a corpus, reviewed by people, read by pre-training. */
import type { Parsed } from '../../../shared/contract/index.ts';
import {
  areCuts,
  type CutPoint,
  MiningSettings,
  type Phrase,
  type PhraseEdit,
  type PhraseFilter,
  type PhraseList,
} from '../../../shared/domain/phrases.ts';
import type { Job } from '../../../shared/domain/system.ts';
import { fileTooLarge, MAX_FILE_BYTES } from '../../../shared/file-size.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/phrases.ts';
import { formatPhraseList } from '../../formats/phrase-list.ts';
import { fold } from '../../text/folding.ts';
import type { Watch } from '../background/background.ts';
import { getDataSet } from '../data/data-sets.ts';
import { dbOf, namedOf, type Session } from '../session/session.ts';
import { stats } from './graph.ts';

export const {
  list: listPhraseLists,
  get: getPhraseList,
  find: findPhraseList,
} = namedOf(
  {
    list: repository.listPhraseLists,
    get: repository.getPhraseList,
    findByName: repository.findPhraseListByName,
  },
  {
    noId: (id) => message('phrases.no-list', { id }),
    noName: (name) => message('phrases.no-list-named', { name }),
    none: 'hint.none-mined',
  },
);

export interface MiningRequest {
  /** Id of the data set whose texts are read. */
  readonly dataSet: number;
  readonly name: string;
  readonly settings: MiningSettings;
}

/** @throws AppError when the name is taken, the data set is unknown or the graph is empty */
function checkMining(session: Session, { dataSet, name }: MiningRequest): void {
  getDataSet(session, dataSet);
  refuseTaken(session, name);
  if (stats(session).names === 0)
    throw new AppError('bad-request', 'phrases.no-graph', {}, { hint: 'hint.import-graph' });
}

function refuseTaken(session: Session, name: string): void {
  if (repository.findPhraseListByName(dbOf(session), name) !== undefined)
    throw new AppError('conflict', 'phrases.name-taken', { name }, { hint: 'hint.other-name-or-delete-it' });
}

/** Mines a list in the background. @throws AppError as `checkMining`, or when the texts hold nothing to learn from */
export async function minePhrases(
  session: Session,
  request: MiningRequest,
  watch: Watch = {},
): Promise<PhraseList> {
  checkMining(session, request);
  const { name, settings } = request;
  const { name: dataSet, sha256 } = getDataSet(session, request.dataSet);
  const phrases: Phrase[] = [];
  const { card, cutPoints } = await session.background.run(
    'minePhrases',
    { workspaceDir: session.workspace.dir, sha256, settings },
    { ...watch, onPart: (part) => void phrases.push(...part) },
  );
  const { texts, characters, ...facts } = card;
  if (watch.signal?.aborted) throw new AppError('cancelled', 'request.cancelled');
  refuseTaken(session, name); // another may have been made meanwhile
  return store(session, 'phrases.mine', {
    ...{ name, phrases, cutPoints },
    card: { ...facts, settings, corpus: { name: dataSet, sha256, texts, characters } },
  });
}

function store(
  session: Session,
  action: 'phrases.mine' | 'phrases.import',
  { name, card, ...content }: Pick<PhraseList, 'name' | 'card'> & repository.ListContent,
): PhraseList {
  const db = dbOf(session);
  const id = db.transaction(() => {
    const made = repository.insertPhraseList(db, { name, card }, content);
    appendAudit(db, session.actor, action, `phrases:${made}`, {
      ...{ name, phrases: content.phrases.length, cutPoints: content.cutPoints.length },
      ...(card.corpus && { corpus: card.corpus.name }),
    });
    return made;
  });
  session.emit('phrases.changed', {});
  return getPhraseList(session, id);
}

/** Starts mining as a job. @throws AppError as `checkMining`; `conflict` while another job is running */
export function startMining(session: Session, request: MiningRequest): Job {
  checkMining(session, request);
  return session.jobs.start('phrases-mine', request.name, async ({ signal, progress }) => {
    const onProgress: Watch['onProgress'] = ({ done, total }) =>
      progress(done, '%', total > 0 ? done / total : undefined);
    await minePhrases(session, request, { signal, onProgress });
    return undefined;
  });
}

export function phrasePage(
  session: Session,
  id: number,
  filter: PhraseFilter,
): { phrases: Phrase[]; total: number; list: PhraseList; cutPoints: CutPoint[] } {
  const list = getPhraseList(session, id);
  const db = dbOf(session);
  return { ...repository.findPhrases(db, id, filter), list, cutPoints: repository.cutPointsOf(db, id) };
}

/**
 * Decides about a phrase, or adds it. Returns it as it was before, `null` for an added one, and as it is now.
 * @throws AppError `bad-request` when a cut does not lie within the text
 */
export function editPhrase(
  session: Session,
  id: number,
  { text: given, state, cuts }: PhraseEdit,
): { before: Phrase | null; after: Phrase } {
  const text = fold(given.trim());
  const list = getPhraseList(session, id);
  const db = dbOf(session);
  if (text.length < 2 || /\s/.test(text)) throw new AppError('bad-request', 'phrases.bad-text', { text });
  if (cuts !== undefined && !areCuts(text, cuts))
    throw new AppError('bad-request', 'phrases.bad-cuts', { text });
  const result = db.transaction(() => {
    const before = repository.getPhrase(db, id, text) ?? null;
    const known = before ?? {
      text,
      cuts: [],
      edited: false,
      origin: 'added',
      count: 0,
      quality: null,
      state: 'accepted',
    };
    const after: Phrase = {
      ...known,
      ...(state !== undefined && { state }),
      ...(cuts !== undefined && { cuts, edited: true }),
    };
    repository.putPhrase(db, id, after);
    appendAudit(db, session.actor, 'phrases.edit', `phrases:${id}`, {
      ...{ list: list.name, text },
      before: before && { state: before.state, cuts: before.cuts },
      after: { state: after.state, cuts: after.cuts },
    });
    return { before, after };
  });
  session.emit('phrases.changed', {});
  return result;
}

/** Turns cut points on or off, adding unknown ones, and cuts names anew that nobody has decided about. */
export async function setCutPoints(
  session: Session,
  id: number,
  points: readonly Pick<CutPoint, 'character' | 'side' | 'active'>[],
  watch: Watch = {},
): Promise<number> {
  const { name } = getPhraseList(session, id);
  const db = dbOf(session);
  db.transaction(() => {
    const known = repository.cutPointsOf(db, id);
    for (const { character, side, active } of points) {
      const before = known.find((one) => one.character === character && one.side === side);
      repository.putCutPoint(db, id, { count: 0, share: 0, ...before, character, side, active });
      appendAudit(db, session.actor, 'phrases.cut-point', `phrases:${id}`, {
        ...{ list: name, character, side },
        before: before?.active ?? null,
        after: active,
      });
    }
  });
  session.emit('phrases.changed', {});
  return segmentAgain(session, id, watch);
}

/** Cuts the names of a list anew, but for those about which people decided. Returns how many are cut otherwise now. */
export async function segmentAgain(session: Session, id: number, watch: Watch = {}): Promise<number> {
  const { name } = getPhraseList(session, id);
  const proposed = await segment(session, { id }, watch);
  const db = dbOf(session);
  const changed = db.transaction(() => {
    const count = repository.proposeCuts(db, id, proposed);
    if (count > 0)
      appendAudit(db, session.actor, 'phrases.segment', `phrases:${id}`, { list: name, changed: count });
    return count;
  });
  if (changed > 0) session.emit('phrases.changed', {});
  return changed;
}

/** Segments any names by a list. */
export const segmentNames = (
  session: Session,
  id: number,
  names: readonly string[],
): Promise<Pick<Phrase, 'text' | 'cuts'>[]> => segment(session, { id, names });

async function segment(
  session: Session,
  input: { readonly id: number; readonly names?: readonly string[] },
  watch: Watch = {},
): Promise<Pick<Phrase, 'text' | 'cuts'>[]> {
  const cut: Pick<Phrase, 'text' | 'cuts'>[] = [];
  await session.background.run('segmentNames', input, {
    ...watch,
    onPart: (part) => void cut.push(...part),
  });
  return cut;
}

export function exportPhrases(session: Session, id: number): { name: string; bytes: Uint8Array } {
  const { name, card } = getPhraseList(session, id);
  const db = dbOf(session);
  const phrases = repository.allPhrases(db, id);
  db.transaction(() =>
    appendAudit(db, session.actor, 'phrases.export', `phrases:${id}`, { name, phrases: phrases.length }),
  );
  const text = formatPhraseList({ units: card.units, phrases, cutPoints: repository.cutPointsOf(db, id) });
  return { name: `${name.replace(/[\\/:*?"<>|]/g, '_')}.tsv`, bytes: Buffer.from(text, 'utf8') };
}

/** Imports a list from a file. @throws AppError naming the line that is malformed; `conflict` when the name is taken */
export async function importPhrases(
  session: Session,
  { name, file, bytes }: { readonly name: string; readonly file: string; readonly bytes: Uint8Array },
): Promise<PhraseList> {
  refuseTaken(session, name);
  if (bytes.length > MAX_FILE_BYTES) throw fileTooLarge(file, bytes.length);
  const phrases: Phrase[] = [];
  const { units, cutPoints } = await session.background.run(
    'readPhrases',
    { name: file, bytes },
    { onPart: (part) => void phrases.push(...part) },
  );
  refuseTaken(session, name); // another may have been made meanwhile
  return store(session, 'phrases.import', { name, card: { units }, phrases, cutPoints });
}

/** @throws AppError `not-found` */
export function deletePhrases(session: Session, id: number): void {
  const { name, counts } = getPhraseList(session, id);
  const db = dbOf(session);
  db.transaction(() => {
    repository.deletePhraseList(db, id);
    appendAudit(db, session.actor, 'phrases.delete', `phrases:${id}`, { name, ...counts });
  });
  session.emit('phrases.changed', {});
}

/** Returns the request to mine with the defaults of the settings that are not given. */
export const miningRequest = ({ settings, ...rest }: Parsed<'phrases.mine'>): MiningRequest => ({
  ...rest,
  settings: MiningSettings.parse(settings),
});
