import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { previewClassified } from '../../../main/formats/preview-classified.ts';
import { readClassified } from '../../../main/formats/read-classified.ts';
import type { ClassifyTask } from '../../../shared/domain/classification.ts';
import {
  type ClassifiedFields,
  DataPreview,
  MAX_PREVIEW_CELL,
  MAX_PREVIEW_REFUSALS,
} from '../../../shared/domain/data-preview.ts';
import { words } from '../../../shared/messages/words.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

function file(name: string, content: string | Uint8Array): string {
  const path = join(temporaryDir(), name);
  writeFileSync(path, content);
  return path;
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

async function preview(path: string, task: ClassifyTask = 'classify', fields?: ClassifiedFields) {
  const found = await previewClassified(path, 'file', { task, fields });
  return DataPreview.parse(found);
}

describe('a preview of texts with labels', () => {
  it('guesses fields, counts labels and refuses rows with reasons', async () => {
    const path = file(
      'a.csv',
      '编号,现病史,科室\r\n1,"咳嗽三天，\n伴发热",呼吸科\r\n2,摔倒后肿痛,骨科\r\n3,,骨科\r\n4,腹痛,\r\n5,咳痰,呼吸科,x\r\n6,咳喘,呼吸科\r\n',
    );
    const found = await preview(path);
    expect(found).toMatchObject({
      format: 'csv',
      fields: ['编号', '现病史', '科室'],
      chosen: { text: '现病史', label: '科室' },
      documents: 3,
      several: 0,
      labels: [
        { label: '呼吸科', count: 2 },
        { label: '骨科', count: 1 },
      ],
      refusedCount: 3,
    });
    expect(found.refused.map(({ line }) => line)).toEqual([5, 6, 7]);
    expect(found.refused.map(({ reason }) => words(reason, 'zh')).join()).toMatch(
      /缺失或不是文本.*缺失或为空.*字段数多于表头/,
    );
    expect(found.rows[0]).toEqual({
      line: 2,
      cells: { 编号: '1', 现病史: '咳嗽三天，\n伴发热', 科室: '呼吸科' },
    });
  });

  it('says the same as the import does', async () => {
    const fields = { text: '文', label: '诊断', separator: '##' };
    const rows = [
      { 文: '咳嗽', 诊断: '肺炎##哮喘' },
      { 文: '', 诊断: 'x' },
      { 文: '腹痛', 诊断: ['胃炎', '肺炎'] },
      '不是对象',
    ];
    const path = file('b.jsonl.gz', gzipSync(lines(rows)));
    const found = await preview(path, 'diagnose', fields);
    const refused: number[] = [];
    const documents = await readClassified(path, 'b', fields, 'diagnose', ({ line }) => refused.push(line));
    expect(found.documents).toBe(documents.length);
    expect(found.several).toBe(documents.filter(({ labels }) => labels.length > 1).length);
    expect(found.labels).toEqual([
      { label: '肺炎', count: 2 },
      { label: '哮喘', count: 1 },
      { label: '胃炎', count: 1 },
    ]);
    expect(found.refused.map(({ line }) => line)).toEqual(refused);
    await expect(readClassified(path, 'b', fields, 'diagnose')).rejects.toThrow(/line 2/);
  });

  it('finds nested fields, separators and lists in cells', async () => {
    const talks = [{ talk: [{ says: '您好，咳嗽两天', terms: ['咳嗽'] }], 诊断: '肺炎、哮喘', id: 'x' }];
    expect(await preview(file('c.jsonl', lines(talks)), 'diagnose')).toMatchObject({
      fields: ['talk.says', 'talk.terms', '诊断', 'id'],
      chosen: { text: 'talk.says', label: '诊断', separator: '、' },
      several: 1,
    });
    const tsv = file('d.tsv', 'content\tlabels\n咳嗽\t["肺炎","哮喘"]\n');
    expect(await preview(tsv, 'diagnose')).toMatchObject({
      format: 'tsv',
      documents: 1,
      labels: [
        { label: '哮喘', count: 1 },
        { label: '肺炎', count: 1 },
      ],
    });
  });

  it('reads a table that a spreadsheet saved in GB18030', async () => {
    const gb = Buffer.concat([
      Buffer.from('text,label\n'),
      Buffer.from([0xb7, 0xa2, 0xc8, 0xc8]), // 发热
      Buffer.from(',a\n'),
    ]);
    expect((await preview(file('e.csv', gb))).rows[0]?.cells).toEqual({ text: '发热', label: 'a' });
  });

  it('stays small whatever comes', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      text: '长'.repeat(5000),
      label: i % 2 ? 'a' : '',
    }));
    const found = await preview(file('f.jsonl', lines(rows)));
    expect(found.refused).toHaveLength(MAX_PREVIEW_REFUSALS);
    expect(found.refusedCount).toBe(250);
    expect(found.rows).toHaveLength(20);
    expect(found.rows[0]?.cells.text).toHaveLength(MAX_PREVIEW_CELL);
  });

  it('chooses nothing where there is nothing to choose from', async () => {
    const found = await preview(file('g.jsonl', lines([{ text: '咳嗽' }])));
    expect(found).toMatchObject({ fields: ['text'], documents: 0, labels: [], refusedCount: 0 });
    expect(found.chosen).toBeUndefined();
  });

  it('refuses what is no file of rows', async () => {
    await expect(preview(file('h.jsonl', 'nonsense\nmore'))).rejects.toThrow(
      /no rows.*line 1|no rows.*Line 1/i,
    );
    await expect(preview(file('i.csv', ''))).rejects.toThrow(/empty/);
    await expect(preview(file('j.csv', new Uint8Array([0, 1, 2, 0])))).rejects.toThrow(/not a text file/);
    await expect(preview(file('k.csv', 'text,label\n'))).rejects.toThrow(/no rows/);
  });
});
