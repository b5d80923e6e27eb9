/** Writes records, or reports on them, as a Word document: sections under headings, tables, numbers of pages. */
import type { FileChild, ParagraphChild } from 'docx';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { Mention } from '../../shared/domain/mention.ts';
import type { MeasuredValue } from '../../shared/domain/value.ts';
import { words } from '../../shared/messages/words.ts';
import { ASSERTION_NAMES, FLAG_SIGNS, patientLine, type ReportItem, TYPE_NAMES } from './html-report.ts';

type Docx = typeof import('docx');

/** Characters that XML cannot hold. */
const NOT_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: 'SimSun' };
/** In twentieths of a point: 2.2 cm. */
const MARGIN = 1247;

/**
 * Returns a .docx file with each record on pages of its own. Nothing but the given items gets into it: author and
 * template are empty.
 * @param withReport adds abnormal values, findings and diagnoses after the text
 */
export async function docxReport(items: readonly ReportItem[], withReport: boolean): Promise<Uint8Array> {
  const docx = await import('docx');
  const document = new docx.Document({
    creator: 'Meridian',
    lastModifiedBy: 'Meridian',
    styles: {
      default: { document: { run: { font: FONT, size: 21 }, paragraph: { spacing: { line: 360 } } } },
    },
    sections: items.map((item) => ({
      properties: { page: { margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } } },
      headers: { default: header(docx, item) },
      footers: { default: footer(docx) },
      children: [
        heading(docx, item.title, 'TITLE'),
        ...textOf(docx, item),
        ...(withReport ? reportOf(docx, item) : []),
      ],
    })),
  });
  return docx.Packer.toBuffer(document);
}

const clean = (text: string): string => text.replace(NOT_XML, '\ufffd');

const run = (docx: Docx, text: string, bold = false): ParagraphChild =>
  new docx.TextRun({ text: clean(text), bold });

const paragraph = (docx: Docx, text: string): FileChild =>
  new docx.Paragraph({ children: [run(docx, text)] });

const heading = (docx: Docx, text: string, level: 'TITLE' | 'HEADING_1' | 'HEADING_2'): FileChild =>
  new docx.Paragraph({
    heading: docx.HeadingLevel[level],
    keepNext: true,
    ...(level === 'TITLE' && { alignment: docx.AlignmentType.CENTER }),
    children: [new docx.TextRun({ text: clean(text), bold: true, font: FONT, color: '000000' })],
  });

const header = (docx: Docx, item: ReportItem) =>
  new docx.Header({ children: [new docx.Paragraph({ children: [run(docx, patientLine(item))] })] });

const footer = (docx: Docx) =>
  new docx.Footer({
    children: [
      new docx.Paragraph({
        alignment: docx.AlignmentType.CENTER,
        children: [
          new docx.TextRun({
            children: [
              '第 ',
              docx.PageNumber.CURRENT,
              ' 页，共 ',
              docx.PageNumber.TOTAL_PAGES_IN_SECTION,
              ' 页',
            ],
          }),
        ],
      }),
    ],
  });

/** Returns the text with the headings of its sections as headings, and nothing of it left out. */
function textOf(docx: Docx, { text, annotation }: ReportItem): FileChild[] {
  const lines = (from: number, to: number): FileChild[] =>
    text
      .slice(from, to)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => paragraph(docx, line));
  const children: FileChild[] = [];
  let at = 0;
  for (const { heading: name, start, bodyStart, end } of annotation.sections) {
    if (start < at) continue; // a section within another
    children.push(...lines(at, start));
    if (name !== '') children.push(heading(docx, name, 'HEADING_2'));
    children.push(...lines(name === '' ? start : bodyStart, end));
    at = end;
  }
  return [...children, ...lines(at, text.length)];
}

function reportOf(docx: Docx, item: ReportItem): FileChild[] {
  const { annotation, diagnosis, diagnoses = [] } = item;
  const part = (title: string, content: readonly FileChild[]): FileChild[] =>
    content.length === 0 ? [] : [heading(docx, title, 'HEADING_1'), ...content];
  return [
    ...part(
      '医师采纳的诊断',
      diagnoses.map(({ name, actor, reason }) =>
        paragraph(docx, [name, actor, reason].filter(Boolean).join('，')),
      ),
    ),
    ...part('检验值', valueTable(docx, annotation.values ?? [])),
    ...part('所见', findingTable(docx, annotation.mentions)),
    ...part('诊断建议', suggestions(docx, diagnosis)),
  ];
}

const valueTable = (docx: Docx, values: readonly MeasuredValue[]): FileChild[] =>
  table(
    docx,
    ['原文', '异常', '所见', '时间'],
    values
      .filter(({ assertion }) => assertion === 'present')
      .map(({ text, flag, critical, finding = '', time }) => [
        text,
        `${critical ? '危急值 ' : ''}${FLAG_SIGNS[flag] ?? ''}`.trim(),
        finding,
        time?.iso?.replace('T', ' ') ?? time?.text ?? '',
      ]),
  );

/** Lists each entity once for each assertion, in order of the text. */
function findingTable(docx: Docx, mentions: readonly Mention[]): FileChild[] {
  const rows = new Map<string, string[]>();
  for (const { name, type, assertion } of mentions)
    rows.set(`${name}\n${assertion}`, [name, TYPE_NAMES[type], ASSERTION_NAMES[assertion]]);
  return table(docx, ['名称', '类型', '病历所述'], [...rows.values()]);
}

function suggestions(docx: Docx, { abstained, candidates }: Diagnosis): FileChild[] {
  if (abstained !== undefined) return [paragraph(docx, words(abstained, 'zh'))];
  const names = (evidence: readonly { readonly entity: { readonly name: string } }[]): string =>
    evidence.map(({ entity }) => entity.name).join('、');
  return [
    ...table(
      docx,
      ['诊断', '评分', '支持', '反对'],
      candidates.map((candidate) => [
        `${candidate.entity.name}${candidate.urgent ? '（勿漏诊）' : ''}`,
        String(Math.round(candidate.score)),
        names(candidate.for),
        names(candidate.against),
      ]),
    ),
    paragraph(docx, '评分表示与知识图谱证据的吻合程度，不是概率；仅供参考，不能代替临床医师的判断。'),
  ];
}

/** Returns nothing for a table without rows. The heading stands anew on each page. */
function table(docx: Docx, head: readonly string[], rows: readonly (readonly string[])[]): FileChild[] {
  if (rows.length === 0) return [];
  const cells = (texts: readonly string[], bold: boolean) =>
    texts.map(
      (text) => new docx.TableCell({ children: [new docx.Paragraph({ children: [run(docx, text, bold)] })] }),
    );
  return [
    new docx.Table({
      width: { size: 100, type: docx.WidthType.PERCENTAGE },
      rows: [
        new docx.TableRow({ tableHeader: true, children: cells(head, true) }),
        ...rows.map((row) => new docx.TableRow({ cantSplit: true, children: cells(row, false) })),
      ],
    }),
  ];
}
