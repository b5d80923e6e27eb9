/** `agreement` of the command line as a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatOf } from '../../../main/formats/annotations/index.ts';
import { AgreementReport } from '../../../shared/domain/agreement.ts';
import type { AnnotatedDocument, AnnotationFormat, Item } from '../../../shared/domain/annotation.ts';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';
import { label, relation, span } from '../agreement/test-layers.ts';

let home: Home;
beforeAll(() => {
  home = new Home();
});
afterAll(() => home.remove());

const TEXTS = ['患者发热伴咳嗽三天，否认胸痛。', '既往高血压病史，口服降压药𠮷。'];

function file(name: string, format: AnnotationFormat, items: readonly (readonly Item[])[]): string {
  const documents = TEXTS.map(
    (text, i): AnnotatedDocument => ({ name: `d${i}`, text, meta: {}, items: [...items[i]!] }),
  );
  const [written] = formatOf(format).write(documents).files;
  const path = join(home.dir, name);
  writeFileSync(path, written!.bytes);
  return path;
}

const MINE = [
  [span(1, '症状', [2, 4]), span(2, '症状', [5, 7]), relation(3, '伴随', 1, 2), label(4, '急')],
  [span(1, '疾病', [2, 5])],
];
const YOURS = [
  [span(1, '症状', [2, 4]), span(2, '症状', [4, 7]), relation(3, '伴随', 1, 2)],
  [span(1, '疾病', [2, 5])],
];

describe('agreement', () => {
  it('compares files, as JSON and as a table', () => {
    const files = [file('甲.jsonl', 'meridian', MINE), file('乙.jsonl', 'meridian', YOURS)];
    const asked = cli(home, ['agreement', ...files, '--json']);
    expect(asked.code, asked.err).toBe(0);
    const report = AgreementReport.parse(JSON.parse(asked.out));
    expect(report.annotators.map(({ name, spans }) => [name, spans])).toEqual([
      ['甲', 3],
      ['乙', 3],
    ]);
    expect(report.overall.exact.value).toBeCloseTo(2 / 3, 12);
    expect(report.overall.relaxed.value).toBe(1);
    expect(report.pairs).toMatchObject([{ left: '甲', right: '乙', documents: 2 }]);

    const { code, out } = cli(home, ['agreement', ...files]);
    expect(code).toBe(0);
    expect(out).toMatch(/甲 – 乙\s+2\s+0\.667/);
    expect(out).toMatch(/症状\s+2 \/ 2\s+0\.500/);
    expect(out).toMatch(/d0\s+2\s+4\s+0\.500/);
  });

  it('compares files of different formats', () => {
    const files = [file('a.json', 'cmeee', MINE), file('b.jsonl', 'doccano', YOURS)];
    const { code, out, err } = cli(home, ['agreement', ...files, '--json']);
    expect(code, err).toBe(0);
    expect(AgreementReport.parse(JSON.parse(out)).overall.relaxed.value).toBe(1);
  });

  it('says what is wrong', () => {
    const mine = file('a.jsonl', 'meridian', MINE);
    expect(cli(home, ['agreement', mine])).toMatchObject({ code: 2 });
    expect(cli(home, ['agreement', mine, mine]).err).toMatch(/twice/);
    expect(cli(home, ['agreement', mine, join(home.dir, 'none')])).toMatchObject({ code: 1 });
    expect(cli(home, ['agreement', mine, mine, '--from', 'xls']).err).toMatch(/--from takes one of/);
    const other = join(home.dir, 'other.jsonl');
    writeFileSync(
      other,
      formatOf('meridian').write([{ name: 'd0', text: '患者发烧。', meta: {}, items: [] }]).files[0]!.bytes,
    );
    const { code, err } = cli(home, ['agreement', mine, other]);
    expect(code).toBe(1);
    expect(err).toMatch(/d0: the text of a is not that of other; they part at character 4/);
  });
});
