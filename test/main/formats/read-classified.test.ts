import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type ClassifiedFields, readClassified } from '../../../main/formats/read-classified.ts';
import type { ClassifyTask } from '../../../shared/domain/classification.ts';
import { saying } from '../../helpers/words.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const FIELDS: ClassifiedFields = { text: 'text', label: 'label' };

function read(lines: readonly unknown[], fields = FIELDS, task: ClassifyTask = 'diagnose') {
  const path = join(temporaryDir(), 'set.jsonl.gz');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  writeFileSync(path, gzipSync(text));
  return readClassified(path, 'set', fields, task);
}

describe('texts with labels', () => {
  it('come from the fields named', async () => {
    expect(await read([{ id: 7, q: '咳嗽', a: '肺炎', text: 'no' }], { text: 'q', label: 'a' })).toEqual([
      { id: '7', text: '咳嗽', labels: ['肺炎'] },
    ]);
    expect(
      await read(
        [
          { text: '咳嗽', label: 3 },
          { text: '发热', label: 0 },
        ],
        FIELDS,
        'classify',
      ),
    ).toEqual([
      { id: '1', text: '咳嗽', labels: ['3'] },
      { id: '2', text: '发热', labels: ['0'] },
    ]);
  });

  it('have labels as a list, joined in a string or in several fields, each once', async () => {
    const [list] = await read([{ text: 'a', label: ['x', 'y', 'x', null] }]);
    expect(list?.labels).toEqual(['x', 'y']);
    const [joined] = await read([{ text: 'a', label: 'x## y##' }], { ...FIELDS, separator: '##' });
    expect(joined?.labels).toEqual(['x', 'y']);
    const [whole] = await read([{ text: 'a', label: 'x## y##' }]);
    expect(whole?.labels).toEqual(['x## y##']);
    const [two] = await read([{ text: 'a', main: 'x', other: ['z', 'x'] }], {
      text: 'text',
      label: 'main,other',
    });
    expect(two?.labels).toEqual(['x', 'z']);
  });

  it('are refused as numbers of 0 and 1 for every label, which name nothing', async () => {
    for (const label of [
      [0, 0, 1],
      ['0', '1', '0', '0'],
      [[1], [1]],
      [0, 0],
    ])
      await expect(read([{ text: 'a', label }])).rejects.toThrow(/line 1: label: .*multi-hot/);
    await expect(read([{ text: 'a', x: 0, y: 0, z: 1 }], { text: 'text', label: 'x,y,z' })).rejects.toThrow(
      /multi-hot/,
    );
    await expect(read([{ text: 'a', label: '0 0 1' }], { ...FIELDS, separator: ' ' })).rejects.toThrow(
      /multi-hot/,
    );
  });

  it('may be numbers', async () => {
    const [both, one, many] = await read([
      { text: 'a', label: [0, 1] },
      { text: 'b', label: 1 },
      { text: 'c', label: [1, 2, 1] },
    ]);
    expect([both, one, many].map((document) => document?.labels)).toEqual([['0', '1'], ['1'], ['1', '2']]);
  });

  it('name the parent of their labels, or none', async () => {
    const fields = { ...FIELDS, parent: 'above' };
    const rows = [
      { text: 'a', label: 'x', above: ' p ' },
      { text: 'b', label: 'y' },
    ];
    const found = await read(rows, fields);
    expect(found.map(({ parent }) => parent)).toEqual(['p', undefined]);
    await expect(read([{ text: 'a', label: 'x', above: ['p', 'q'] }], fields)).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('are found inside lists and objects', async () => {
    const talk = {
      talk: [
        { says: '您好', names: [] },
        { says: '咳嗽两天', names: ['咳嗽', '发热'] },
      ],
    };
    expect(await read([talk], { text: 'talk.says', label: 'talk.names' })).toEqual([
      { id: '1', text: '您好\n咳嗽两天', labels: ['咳嗽', '发热'] },
    ]);
    const [terms] = await read([{ terms: { 疾病: ['高血压'], 症状: ['头痛'] }, label: 'x' }], {
      text: 'terms',
      label: 'label',
    });
    expect(terms?.text).toBe('高血压\n头痛');
    const [dotted] = await read([{ 'a.b': '文', a: { b: 'no' }, label: 'x' }], {
      text: 'a.b',
      label: 'label',
    });
    expect(dotted?.text).toBe('文');
  });

  it('that break the format refuse the file by line and field', async () => {
    const good = { text: '咳嗽', label: '肺炎' };
    const wrong: [unknown, RegExp][] = [
      ['{"text": ', /no JSON/],
      [[], /no JSON object/],
      [{ label: 'x' }, /text: is missing/],
      [{ query: '咳嗽', intent: 'x' }, /text: .*the fields here are query, intent/],
      [{ text: '咳嗽', intent: 'x' }, /label: .*the fields here are text, intent/],
      [{ text: 5, label: 'x' }, /text: is missing or no text/],
      [{ text: '  ', label: 'x' }, /text: is empty/],
      [{ text: 'a' }, /label: is missing/],
      [{ text: 'a', label: [] }, /label: is missing or empty/],
      [{ text: 'a', label: ' ' }, /label: is missing or empty/],
      [{ text: 'a', label: true }, /label: is neither text nor number/],
      [{ text: 'a', label: 'x'.repeat(201) }, /label: has over 200/],
      [{ text: 'a', label: ['__proto__'] }, /cannot be __proto__/],
      [{ text: 'a', label: 'x', id: {} }, /id: is neither/],
    ];
    for (const [line, message] of wrong) {
      await expect(read([good, line]), JSON.stringify(line)).rejects.toThrow(message);
      await expect(read([good, line])).rejects.toMatchObject({
        code: 'bad-input',
        kept: saying('Nothing'),
      });
      await expect(read([good, line])).rejects.toThrow(/^set, line 2/);
    }
    await expect(read([{ text: 'a', label: ['x', 'y'] }], FIELDS, 'classify')).rejects.toThrow(
      /holds 2 labels/,
    );
  });
});

describe('pairs of texts', () => {
  const pairs = (lines: readonly unknown[], fields = FIELDS) => read(lines, fields, 'pair');

  it('come from fields of known names, or from those named', async () => {
    expect(await pairs([{ text1: '头痛\n三天', text2: '发热', label: 0 }])).toEqual([
      { id: '1', text: '头痛 三天\n发热', labels: ['0'] },
    ]);
    for (const [first, second] of [
      ['query1', 'query2'],
      ['query', 'title'],
      ['question', 'answer'],
      ['premise', 'hypothesis'],
    ] as const)
      expect((await pairs([{ [second]: 'b', id: 'x', [first]: 'a', label: 2 }]))[0]).toEqual({
        id: 'x',
        text: 'a\nb',
        labels: ['2'],
      });
    expect((await pairs([{ u: 'a', v: 'b', y: 'same' }], { text: 'u', second: 'v', label: 'y' }))[0]).toEqual(
      {
        id: '1',
        text: 'a\nb',
        labels: ['same'],
      },
    );
  });

  it('are one for each candidate of a question', async () => {
    const row = {
      id: 'q7',
      query: '痔疮图片',
      candidates: [
        { title: '大全', label: 2 },
        { title: '无关', label: 0 },
      ],
    };
    expect(await pairs([row, { question: 'a', positives: ['b'], negatives: ['c', 'd'] }])).toEqual([
      { id: 'q7/1', text: '痔疮图片\n大全', labels: ['2'] },
      { id: 'q7/2', text: '痔疮图片\n无关', labels: ['0'] },
      { id: '3', text: 'a\nb', labels: ['1'] },
      { id: '3 (2)', text: 'a\nc', labels: ['0'] },
      { id: '3 (3)', text: 'a\nd', labels: ['0'] },
    ]);
    await expect(pairs([{ query: 'a', candidates: [{ label: 1 }] }])).rejects.toThrow(/line 1: candidate: /);
    await expect(pairs([{ query: 'a', candidates: [{ title: 'b' }] }])).rejects.toThrow(/line 1: label: /);
    await expect(pairs([{ query: 'a', candidates: ['b'] }])).rejects.toThrow(/candidates\[0\]: /);
    await expect(pairs([{ candidates: [{ title: 'b', label: 0 }] }])).rejects.toThrow(/line 1: question: /);
  });

  it('find answers by their numbers in the file beside', async () => {
    const dir = temporaryDir();
    const path = join(dir, 'dev.jsonl');
    const row = { title: '高血压', ask: '能吃党参吗', positives: [3], negatives: [0] };
    writeFileSync(path, JSON.stringify(row));
    const readIt = () => readClassified(path, 'dev', FIELDS, 'pair');
    await expect(readIt()).rejects.toThrow(/line 1: positives, negatives: name answer 3/);
    const answers = [
      { aid: 0, answer: '少吃盐' },
      { aid: 3, answer: '可以' },
    ];
    writeFileSync(
      join(dir, 'answers.jsonl.gz'),
      gzipSync(answers.map((one) => JSON.stringify(one)).join('\n')),
    );
    expect(await readIt()).toEqual([
      { id: '1', text: '高血压 能吃党参吗\n可以', labels: ['1'] },
      { id: '1 (2)', text: '高血压 能吃党参吗\n少吃盐', labels: ['0'] },
    ]);
  });

  it('are refused without a side, without a label and with several', async () => {
    await expect(pairs([{ text1: 'a', label: 1 }])).rejects.toThrow(
      /line 1: text2: .*fields here are text1, label/,
    );
    await expect(pairs([{ query2: 'a', label: 1 }])).rejects.toThrow(/line 1: query1: /);
    await expect(pairs([{ text1: 'a', text2: ' ', label: 1 }])).rejects.toThrow(/line 1: text2: /);
    await expect(pairs([{ u: 'a', v: 'b', label: 1 }])).rejects.toThrow(
      /line 1: text1: .*fields here are u, v, label/,
    );
    await expect(pairs([{ text1: 'a', text2: 'b' }])).rejects.toThrow(/line 1: label: /);
    await expect(pairs([{ text1: 'a', text2: 'b', label: ['x', 'y'] }])).rejects.toThrow(/line 1: label: /);
  });
});
