/**
 * Two people label the same ten documents of a public set differently; their agreement is shown, a third adjudicates, and
 * the gold set leaves in three formats and comes back equal. Needs Yidu-S4K, which is not part of this project.
 */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import type { AnnotationFormat, Item } from '../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { GOLD } from '../../shared/domain/project.ts';
import type { LabelledSpan } from '../../shared/domain/training.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { haveSets, setRows } from '../helpers/public-data.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

const present = haveSets(['ner_yidu_s4k'], 'two annotators and an adjudicator');

const PASSWORD = 'eleven cranes over the river';
const CHIEF = '主任';
const [LEFT, RIGHT, JUDGE] = ['标注甲', '标注乙', '裁决丙'] as const;

interface Labelled {
  readonly text: string;
  readonly entities: readonly LabelledSpan[];
}

/** Returns ten documents with at least four entities each. */
function tenDocuments(): Labelled[] {
  const rows = setRows('ner_yidu_s4k', 'dev') as Labelled[]; // safe: the set's own format
  return rows.filter(({ entities }) => entities.length >= 4).slice(0, 10);
}

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here || !present)(
    `two annotators and an adjudicator in ${kind}`,
    { tags: ['long'] },
    () => {
      it('end with a gold set that leaves and comes back equal', () => journey(kind));
    },
  );
}

async function journey(kind: HostKind): Promise<void> {
  known.clear();
  known.add(CHIEF);
  const home = usedHome();
  const { page, close } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  const documents = tenDocuments();
  const { projectId, ids } = await setUp(page, documents);

  const types = [...new Set(documents.flatMap(({ entities }) => entities.map(({ type }) => type)))];
  const asLeft = documents.map(({ entities }) => entities.filter((_, i) => i % 4 !== 3));
  const asRight = documents.map(({ entities }) =>
    entities.map((entity, i) =>
      i % 3 === 0 ? { ...entity, type: types[(types.indexOf(entity.type) + 1) % types.length]! } : entity,
    ),
  );
  await label(page, LEFT, ids, asLeft);
  await label(page, RIGHT, ids, asRight);

  await signIn(page, JUDGE);
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('open-project').click();
  await showsAgreement(page, asLeft, asRight);
  await adjudicate(page, ids);
  const gold = await goldOf(page, ids);
  expect(gold.flat().length).toBeGreaterThan(20);
  for (const format of ['cmeee', 'conll', 'brat'] as const)
    await comesBackEqual(page, projectId, format, gold);

  // Bulk decisions can be undone after a restart.
  await close();
  const again = await startApp(kind, home);
  await again.page.getByTestId('sign-in-form').waitFor();
  await signIn(again.page, JUDGE);
  await ask(again.page, 'annotation.undo', { projectId });
  expect(await goldOf(again.page, ids)).not.toEqual(gold);
  await ask(again.page, 'annotation.redo', { projectId });
  expect(await goldOf(again.page, ids)).toEqual(gold);
  expect(await ask(again.page, 'audit.verify', {}).catch((error: Error) => error.message)).toMatch(
    /forbidden/,
  );
  await signIn(again.page, CHIEF);
  expect(await ask(again.page, 'audit.verify', {})).not.toHaveProperty('brokenAt');
  await again.close();
}

/** People, a project with the set's types, and the documents given to both annotators. */
async function setUp(page: Page, documents: readonly Labelled[]) {
  const everything = ['administrator', 'adjudicator', 'annotator', 'clinician'] as const;
  await ask(page, 'accounts.add', { name: CHIEF, roles: [...everything], password: PASSWORD });
  for (const name of [LEFT, RIGHT])
    await ask(page, 'accounts.add', { name, roles: ['annotator'], password: `${PASSWORD}!` });
  await ask(page, 'accounts.add', { name: JUDGE, roles: ['adjudicator'], password: `${PASSWORD}!` });
  const names = [...new Set(documents.flatMap(({ entities }) => entities.map(({ type }) => type)))];
  const schema = AnnotationSchema.parse({ spans: names.map((name, look) => ({ name, look })) });
  const project = await ask(page, 'projects.create', {
    name: '十份病历',
    schema: { ...TEMPLATES.empty, ...schema },
    settings: { overlap: 2 },
    members: [LEFT, RIGHT],
  });
  const records: number[] = [];
  for (const [i, { text }] of documents.entries())
    records.push((await ask(page, 'docs.create', { title: `第${i + 1}份`, text, origin: 'typed' })).id);
  await ask(page, 'projects.addDocuments', { projectId: project.id, documents: records });
  const queue = await ask(page, 'annotation.queue', { projectId: project.id });
  expect(queue.map(({ assigned }) => assigned.length)).toEqual(documents.map(() => 2));
  return { projectId: project.id, ids: queue.map(({ id }) => id) };
}

const known = new Set<string>([CHIEF]);

/** Signs in as a person would, in a fresh window. Accounts with a given password choose their own first. */
async function signIn(page: Page, name: string): Promise<void> {
  if ((await page.getByTestId('sign-in-form').count()) === 0) {
    await page.getByTestId('person-menu').click();
    await page.getByTestId('menu-sign-out').click();
  }
  await page.getByTestId('sign-in-name').fill(name);
  await page.getByTestId('sign-in-password').fill(known.has(name) ? PASSWORD : `${PASSWORD}!`);
  await page.getByTestId('sign-in-password').press('Enter');
  if (!known.has(name)) {
    await page.getByTestId('new-password').fill(PASSWORD);
    await page.getByTestId('repeat-password').fill(PASSWORD);
    await page.getByTestId('repeat-password').press('Enter');
    known.add(name);
  }
  await page.getByTestId('person-menu').filter({ hasText: name }).waitFor();
}

async function label(
  page: Page,
  person: string,
  ids: readonly number[],
  entities: readonly (readonly LabelledSpan[])[],
): Promise<void> {
  await signIn(page, person);
  for (const [i, documentId] of ids.entries()) {
    const { layer } = await ask(page, 'annotation.open', { documentId });
    const changes = entities[i]!.map(({ start, end, type }, n) => ({
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
    if (changes.length > 0)
      await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.add', changes });
    await ask(page, 'annotation.setState', { layerId: layer.id, state: 'done' });
  }
  await expect(
    ask(page, 'annotation.open', { documentId: ids[0]!, person: person === LEFT ? RIGHT : LEFT }),
  ).rejects.toThrow(/forbidden/);
}

/** The window's exact F1 is that of a naive count. */
async function showsAgreement(
  page: Page,
  left: readonly (readonly LabelledSpan[])[],
  right: readonly (readonly LabelledSpan[])[],
): Promise<void> {
  const key = ({ start, end, type }: LabelledSpan): string => `${start} ${end} ${type}`;
  let [same, total] = [0, 0];
  for (const [i, ours] of left.entries()) {
    const theirs = new Set(right[i]!.map(key));
    same += new Set(ours.map(key).filter((one) => theirs.has(one))).size;
    total += new Set(ours.map(key)).size + theirs.size;
  }
  await page.getByRole('tab', { name: '一致性' }).click();
  await page
    .getByTestId('agreement-overall')
    .getByText(((2 * same) / total).toFixed(3))
    .first()
    .waitFor();
}

/** The first document with the keys of the window, the others by the reading that comes first. */
async function adjudicate(page: Page, ids: readonly number[]): Promise<void> {
  await page
    .getByTestId('tab-documents')
    .or(page.getByRole('tab', { name: /^文档/ }))
    .first()
    .click();
  await page.getByTestId('project-document').first().click();
  const differences = page.getByTestId('differences');
  await differences.waitFor();
  for (let n = Number(await differences.getAttribute('data-open')); n > 0; n--) {
    await page.keyboard.press('1');
    await expect.poll(() => differences.getAttribute('data-open')).toBe(String(n - 1));
  }
  for (const documentId of ids) {
    const { layer } = await ask(page, 'adjudication.begin', { documentId });
    const open = layer.items.filter(({ status }) => status === 'suggested');
    const places = new Set<string>();
    const changes = open.map((before) => {
      const place = before.kind === 'span' ? JSON.stringify(before.fragments) : '';
      const isFirst = !places.has(place);
      places.add(place);
      return { id: before.id, before, after: isFirst ? { ...before, status: 'accepted' as const } : null };
    });
    if (changes.length > 0)
      await ask(page, 'annotation.apply', { layerId: layer.id, action: 'adjudicate', changes });
    await ask(page, 'annotation.setState', { layerId: layer.id, state: 'done' });
  }
}

async function goldOf(page: Page, ids: readonly number[]): Promise<string[][]> {
  const all: string[][] = [];
  for (const documentId of ids) {
    const layers = await ask(page, 'annotation.layers', { documentId });
    all.push(spansOf(layers.find(({ person }) => person === GOLD)?.items ?? []));
  }
  return all;
}

function spansOf(items: readonly Item[]): string[] {
  return items
    .flatMap((item) =>
      item.kind === 'span' && item.status === 'accepted'
        ? [`${JSON.stringify(item.fragments)} ${item.type}`]
        : [],
    )
    .sort();
}

/** Into a project of its own, whose layers then hold the same spans in the same order of documents. */
async function comesBackEqual(
  page: Page,
  projectId: number,
  format: AnnotationFormat,
  gold: readonly (readonly string[])[],
): Promise<void> {
  const { file } = await ask(page, 'projects.export', { projectId, format, person: GOLD, deidentify: false });
  const { uploadId } = await ask(page, 'files.open', {
    name: file.name,
    bytes: Buffer.from(file.base64, 'base64').length,
  });
  await ask(page, 'files.append', { uploadId, base64: file.base64 });
  const copy = await ask(page, 'projects.create', { name: `回读 ${format}`, schema: TEMPLATES.empty });
  await ask(page, 'projects.import', { projectId: copy.id, uploadIds: [uploadId], format, person: GOLD });
  const queue = await ask(page, 'annotation.queue', { projectId: copy.id });
  const ids = queue.map(({ id }) => id);
  const back = await goldOf(page, ids);
  const inOrder = (documents: readonly (readonly string[])[]) =>
    documents.map((spans) => spans.join('\n')).sort();
  expect(inOrder(back), format).toEqual(inOrder(gold));
}
