/** Known identifiers in every place of every format: none of them is in the bytes of what leaves. */
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { formatOf } from '../../../../main/formats/annotations/index.ts';
import type { EngineHost } from '../../../../main/inference/engine-host.ts';
import { setLookLimits } from '../../../../main/services/deid/second-look.ts';
import { exportProject } from '../../../../main/services/projects/exchange/export.ts';
import { exportRecords } from '../../../../main/services/records/export-records.ts';
import { importFiles } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { AnnotatedDocument, AnnotationFormat } from '../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { ExportFormat } from '../../../../shared/domain/document.ts';
import { importNamed } from '../../../helpers/import-named.ts';
import { leaksIn, toGb18030, toUtf16 } from '../../../helpers/leaks.ts';
import { docxOf } from '../../../helpers/office.ts';
import { pdfOf } from '../../../helpers/pdf.ts';
import { label, makeProject, relation, span } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const NAME = '欧阳建国';
const DOCTOR = '司徒兰芝';
const PHONE = '13912345678';
const NUMBER = '20230417';
const MAIL = 'ouyang@example.org';
/** Stands beside the text of a Word document only. */
const HIDDEN_NAME = '濮阳慕白';
const IDENTIFIERS = [NAME, DOCTOR, PHONE, NUMBER, MAIL, HIDDEN_NAME];

const TEXT =
  `姓名：${NAME}　住院号：${NUMBER}　电话：${PHONE}\n` +
  `| 项目 | 结果 |\n| 联系人 | ${NAME} |\n${NAME}诉咳嗽、发热三天，邮箱${MAIL}。\n医师签名：${DOCTOR}`;
const at = (words: string) => TEXT.indexOf(words);

const origin = { kind: 'human' as const, name: DOCTOR, acceptedBy: DOCTOR };
const document = AnnotatedDocument.parse({
  name: `${NAME}-${NUMBER}`,
  text: TEXT,
  meta: {
    患者姓名: NAME,
    电话: PHONE,
    [NAME]: '1',
    source: `/data/${NAME}/${NUMBER}.docx`,
    author: `医师：${DOCTOR}`,
  },
  items: [
    span(1, at('咳嗽'), at('咳嗽') + 2, {
      note: `与${NAME}电话${PHONE}核对`,
      attributes: { by: `${DOCTOR}医师` },
      provenance: { ...origin, readings: [{ annotator: DOCTOR, item: 1 }] },
      link: { system: 'nil', code: '', name: `${NAME}的咳嗽` },
    }),
    span(2, at('发热'), at('发热') + 2, { provenance: { kind: 'import', name: `${NAME}.ann` } }),
    relation(3, 1, 2, { note: `见住院号：${NUMBER}`, provenance: origin }),
    label(4, 'respiratory', { note: `邮箱${MAIL}`, provenance: origin }),
  ],
});

describe('a de-identified project', () => {
  it.each(AnnotationFormat.options)(
    'as %s holds no identifier, and spans lie on their words',
    async (format) => {
      const session = openTestSession();
      const schema = AnnotationSchema.parse({});
      const { projectId } = makeProject(session, [], { schema, name: `${NAME}随访` });
      await importNamed(session, { projectId, files: formatOf('meridian').write([document]).files });
      const { files } = await exportProject(session, { projectId, format, deidentify: true, asOne: true });
      for (const file of files) expect([file.name, leaksIn(file, IDENTIFIERS)]).toEqual([file.name, []]);
      const loose = await exportProject(session, { projectId, format, deidentify: true });
      for (const file of loose.files)
        expect([file.name, leaksIn(file, IDENTIFIERS)]).toEqual([file.name, []]);
      const [back] = formatOf(format).read(loose.files).documents;
      const spans = back?.items.flatMap((item) => (item.kind === 'span' ? item.fragments : [])) ?? [];
      const words = spans.map(({ start, end }) => back?.text.slice(start, end));
      expect(words.filter((word) => word !== '咳嗽' && word !== '发热')).toEqual([]);
      const audited = JSON.stringify(listAudit(dbOf(session), { object: `project:${projectId}`, limit: 1 }));
      expect(leaksIn({ name: '', bytes: Buffer.from(audited) }, IDENTIFIERS)).toEqual([]);
    },
  );
});

/** An engine that finds nothing. */
function opened(): Session {
  const run = async (method: string) =>
    method === 'annotate'
      ? { sections: [], mentions: [], patient: {}, values: [] }
      : { candidates: [], findings: 0 };
  const session = { ...openTestSession(), engine: { run } as unknown as EngineHost }; // safe: only `run` is asked
  setLookLimits(session, { high: 0, medium: 0, low: 0 });
  return session;
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const table = `<w:tbl><w:tr><w:tc>${paragraph('联系人')}</w:tc><w:tc>${paragraph(NAME)}</w:tc></w:tr></w:tbl>`;
const bundle = {
  resourceType: 'Bundle',
  entry: [
    {
      resource: {
        resourceType: 'Patient',
        id: NUMBER,
        name: [{ text: NAME }],
        identifier: [{ value: NUMBER }],
        telecom: [{ value: PHONE }],
      },
    },
    {
      resource: {
        resourceType: 'DocumentReference',
        id: `doc-${NUMBER}`,
        description: `${NAME}的病历`,
        subject: { reference: `Patient/${NUMBER}` },
        author: [{ display: DOCTOR }],
        content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(TEXT).toString('base64') } }],
      },
    },
  ],
};

/** Parts of a Word document beside its text, with an identifier that the text lacks too. */
const HIDDEN_PARTS = {
  'docProps/core.xml': `<coreProperties><creator>${DOCTOR}</creator><title>${NAME}</title><lastModifiedBy>${HIDDEN_NAME}</lastModifiedBy></coreProperties>`,
  'docProps/custom.xml': `<Properties><property name="患者"><lpwstr>${NAME} ${PHONE}</lpwstr></property></Properties>`,
  'word/header1.xml': `<w:hdr>${paragraph(`${HIDDEN_NAME} 住院号 ${NUMBER}`)}</w:hdr>`,
  'word/footer1.xml': `<w:ftr>${paragraph(MAIL)}</w:ftr>`,
  'word/comments.xml': `<w:comments><w:comment w:author="${HIDDEN_NAME}">${paragraph(`${NAME}已告知`)}</w:comment></w:comments>`,
};

/** The same record in every form that is read, named after the patient. */
const SOURCES: readonly (readonly [kind: string, name: string, bytes: Uint8Array])[] = [
  ['text in UTF-8', `${NAME}.txt`, Buffer.from(TEXT)],
  ['text in UTF-16', `${NAME}.txt`, toUtf16(TEXT)],
  ['text in GB18030', `${NAME}.txt`, toGb18030(TEXT.replaceAll('\u3000', ' '))],
  ['Word', `${NAME}.docx`, docxOf(TEXT.split('\n').map(paragraph).join('') + table, HIDDEN_PARTS)],
  [
    'JSON of sections',
    `${NUMBER}.json`,
    Buffer.from(JSON.stringify({ id: NUMBER, name: NAME, 主诉: '咳嗽', 现病史: TEXT })),
  ],
  [
    'JSON lines',
    'all.jsonl',
    Buffer.from(`${JSON.stringify({ id: `${NAME}${PHONE}`, title: NAME, text: TEXT })}\n`),
  ],
  [
    'PDF',
    `${NAME}.pdf`,
    pdfOf([{ text: TEXT.split('\n').map((text, n) => ({ text, x: 40, y: 60 + 20 * n, size: 8 })) }]),
  ],
  ['FHIR', 'bundle.json', Buffer.from(JSON.stringify(bundle))],
];
const FORMATS = ExportFormat.options;

describe.each(SOURCES)('a de-identified record read from %s', (_kind, name, bytes) => {
  it.each(FORMATS)('leaves as %s without any identifier', async (format) => {
    const session = opened();
    const { created, refused } = await importFiles(session, [{ name, bytes }]);
    expect(refused.filter(({ part }) => part === undefined)).toEqual([]);
    for (const mode of ['mask', 'shift', 'surrogate'] as const) {
      const request = { ids: created.map(({ id }) => id), format, mode, removeFrom: 'low' as const };
      const file = await exportRecords(session, contract['docs.export'].input.parse(request));
      expect([mode, file.name, leaksIn(file, IDENTIFIERS)]).toEqual([mode, file.name, []]);
    }
    const audited = JSON.stringify(
      listAudit(dbOf(session), { object: `document:${created[0]?.id}`, limit: 1 }),
    );
    expect(leaksIn({ name: '', bytes: Buffer.from(audited) }, IDENTIFIERS)).toEqual([]);
  });
});

it('the search finds words in every encoding and packing', () => {
  const found = (bytes: Uint8Array) => leaksIn({ name: 'a', bytes }, [NAME]);
  expect(found(Buffer.from(`x${NAME}`))).toEqual([NAME]);
  expect(found(toUtf16(NAME))).toEqual([NAME]);
  expect(found(toGb18030(NAME))).toEqual([NAME]);
  expect(found(Buffer.from(Buffer.from(`病历${NAME}`).toString('base64')))).toEqual([NAME]);
  expect(found(docxOf(paragraph(NAME)))).toEqual([NAME]);
  expect(found(Buffer.from(encodeURIComponent(NAME)))).toEqual([NAME]);
  const escaped = Array.from(NAME, (char) => `\\u${char.charCodeAt(0).toString(16)}`).join('');
  expect(found(Buffer.from(escaped))).toEqual([NAME]);
  expect(leaksIn({ name: NAME, bytes: Buffer.from('') }, [NAME])).toEqual([NAME]);
  expect(found(Buffer.from('病历'))).toEqual([]);
});
