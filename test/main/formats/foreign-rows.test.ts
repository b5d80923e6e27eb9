/** Rows of public sets, and of documents with relations: what is read of them and what is refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLabelled } from '../../../main/formats/read-labelled.ts';
import { readRelated } from '../../../main/formats/read-related.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

function fileOf(...rows: unknown[]): string {
  const path = join(temporaryDir(), 'set.jsonl');
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
}
const related = async (...rows: unknown[]) => readRelated(fileOf(...rows), 'set.jsonl');
const words = (text: string, entities: readonly { start: number; end: number; type: string }[]) =>
  entities.map(({ start, end, type }) => `${type} ${start} ${text.slice(start, end)}`);

const triple = (subject: string, predicate: string, object: string) => ({
  Combined: false,
  predicate,
  subject,
  subject_type: '疾病',
  object: { '@value': object },
  object_type: { '@value': '症状' },
});

describe('documents with relations', () => {
  it('of their own form keep the order of the entities that relations count', async () => {
    const entities = [
      { start: 4, end: 6, type: 'b' },
      { start: 0, end: 2, type: 'a' },
    ];
    const relations = [{ from: 1, to: 0, type: 'r' }];
    const [document] = await related({ id: 'x', text: '肺炎引起咳嗽', entities, relations });
    expect(document).toEqual({ id: 'x', text: '肺炎引起咳嗽', entities, relations });
    for (const wrong of [{ from: 2, to: 0, type: 'r' }, { from: 0, to: 1 }, 7])
      await expect(related({ text: '肺炎引起咳嗽', entities, relations: [wrong] })).rejects.toThrow(
        'relations[0]',
      );
    await expect(related({ text: 'a', entities: [] })).rejects.toThrow('relations');
  });

  it('of CMeIE: every place of the words outside of longer ones, and their triples', async () => {
    const text = '关节炎@骨性关节炎可致关节痛，关节炎少见。';
    const [document] = await related({
      text,
      spo_list: [triple('关节炎', '临床表现', '关节痛'), triple('骨性关节炎', '临床表现', '关节痛')],
    });
    expect(words(text, document!.entities).toSorted()).toEqual(
      ['疾病 0 关节炎', '疾病 15 关节炎', '疾病 4 骨性关节炎', '症状 11 关节痛'].toSorted(),
    );
    const named = document!.relations.map(({ from, to, type }) => [
      ...words(text, [document!.entities[from]!]),
      type,
      ...words(text, [document!.entities[to]!]),
    ]);
    expect(named).toEqual([
      ['疾病 0 关节炎', '临床表现', '症状 11 关节痛'],
      ['疾病 4 骨性关节炎', '临床表现', '症状 11 关节痛'],
    ]);
    await expect(related({ text, spo_list: [triple('肺炎', 'r', '关节痛')] })).rejects.toThrow('肺炎');
    await expect(related({ text, spo_list: [{ predicate: 'r' }] })).rejects.toThrow('subject');
  });

  it('of ChemProt without its marks, and of GAD with its placeholders', async () => {
    const [chemprot, gad, none] = await related(
      { text: 'the << Ang II >>-induced [[ valsartan ]], 51%', label: 'INHIBITOR' },
      { sentence: '@GENE$ causes @DISEASE$.', label: 1 },
      { sentence: '@DISEASE$ without @GENE$.', label: 0 },
    );
    expect(chemprot!.text).toBe('the Ang II-induced valsartan, 51%');
    expect(words(chemprot!.text, chemprot!.entities)).toEqual(['ARG1 4 Ang II', 'ARG2 19 valsartan']);
    expect(chemprot!.relations).toEqual([{ from: 0, to: 1, type: 'INHIBITOR' }]);
    expect(words(gad!.text, gad!.entities)).toEqual(['GENE 0 @GENE$', 'DISEASE 14 @DISEASE$']);
    expect(gad!.relations).toEqual([{ from: 1, to: 0, type: '1' }]);
    expect(none!.relations).toEqual([]);
  });

  it('of ChemProt where marks also stand in the text', async () => {
    const [one] = await related({
      text: 'potency on << Panx1 >>: [[ carbenoxolone ]] > 94 >> probenecid << x',
      label: 'INHIBITOR',
    });
    expect(one!.text).toBe('potency on Panx1: carbenoxolone > 94 >> probenecid << x');
    expect(words(one!.text, one!.entities)).toEqual(['ARG1 11 Panx1', 'ARG2 18 carbenoxolone']);
  });
});

describe('entities of public sets', () => {
  it('are read from tokens with tags, and from triples', async () => {
    const path = fileOf(
      { tokens: ['22', 'renal', 'failure', 'pain', 'x'], tags: ['O', 'B-D', 'I-D', 'B-D', 'I-E'] },
      { text: '肺炎咳嗽', spo_list: [triple('肺炎', 'r', '咳嗽')] },
    );
    const [tokens, triples] = await readLabelled(path, 'set.jsonl');
    expect(tokens!.text).toBe('22 renal failure pain x');
    expect(words(tokens!.text, tokens!.entities)).toEqual(['D 3 renal failure', 'D 17 pain', 'E 22 x']);
    expect(words('肺炎咳嗽', triples!.entities)).toEqual(['疾病 0 肺炎', '症状 2 咳嗽']);
    for (const tags of [['O'], ['O', '?-D'], ['O', 'B-']])
      await expect(readLabelled(fileOf({ tokens: ['a', 'b'], tags }), 'set.jsonl')).rejects.toThrow('tags');
  });

  it('are read from dialogues, with the status of each symptom', async () => {
    const said = (sentence: string, label: string, type: unknown = [], speaker = '患者') => ({
      speaker,
      sentence,
      label,
      type,
      normalized: [],
    });
    const dialogue = (...utterances: unknown[]) =>
      readLabelled(fileOf({ 'example-id': '7', 'dialogue-content': utterances }), 'set.jsonl');
    const [read] = await dialogue(
      said('发烧吗', 'IIO', ['2'], '医生'),
      said('😀不烧，就是咳有痰', 'OOOOOOBII', ['1']),
      said('会不会是病毒性感冒', 'OOOOBIIBI', ['3']),
      said('拉肚子', 'BII'),
    );
    expect(read!.id).toBe('7');
    expect(read!.text).toBe('医生：发烧吗\n患者：😀不烧，就是咳有痰\n患者：会不会是病毒性感冒\n患者：拉肚子');
    expect(words(read!.text, read!.entities)).toEqual([
      'negated 3 发烧',
      'present 17 咳有痰',
      'uncertain 28 病毒性感冒',
      'uncertain 37 拉肚子',
    ]);
    for (const [wrong, field] of [
      [said('发烧', 'B'), 'label'],
      [said('发烧', 'BX'), 'label'],
      [said('发烧', 'BI', '1'), 'type'],
      [said('发烧', 'BI', ['9']), 'type[0]'],
      [{ label: '' }, 'sentence'],
      [7, 'dialogue-content[0]'],
    ] as const)
      await expect(dialogue(wrong)).rejects.toThrow(field);
  });
});
