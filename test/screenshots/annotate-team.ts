/** Three people, a project that two of them label, and what its model has learnt so far. */
import type { Page } from 'playwright';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import type { LabelledSpan } from '../../shared/domain/training.ts';
import { type AdmissionNote, admissionNotes, otherReading } from '../helpers/admission-notes.ts';
import { labelledItems } from '../helpers/labelled-items.ts';
import { ask } from '../helpers/screen.ts';
import { SAMPLE } from './editor.ts';

const PASSWORD = 'eleven cranes over the river';
/** In charge of everything; labels, adjudicates and looks after people. */
const CHIEF = '周敏';
const [LEFT, RIGHT] = ['林晓芸', '赵启明'] as const;
export const TEAM_PROJECT = '内科入院记录';
export const OWN_PROJECT = '多专科样例';
const NOTES = admissionNotes(40);
/** Documents finished by both when each round trains. */
const ROUNDS = [12, 20, 28];
/** The first ones have been adjudicated. */
const ADJUDICATED = 3;

/**
 * People, projects, annotations, rounds; at the end the chief is signed in.
 * @param rounds documents finished when each round begins, growing
 * @param train without it nothing is trained
 */
export async function prepareTeam(page: Page, rounds = ROUNDS, train = true): Promise<void> {
  const window = page.url();
  await page.goto(new URL('icon.svg', window).href); // a window would start anew for everybody who signs in
  await makePeople(page);
  await makeOwnProject(page);
  const { projectId, ids } = await makeTeamProject(page);
  let from = 0;
  for (const to of rounds) {
    await finish(page, LEFT, ids.slice(from, to), NOTES.slice(from, to), ({ entities }) => entities);
    await finish(page, RIGHT, ids.slice(from, to), NOTES.slice(from, to), otherReading);
    await signIn(page, CHIEF);
    if (train) await trainRound(page, projectId);
    from = to;
  }
  for (const documentId of ids.slice(0, ADJUDICATED)) await takeFirstReadings(page, documentId);
  await page.goto(window);
}

async function makePeople(page: Page): Promise<void> {
  const roles = ['administrator', 'adjudicator', 'annotator'] as const;
  await ask(page, 'accounts.add', { name: CHIEF, roles: [...roles], password: PASSWORD });
  for (const name of [LEFT, RIGHT]) {
    await ask(page, 'accounts.add', { name, roles: ['annotator'], password: `${PASSWORD}!` });
    await signIn(page, name, `${PASSWORD}!`);
    await ask(page, 'account.changePassword', { old: `${PASSWORD}!`, password: PASSWORD });
    await signIn(page, CHIEF);
  }
}

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await ask(page, 'account.signOut', {});
  await ask(page, 'account.signIn', { name, password });
}

/** A project of one person on the sample records, its first document labelled from what the dictionary finds. */
async function makeOwnProject(page: Page): Promise<void> {
  const { documents: samples } = await ask(page, 'docs.list', {});
  const schema = TEMPLATES.emr;
  const { id: projectId } = await ask(page, 'projects.create', {
    name: OWN_PROJECT,
    schema,
    members: [CHIEF],
  });
  await ask(page, 'projects.addDocuments', { projectId, documents: samples.map(({ id }) => id) });
  const queue = await ask(page, 'annotation.queue', { projectId });
  const first = queue.find(({ name }) => name === SAMPLE) ?? queue[0];
  const { text, layer } = await ask(page, 'annotation.open', { documentId: first?.id ?? 0 });
  const { mentions } = await ask(page, 'text.annotate', { text });
  const changes = labelledItems(mentions, layer.nextItem, CHIEF).map((after) => ({
    id: after.id,
    before: null,
    after,
  }));
  await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.mark-all', detail: {}, changes });
}

async function makeTeamProject(page: Page): Promise<{ projectId: number; ids: number[] }> {
  const { id: projectId } = await ask(page, 'projects.create', {
    name: TEAM_PROJECT,
    schema: TEMPLATES.emr,
    settings: { overlap: 2, order: 'uncertainty' },
    members: [LEFT, RIGHT],
  });
  const documents: number[] = [];
  for (const { title, text } of NOTES)
    documents.push((await ask(page, 'docs.create', { title, text, origin: 'typed' })).id);
  await ask(page, 'projects.addDocuments', { projectId, documents });
  return { projectId, ids: (await ask(page, 'annotation.queue', { projectId })).map(({ id }) => id) };
}

async function finish(
  page: Page,
  person: string,
  ids: readonly number[],
  notes: readonly AdmissionNote[],
  read: (note: AdmissionNote) => readonly LabelledSpan[],
): Promise<void> {
  await signIn(page, person);
  for (const [i, documentId] of ids.entries()) {
    const { layer } = await ask(page, 'annotation.open', { documentId });
    const changes = read(notes[i]!).map(({ start, end, type }, n) => ({
      id: layer.nextItem + n,
      before: null,
      after: {
        kind: 'span' as const,
        id: layer.nextItem + n,
        type,
        fragments: [{ start, end }],
        provenance: { kind: 'human' as const, name: person },
      },
    }));
    await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.add', changes });
    await ask(page, 'annotation.setState', { layerId: layer.id, state: 'done' });
  }
}

async function trainRound(page: Page, projectId: number): Promise<void> {
  await ask(page, 'learning.train', { projectId });
  while ((await ask(page, 'learning.get', { projectId })).rounds.at(-1)?.state === 'training')
    await page.waitForTimeout(300);
}

/** Takes the first of the readings that concern the same words. */
async function takeFirstReadings(page: Page, documentId: number): Promise<void> {
  const { layer } = await ask(page, 'adjudication.begin', { documentId });
  let end = 0;
  const changes = layer.items
    .filter((item) => item.kind === 'span' && item.status === 'suggested')
    .map((before) => {
      const fragment = before.kind === 'span' ? before.fragments[0] : undefined;
      const taken = fragment !== undefined && fragment.start >= end;
      if (taken) end = fragment.end;
      return { id: before.id, before, after: taken ? { ...before, status: 'accepted' as const } : null };
    });
  if (changes.length > 0)
    await ask(page, 'annotation.apply', { layerId: layer.id, action: 'adjudicate', changes });
  await ask(page, 'annotation.setState', { layerId: layer.id, state: 'done' });
}
