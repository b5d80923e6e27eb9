/** Files into projects and out of them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../../main/db/repositories/audit.ts';
import { formatOf } from '../../../../../main/formats/annotations/index.ts';
import { queue } from '../../../../../main/services/projects/document-queue.ts';
import { redo, undo } from '../../../../../main/services/projects/edits/undo.ts';
import { exportProject } from '../../../../../main/services/projects/exchange/export.ts';
import { annotatedDocuments } from '../../../../../main/services/projects/exchange/write-layer.ts';
import { lockDocument, openDocument } from '../../../../../main/services/projects/layers.ts';
import { getProject } from '../../../../../main/services/projects/projects.ts';
import { dbOf, type Session } from '../../../../../main/services/session/session.ts';
import { AnnotatedDocument, type Item } from '../../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';
import { words } from '../../../../../shared/messages/words.ts';
import { annotatedText } from '../../../../helpers/annotated.ts';
import { importNamed } from '../../../../helpers/import-named.ts';
import {
  add,
  edit,
  itemsIn,
  label,
  makeProject,
  refusal,
  relation,
  SCHEMA,
  span,
} from '../../../../helpers/projects.ts';
import { trickyText } from '../../../../helpers/tricky-text.ts';
import { verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession } from '../../../../helpers/workspace.ts';

/** Half a character is no text that can be kept. */
const annotatedDocument = annotatedText(trickyText.map((text) => text.toWellFormed()));

const EMPTY = AnnotationSchema.parse({});
const document = (name: string, text: string, ...items: Item[]) =>
  AnnotatedDocument.parse({ name, text, items });
const fileOf = (documents: readonly AnnotatedDocument[], schema?: AnnotationSchema) =>
  formatOf('meridian').write(documents, schema === undefined ? {} : { schema }).files;

function open(schema = EMPTY) {
  const session = openTestSession();
  const { projectId } = makeProject(session, [], { schema });
  const names = () => queue(session, projectId).map(({ name }) => name);
  const bring = (documents: readonly AnnotatedDocument[], more = {}) =>
    importNamed(session, { projectId, files: fileOf(documents), ...more });
  return { session, projectId, names, bring };
}

const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) =>
      refusal(() => {
        throw error;
      }),
  );

/** Without what layers decide themselves. */
const content = (items: readonly Item[]) => items.map(({ id: _id, ...item }) => item);

const idOf = (session: Session, projectId: number, name: string): number =>
  queue(session, projectId).find((entry) => entry.name === name)?.id ?? 0;

describe('an import', () => {
  it('keeps every item of any document, whatever the schema was, and is one edit that goes and comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(annotatedDocument, { minLength: 1, maxLength: 4 }), async (given) => {
        const documents = given
          .map((each, n) => ({ ...each, name: `${n}` }))
          .filter(({ text }) => text !== '');
        fc.pre(documents.length > 0);
        const { session, projectId, bring } = open();
        const { items, losses } = await bring(documents, { person: '' });
        const seen = documents.map(
          ({ name }) => openDocument(session, idOf(session, projectId, name), '').layer.items,
        );
        const leftOut = losses.find(({ what }) => what.id === 'losses.group-labels')?.count ?? 0;
        expect(items).toBe(documents.reduce((sum, each) => sum + each.items.length, 0) - leftOut);
        expect(seen.flat()).toHaveLength(items);
        for (const [n, { items: given }] of documents.entries())
          expect(spansIn(seen[n] ?? [])).toEqual(spansIn(given));
        // Documents without annotations are no edit: there is nothing to take back.
        const gold = undo(session, projectId) === null ? documents.length : 0;
        expect(gold > 0).toBe(items === 0);
        expect(
          documents.flatMap(
            ({ name }) => openDocument(session, idOf(session, projectId, name), '').layer.items,
          ),
        ).toEqual([]);
        expect(getProject(session, projectId)).toMatchObject({ schema: EMPTY, gold });
        redo(session, projectId);
        expect(
          documents.map(({ name }) => openDocument(session, idOf(session, projectId, name), '').layer.items),
        ).toEqual(seen);
        expect(verifyEdits(dbOf(session)).problems).toEqual([]);
        // The same again adds nothing.
        expect(await bring(documents, { person: '' })).toMatchObject({
          documents: 0,
          items: 0,
          skipped: documents.length,
        });
      }),
      { numRuns: 25 },
    );
  });

  it('adds types that the schema lacks and widens what is too narrow', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    await bring([
      document(
        'a',
        '患者咳嗽，肺炎。',
        span(4, 2, 4, { type: 'finding', attributes: { assertion: 'family', size: '3 cm' } }),
        span(7, 5, 7),
        relation(9, 7, 4, { type: 'treats', attributes: { sure: 'true' } }),
        label(11, 'new'),
      ),
    ]);
    const { schema } = getProject(session, projectId);
    expect(schema.spans.map(({ name }) => name)).toEqual(['disease', 'symptom', 'drug', 'finding']);
    expect(schema.attributes).toMatchObject([
      { name: 'assertion', values: ['present', 'absent', 'family'], types: [] },
      { name: 'sure', types: ['treats'] },
      { name: 'size', kind: 'choice', values: ['3 cm'] },
    ]);
    expect(schema.relations[0]).toMatchObject({ from: ['drug', 'disease'], to: ['disease', 'finding'] });
    expect(itemsIn(session, idOf(session, projectId, 'a'))).toHaveLength(4);
  });

  it('merges what comes again into the layer, and refuses another text by name, whole', async () => {
    const { session, projectId, names, bring } = open(SCHEMA);
    await bring([document('a', '咳嗽', span(1, 0, 2)), document('b', '发热')]);
    const more = [
      document('c', 'x'),
      document('a', '咳嗽', span(5, 0, 2), span(6, 0, 1, { type: 'drug' }), relation(7, 6, 5)),
    ];
    expect(await bring(more)).toMatchObject({ documents: 1, items: 2, skipped: 1 });
    expect(itemsIn(session, idOf(session, projectId, 'a'))).toMatchObject([
      { id: 1 },
      { id: 2, type: 'drug' },
      { kind: 'relation', from: 2, to: 1 },
    ]);
    expect(await refused(bring([document('d', 'new'), document('b', '发热三天')]))).toMatch(
      /^conflict: b is in the project/,
    );
    expect(names()).toEqual(['a', 'b', 'c']);
    lockDocument(session, idOf(session, projectId, 'b'), true, '');
    expect(await refused(bring([document('d', 'new'), document('b', '发热', span(1, 0, 1))]))).toMatch(
      /archived/,
    );
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('refuses a file that breaks its format with the place, and keeps nothing', async () => {
    const { session, projectId, names, bring } = open();
    const bad = Buffer.from('[{"text":"咳嗽","entities":[{"start_idx":0,"end_idx":99,"type":"sym"}]}]');
    const request = { projectId, files: [{ name: 'bad.json', bytes: bad }], format: 'cmeee' as const };
    expect(await refused(importNamed(session, request))).toMatch(/^bad-input: bad\.json:1:\d+/);
    expect(
      await refused(importNamed(session, { projectId, files: [{ name: 'x.pdf', bytes: bad }] })),
    ).toMatch(/bad-input/);
    expect(await refused(bring([document('a', 'x'), document('b', '\ud840')]))).toMatch(
      /b: the text holds half a character/,
    );
    expect(names()).toEqual([]);
    expect(listAudit(dbOf(session), { object: `project:${projectId}`, limit: 10 })).toHaveLength(1);
  });

  it('takes plain texts and EMR files', async () => {
    const { session, projectId, names } = open();
    const files = [
      { name: 'one.txt', bytes: Buffer.from('咳嗽三天') },
      { name: 'rows.json', bytes: Buffer.from('[{"主诉":"头痛"},{"title":"one","text":"发热"}]') },
    ];
    expect(await importNamed(session, { projectId, files, format: 'text' })).toMatchObject({
      documents: 3,
      format: 'text',
    });
    expect(names()).toEqual(['one', '#1', 'one (2)']);
    expect(openDocument(session, idOf(session, projectId, '#1')).text).toBe('主诉：头痛\n');
  });

  it('never makes a relation count whose ends do not, nor gives a document two labels of a group', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    const { losses } = await bring([
      document(
        'a',
        '咳嗽',
        span(1, 0, 1, { status: 'suggested' }),
        span(2, 1, 2),
        relation(3, 1, 2),
        label(4, 'male'),
        label(5, 'female'),
      ),
    ]);
    expect(losses.map(({ count }) => count)).toEqual([1, 1]);
    expect(itemsIn(session, idOf(session, projectId, 'a'))).toMatchObject([
      {},
      {},
      { type: 'male' },
      { kind: 'relation', status: 'suggested' },
    ]);
  });
});

describe('an export', () => {
  it('gives back what came in, and is audited', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    const documents = [
      document(
        'a',
        '患者咳嗽，肺炎。𠮷',
        span(1, 2, 4, { attributes: { assertion: 'absent' } }),
        span(2, 5, 7),
        relation(3, 2, 1),
        label(4, 'male'),
      ),
      document('b', '张三，男，电话13912345678', span(1, 0, 2, { type: 'drug' })),
    ];
    await bring(documents);
    const { files, losses } = await exportProject(session, {
      projectId,
      format: 'meridian',
      deidentify: false,
    });
    const back = formatOf('meridian').read(files);
    expect(back.documents.map(({ name, text }) => ({ name, text }))).toEqual(
      documents.map(({ name, text }) => ({ name, text })),
    );
    expect(back.documents.map(({ items }) => content(items))).toEqual(
      [
        [documents[0]!.items[0], documents[0]!.items[1], documents[0]!.items[3], documents[0]!.items[2]],
        documents[1]!.items,
      ]
        .map((items) => content(items.filter((item) => item !== undefined)))
        .map((items) => items.map((item) => (item.kind === 'relation' ? { ...item, from: 2, to: 1 } : item))),
    );
    expect([back.schema, losses]).toEqual([getProject(session, projectId).schema, []]);
    const [entry] = listAudit(dbOf(session), { object: `project:${projectId}`, limit: 1 });
    expect(entry).toMatchObject({
      action: 'project.export',
      detail: { documents: 2, deidentified: false, encrypted: false },
    });
    expect(
      await refused(
        exportProject(session, { projectId, format: 'meridian', deidentify: false, person: 'nobody' }),
      ),
    ).toMatch(/^not-found/);
  });

  it('takes out what points to the patient, and spans move with the text', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    await bring([
      document('a', '姓名：王建国，电话13912345678。主诉：咳嗽三天。', span(1, 24, 26, { type: 'symptom' })),
    ]);
    const { files } = await exportProject(session, { projectId, format: 'meridian', deidentify: true });
    const [hidden] = formatOf('meridian').read(files).documents;
    expect(hidden?.text).not.toMatch(/王建国|13912345678/);
    const [item] = hidden?.items ?? [];
    expect(
      item?.kind === 'span' && hidden?.text.slice(item.fragments[0]?.start, item.fragments[0]?.end),
    ).toBe('咳嗽');
    expect(annotatedDocuments(dbOf(session), { projectId, person: 'tester' })[0]?.text).toMatch(/王建国/);
  });

  it('writes coarser ages and dates on request, and spans move with them', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    const text = '姓名：王建国，58岁，2024年3月15日入院。主诉：咳嗽三天。';
    const at = text.indexOf('咳嗽');
    await bring([document('a', text, span(1, at, at + 2, { type: 'symptom' }))]);
    const { files, look } = await exportProject(session, {
      ...{ projectId, format: 'meridian', deidentify: true, mode: 'shift' },
      generalise: ['age', 'month'],
    });
    const [hidden] = formatOf('meridian').read(files).documents;
    expect(hidden?.text).toMatch(/50-59岁，\d{4}年\d+月入院/);
    const [item] = hidden?.items ?? [];
    expect(
      item?.kind === 'span' && hidden?.text.slice(item.fragments[0]?.start, item.fragments[0]?.end),
    ).toBe('咳嗽');
    expect(look?.before).toBeDefined();
  });

  it('takes out what possibly points to a person unless told otherwise', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    await bring([
      document('a', '值班护士  茆晓雯  22:00巡视，无发热。', span(1, 20, 22, { type: 'symptom' })),
    ]);
    const textIn = async (level?: 'ordinary') => {
      const { files } = await exportProject(session, {
        projectId,
        format: 'meridian',
        deidentify: true,
        level,
      });
      return formatOf('meridian').read(files).documents[0]?.text;
    };
    expect(await textIn()).not.toContain('茆晓雯');
    expect(await textIn('ordinary')).toContain('茆晓雯');
  });

  it('writes chosen documents in formats that hold less, and tells what they do not hold', async () => {
    const { session, projectId, bring } = open(SCHEMA);
    await bring([
      document('a', '咳嗽发热', span(1, 0, 2), span(2, 0, 4)),
      document('b', '头痛', span(1, 0, 2)),
    ]);
    const a = idOf(session, projectId, 'a');
    edit(session, openDocument(session, a), add(span(3, 2, 4, { status: 'suggested' })));
    const request = {
      projectId,
      format: 'conll' as const,
      scheme: 'BIOES' as const,
      documents: [a],
      deidentify: false,
    };
    const { files, losses, documents } = await exportProject(session, request);
    expect(documents).toBe(1);
    expect(losses.map(({ what }) => words(what, 'en')).join()).toMatch(
      /suggestions.*inside or across|inside or across.*suggestions/,
    );
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toMatch(/B-disease/);
    expect(await refused(exportProject(session, { ...request, documents: [99] }))).toMatch(/^not-found/);
  });
});

/** Spans as they must come out: only names are trimmed, and readings no longer name items of other projects' layers. */
const spansIn = (items: readonly Item[]) =>
  items.flatMap((item) => {
    if (item.kind !== 'span') return [];
    const readings = item.provenance.readings?.map(({ annotator }) => ({ annotator }));
    const provenance = { ...item.provenance, ...(readings === undefined ? {} : { readings }) };
    return [{ ...item, id: 0, type: item.type.trim() || '?', attributes: {}, provenance }];
  });

describe('files whose documents have no names', () => {
  const conll = (words: string) => [
    { name: `${words}.bio`, bytes: Buffer.from(`${[...words].map((char) => `${char}\tO\n`).join('')}\n`) },
  ];

  it('may come one after the other: they are called after their files', async () => {
    const { session, projectId, names } = open();
    const bring = (words: string) => importNamed(session, { projectId, files: conll(words) });
    await bring('头痛');
    await bring('咳嗽');
    expect(names()).toEqual(['头痛-1', '咳嗽-1']);
    expect(await bring('咳嗽')).toMatchObject({ documents: 0, skipped: 1 });
    expect(await bring('头痛')).toMatchObject({ documents: 0, skipped: 1 });
    expect(names()).toEqual(['头痛-1', '咳嗽-1']);
  });
});

describe('an import that loses something', () => {
  it('keeps nothing until somebody has agreed', async () => {
    const { session, projectId, names, bring } = open();
    const documents = [document('a', '咳嗽', span(1, 0, 2)), document('empty', '')];
    const entries = () => listAudit(dbOf(session), { limit: 1000 }).length;
    const before = [entries(), getProject(session, projectId)];
    const told = await bring(documents, { acceptLosses: false });
    expect(told).toMatchObject({
      waits: true,
      documents: 1,
      items: 1,
      losses: [{ count: 1, example: 'empty' }],
    });
    expect(names()).toEqual([]);
    expect([entries(), getProject(session, projectId)]).toEqual(before);
    expect(await bring(documents)).toEqual({ ...told, waits: undefined });
    expect(names()).toEqual(['a']);
    expect(await bring([document('b', '头痛')], { acceptLosses: false })).not.toHaveProperty('waits');
    expect(names()).toEqual(['a', 'b']);
  });
});

describe('JSON that is broken and of no format', () => {
  it.each([
    ['x.jsonl', '{"text":"咳嗽"}\n{"text":"头痛",}\n', /^bad-input: x\.jsonl:2:14: .*a field name/],
    ['x.json', '[{"text":"咳嗽"}\n,{"text":}]', /^bad-input: x\.json:2:10: .*a value/],
  ])('is refused with line and column: %s', async (name, text, reason) => {
    const { session, projectId } = open();
    const files = [{ name, bytes: Buffer.from(text) }];
    expect(await refused(importNamed(session, { projectId, files }))).toMatch(reason);
  });
});
