/** `project` of the command line as a process of its own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectSummary } from '../../../shared/domain/project.ts';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';
import { xlsxOf } from '../../helpers/office.ts';
import { SCHEMA } from '../../helpers/projects.ts';

let home: Home;
const path = (name: string) => join(home.dir, name);
const file = (name: string, content: string) => {
  writeFileSync(path(name), content);
  return path(name);
};
beforeAll(() => {
  home = new Home();
  // A workspace without the starter graph is quick.
  expect(
    cli(home, ['kg', 'import', file('kg.tsv', 'head\trelation\ttail\n肺炎\tHAS_SYMPTOM\t发热\n')]).code,
  ).toBe(0);
});
afterAll(() => home.remove());

const run = (...args: string[]) => cli(home, ['project', ...args]);
const Listed = z.array(ProjectSummary);

describe('project', () => {
  it('is made, filled from files, counted, exported, moved and deleted', () => {
    const schema = file('schema.json', JSON.stringify(SCHEMA));
    expect(run('create', 'ward', '--schema', schema, '--members', 'anna, bo', '--overlap', '2').code).toBe(0);
    expect(run('create', 'ward')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/There is a project called ward/),
    });
    mkdirSync(path('brat'));
    file('brat/a.txt', '姓名：王建国，电话13912345678。主诉：咳嗽三天。');
    file('brat/a.ann', 'T1\tsymptom 24 26\t咳嗽\n');
    const imported = run('import', 'ward', path('brat'), '--person', 'anna', '--json');
    expect(JSON.parse(imported.out)).toMatchObject({ documents: 1, items: 1, format: 'brat', losses: [] });
    expect(run('import', 'ward', file('note.txt', '头痛两天'), '--format', 'text').out).toMatch(
      /imported 1 documents/,
    );
    const [summary] = Listed.parse(JSON.parse(run('list', '--json').out));
    expect(summary).toMatchObject({ name: 'ward', documents: 2, assigned: 4, members: ['anna', 'bo'] });
    expect(run('stats', 'ward').out).toMatch(/anna\s+span\s+symptom\s+1\s+0/);

    const hidden = run('export', 'ward', '--format', 'brat', '--person', 'anna', '--out', path('hidden'));
    expect(hidden).toMatchObject({ code: 0, out: expect.stringMatching(/de-identified/) });
    expect(
      run(
        'export',
        'ward',
        '--format',
        'meridian',
        '--person',
        'anna',
        '--identified',
        '--out',
        path('open.jsonl'),
      ),
    ).toMatchObject({ code: 0, err: expect.stringMatching(/not encrypted/) });
    expect(readFileSync(path('open.jsonl'), 'utf8')).toMatch(/王建国/);
    expect(run('export', 'ward', '--format', 'conll', '--person', 'nobody', '--out', path('x')).code).toBe(1);
    expect(existsSync(path('x'))).toBe(false);

    expect(run('export', 'ward', '--out', path('ward.jsonl')).out).toMatch(
      /2 documents, \d layers and 1 edits/,
    );
    expect(run('import', path('ward.jsonl'), '--name', 'copy').out).toMatch(/copy\s+2/);
    const damaged = readFileSync(path('ward.jsonl'), 'utf8').replace('咳嗽', '咳漱');
    expect(run('import', file('bad.jsonl', damaged), '--name', 'bad')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/bad\.jsonl:3: it is not as it was written/),
    });
    expect(run('delete', 'copy').code).toBe(0);
    expect(Listed.parse(JSON.parse(run('list', '--json').out)).map(({ name }) => name)).toEqual(['ward']);
    expect(cli(home, ['audit', 'verify']).code).toBe(0);
  });

  it('takes what most annotators say as gold, which then leaves as a file', () => {
    const schema = file('votes-schema.json', JSON.stringify(SCHEMA));
    const people = ['anna', 'bo', 'cy'];
    expect(
      run('create', 'votes', '--schema', schema, '--members', people.join(), '--overlap', '3').code,
    ).toBe(0);
    const early = run('adjudicate', 'votes', '--majority');
    expect(early).toMatchObject({ code: 0, out: expect.stringMatching(/decided 0 .* in 0 documents/) });
    expect(early.err).toMatch(/have finished/);
    const marks = { anna: [0, 2], bo: [0, 2], cy: [0, 4] } as const;
    for (const person of people) {
      const [from, to] = marks[person as keyof typeof marks]; // safe: its names
      mkdirSync(path(person));
      file(`${person}/a.txt`, '咳嗽三天，头痛');
      file(
        `${person}/a.ann`,
        `T1\tsymptom ${from} ${to}\t${'咳嗽三天'.slice(from, to)}\nT2\t${person === 'bo' ? 'drug' : person === 'cy' ? 'disease' : 'symptom'} 5 7\t头痛\n`,
      );
      expect(run('import', 'votes', path(person), '--person', person, '--finished').code).toBe(0);
    }
    const taken = run('adjudicate', 'votes', '--majority', '--json');
    expect(JSON.parse(taken.out)).toMatchObject({ documents: 1, decided: 1, open: 1 });
    expect(run('stats', 'votes').out).toMatch(/gold\s+span\s+symptom\s+1\s+1/);
    expect(run('adjudicate', 'votes', '--majority').out).toMatch(/decided 0 .* 1 are left/);
    expect(run('adjudicate', 'votes')).toMatchObject({ code: 2, err: expect.stringMatching(/--majority/) });
    const gold = ['--format', 'meridian', '--gold', '--identified', '--out', path('gold.jsonl')];
    expect(run('export', 'votes', ...gold).code).toBe(0);
    expect(readFileSync(path('gold.jsonl'), 'utf8')).toMatch(
      /"readings":\[\{"annotator":"anna","item":1\},\{"annotator":"bo","item":1\}\]/,
    );
    expect(cli(home, ['audit', 'verify']).code).toBe(0);
  });

  it('loses documents only after --yes, lists them, and gets them back', () => {
    expect(run('create', 'part', '--members', 'anna').code).toBe(0);
    mkdirSync(path('part'));
    file('part/a.txt', '咳嗽三天');
    file('part/a.ann', 'T1\tsymptom 0 2\t咳嗽\n');
    expect(run('import', 'part', path('part'), '--person', 'anna').code).toBe(0);
    const documents = () => Listed.parse(JSON.parse(run('list', '--json').out)).at(-1)?.documents;
    expect(run('remove', 'part', 'a').out).toMatch(/1 documents; 1 annotators .*1 annotations.*add --yes/);
    expect(documents()).toBe(1);
    expect(run('remove', 'part', 'a', '--yes').out).toMatch(/removed 1 documents; .* is kept/);
    expect(documents()).toBe(0);
    expect(run('removed', 'part').out).toMatch(/^a\s+4\s+1\s+1\s/m);
    expect(run('put-back', 'part', 'b')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no document b/),
    });
    expect(run('put-back', 'part', 'a').code).toBe(0);
    expect(documents()).toBe(1);
    expect(run('remove', 'part')).toMatchObject({ code: 2, err: expect.stringMatching(/its documents/) });
  });

  it('used wrongly says how it is used', () => {
    expect(run('import', path('nothing'))).toMatchObject({ code: 1 });
    expect(run('import', file('plain.txt', 'x'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no project file/),
    });
    expect(run('stats', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no project nobody/),
    });
    expect(run('export', 'ward', '--format', 'pdf', '--out', 'x')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cmeee/),
    });
    expect(
      run('create', 'x', '--schema', file('bad.json', '{"spans":[{"name":"a"},{"name":"a"}]}')),
    ).toMatchObject({ code: 1, err: expect.stringMatching(/listed twice/) });
    expect(cli(home, ['project', '--help']).out).toMatch(/^project:$/m);
  });

  it('shows the columns of a table before they are imported, and predictions become suggestions', () => {
    expect(run('create', 'table').code).toBe(0);
    writeFileSync(
      path('入院.xlsx'),
      xlsxOf({
        甲: [
          ['编号', '病历', '科室', 'score'],
          ['a', '咳嗽三天', '呼吸科', 0.75],
          ['b', '头痛', '神经科', '高'],
        ],
      }),
    );
    const shown = run('columns', path('入院.xlsx'));
    expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/病历 +--text +咳嗽三天 \| 头痛/) });
    expect(shown.out).toMatch(
      /project import NAME .*入院\.xlsx --text 病历 --id 编号 --label 科室 --sheet 甲/,
    );
    const flags = ['--text', '病历', '--id', '编号', '--label', '科室', '--score', 'score'];
    expect(run('columns', path('入院.xlsx'), ...flags).err).toMatch(
      /line 3: score: 高 is no number from 0 to 1/,
    );
    const imported = run('import', 'table', path('入院.xlsx'), ...flags, '--person', 'anna', '--json');
    expect(JSON.parse(imported.out)).toMatchObject({
      ...{ documents: 1, items: 1, format: 'table' },
      losses: [{ what: expect.stringMatching(/rows that cannot be read/), count: 1, example: '入院.xlsx:3' }],
    });
    expect(run('stats', 'table').out).toMatch(/anna +label +呼吸科 +0 +1/);
    const gold = file(
      'gold.json',
      JSON.stringify([
        { text: '咳嗽', entities: [{ start_idx: 0, end_idx: 1, type: 'symptom', entity: '咳嗽' }] },
      ]),
    );
    expect(run('import', 'table', gold, '--person', 'bo', '--suggestions').code).toBe(0);
    expect(run('stats', 'table').out).toMatch(/bo +span +symptom +0 +1/);
    expect(run('import', 'table', gold, '--finished', '--suggestions')).toMatchObject({ code: 2 });
    expect(run('import', 'table', gold, '--label', 'x')).toMatchObject({
      ...{ code: 2, err: expect.stringMatching(/--label belongs to --text/) },
    });
    expect(run('columns', gold).err).toMatch(/need no columns/);
    expect(run('import', 'table', path('入院.xlsx'), '--text', '病例', '--person', 'anna')).toMatchObject({
      ...{
        code: 1,
        err: expect.stringMatching(/has no column 病例\. Its columns are: 编号, 病历, 科室, score/),
      },
    });
  });
});
