import { describe, expect, it } from 'vitest';
import { docxText } from '../../../main/formats/docx.ts';
import { docxReport } from '../../../main/formats/docx-report.ts';
import type { ReportItem } from '../../../main/formats/html-report.ts';
import { openZip } from '../../../main/reading/zip.ts';

const TEXT = '入院记录\n主诉：发热三天，伴 <咳嗽> & 咳痰。\n既往史：糖尿病。\u0001\n';
const section = (kind: string, heading: string, next: string) => {
  const start = TEXT.indexOf(heading);
  const end = next === '' ? TEXT.length : TEXT.indexOf(next);
  return { kind, heading, start, bodyStart: start + heading.length + 1, end };
};

const item = (): ReportItem => ({
  title: '王某的入院记录',
  text: TEXT,
  annotation: {
    sections: [section('chief', '主诉', '既往史'), section('history', '既往史', '')],
    mentions: [
      { start: 8, end: 10, name: '发热', type: 'symptom', assertion: 'present', depth: 0 },
      { start: 8, end: 10, name: '发热', type: 'symptom', assertion: 'present', depth: 0 },
      { start: 30, end: 33, name: '糖尿病', type: 'disease', assertion: 'historical', depth: 0 },
    ],
    patient: { sex: '男', ageYears: 60 },
    values: [],
  } as unknown as ReportItem['annotation'], // safe: what a report reads
  diagnosis: {
    candidates: [
      {
        entity: { name: '肺炎' },
        score: 71.4,
        urgent: true,
        for: [{ entity: { name: '发热' } }],
        against: [],
        missing: [],
      },
    ],
    findings: 1,
  } as unknown as ReportItem['diagnosis'], // safe: what a report reads
});

const part = (bytes: Uint8Array, name: RegExp): string => {
  const entry = [...openZip(bytes).values()].find((one) => name.test(one.name));
  return Buffer.from(entry?.read() ?? []).toString('utf8');
};

describe('Word files', () => {
  it('hold the whole text, with sections under headings', async () => {
    const bytes = await docxReport([item()], false);
    const text = await docxText(bytes, 'a.docx');
    const squeezed = (words: string): string => words.replace(/[\s：\p{Cc}\ufffd]/gu, '');
    expect(squeezed(text)).toBe(squeezed(`王某的入院记录${TEXT}`));
    expect(part(bytes, /document\.xml$/).match(/w:val="Heading2"/g)).toHaveLength(2);
    expect(part(bytes, /footer\d*\.xml$/)).toMatch(/PAGE.*SECTIONPAGES/s);
    expect(part(bytes, /header\d*\.xml$/)).toContain('60岁');
  });

  it('list findings once, and suggestions with what speaks for them', async () => {
    const bytes = await docxReport([item(), { ...item(), title: '第二份' }], true);
    const text = await docxText(bytes, 'a.docx');
    expect(text.match(/糖尿病\n疾病\n既往/g)).toHaveLength(2);
    expect(text).toContain('肺炎（勿漏诊）\n71\n发热');
    expect(part(bytes, /document\.xml$/).match(/<w:sectPr/g)).toHaveLength(2);
  });

  it('name no author', async () => {
    const core = part(await docxReport([item()], true), /core\.xml$/);
    expect(core).toContain('<dc:creator>Meridian</dc:creator>');
  });
});
