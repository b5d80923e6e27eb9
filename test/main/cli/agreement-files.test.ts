import { describe, expect, it } from 'vitest';
import { matchDocuments } from '../../../main/agreement/match-documents.ts';
import { annotatorNames } from '../../../main/cli/agreement.ts';
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { span } from '../agreement/test-layers.ts';

const file = (name: string, text: string, type = 'a'): AnnotatedDocument => ({
  name,
  text,
  meta: {},
  items: [span(1, type, [0, 1])],
});
const match = (mine: AnnotatedDocument[], yours: AnnotatedDocument[]) =>
  matchDocuments([
    { annotator: '甲', documents: mine },
    { annotator: '乙', documents: yours },
  ]).map(({ name, layers }) => [
    name,
    ...layers.map(({ annotator, items }) => `${annotator}${items[0]!.type}`),
  ]);

describe('documents of several files', () => {
  it('are one where their texts are, whatever they are called', () => {
    expect(
      match([file('1', '发热'), file('2', '咳嗽')], [file('x', '咳嗽', 'b'), file('y', '头痛', 'b')]),
    ).toEqual([
      ['1', '甲a'],
      ['2', '甲a', '乙b'],
      ['y', '乙b'],
    ]);
  });

  it('go by name where a text stands twice', () => {
    const mine = [file('1', '无', 'a'), file('2', '无', 'b')];
    expect(match(mine, mine.toReversed())).toEqual([
      ['1', '甲a', '乙a'],
      ['2', '甲b', '乙b'],
    ]);
  });

  it('are refused where a name stands for two texts, with the place where they part', () => {
    expect(() => match([file('1', '患者发热三天')], [file('1', '患者发烧三天')])).toThrow(
      /1: the text of 甲 is not that of 乙; they part at character 4: .*发热.*发烧/,
    );
    expect(() => match([file('1', '发热')], [file('1', '发热\r')])).toThrow(/character 3/);
    // Numbered anew because one more document came before: the texts still tell.
    expect(match([file('1', '一'), file('2', '二')], [file('1', '二')])).toEqual([
      ['1', '甲a'],
      ['2', '甲a', '乙a'],
    ]);
  });
});

describe('annotators of the command line', () => {
  it('are called as their files, with the folder where that is needed', () => {
    expect(annotatorNames(['out/甲.jsonl', 'out/乙.ann.zip', 'b.d'])).toEqual(['甲', '乙', 'b']);
    expect(annotatorNames(['甲/all.json', '乙/all.json'])).toEqual(['甲/all', '乙/all']);
    expect(annotatorNames(['x/甲/all.json', 'y/甲/all.json'])).toEqual(['x/甲/all.json', 'y/甲/all.json']);
    expect(() => annotatorNames(['a.json', 'a.json'])).toThrow(/twice/);
  });
});
