import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelStudio } from '../../../../main/formats/annotations/label-studio.ts';
import { AnnotatedDocument, type Item } from '../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import {
  annotatedDocuments,
  bareImport,
  comparable,
  expectNoHarm,
  lossTable,
  marked,
} from '../../../helpers/annotated.ts';

function read(text: string) {
  const { documents, losses } = labelStudio.read([
    { name: 'tasks.json', bytes: new TextEncoder().encode(text) },
  ]);
  return { documents, losses: lossTable(losses) };
}

function brief(items: readonly Item[] = []) {
  return items.map((item) => {
    if (item.kind === 'span')
      return [item.type, item.fragments[0]?.start, item.fragments[0]?.end, item.attributes];
    return item.kind === 'relation' ? [item.type, item.from, item.to] : item.type;
  });
}

const region = (id: string, start: number, end: number, text: string, label: string, more = '') =>
  `{"id":"${id}","from_name":"label","to_name":"text","type":"labels","origin":"manual","value":{"start":${start},"end":${end},"text":"${text}","labels":["${label}"]}${more}}`;

describe('reading what Label Studio exports', () => {
  it('reads regions, answers about them, notes, relations and choices for the document', () => {
    const { documents, losses } =
      read(`[{"id":12,"data":{"text":"😀发热三天","ward":"心内","bed":3},"annotations":[{"id":1,"completed_by":{"id":7,"email":"wang@example.org"},"updated_at":"2024-05-06T07:08:09Z","result":[
      ${region('b', 3, 5, '三天', '时间')},
      ${region('a', 1, 3, '发热', '症状', ',"meta":{"text":["再看","一次"]}')},
      {"id":"a","from_name":"negated","to_name":"text","type":"choices","value":{"start":1,"end":3,"text":"发热","choices":["yes"]}},
      {"id":"a","from_name":"remark","to_name":"text","type":"textarea","value":{"start":1,"end":3,"text":["x","y"]}},
      {"id":"a","from_name":"grade","to_name":"text","type":"rating","value":{"start":1,"end":3,"rating":4}},
      {"from_id":"a","to_id":"b","type":"relation","direction":"left","labels":["持续"]},
      {"from_id":"a","to_id":"b","type":"relation","direction":"bi"},
      {"id":"d","from_name":"urgency","to_name":"text","type":"choices","value":{"choices":["急诊","复诊"]}},
      {"id":"e","from_name":"summary","to_name":"text","type":"textarea","value":{"text":["发热三天"]}}]}]}]`);
    const [document] = documents;
    expect(document).toMatchObject({
      name: '12',
      text: '😀发热三天',
      meta: { ward: '心内', bed: '3', summary: '发热三天' },
    });
    expect(brief(document?.items)).toEqual([
      '急诊',
      '复诊',
      ['时间', 4, 6, {}],
      ['症状', 2, 4, { negated: 'yes', remark: 'x\ny', grade: '4' }],
      ['持续', 3, 4],
      ['relation', 4, 3],
    ]);
    expect(document?.items[3]).toMatchObject({
      note: '再看\n一次',
      status: 'accepted',
      provenance: { kind: 'human', name: 'wang@example.org', at: '2024-05-06T07:08:09Z' },
    });
    expect(losses).toEqual({ 'losses.both-ways': 1 });
  });

  it('reads predictions as suggestions with their model and confidence', () => {
    const { documents } =
      read(`[{"data":{"text":"咳嗽"},"predictions":[{"model_version":"ner-3","score":0.5,"result":[
      ${region('a', 0, 2, '咳嗽', '症状', ',"score":0.25')},${region('b', 0, 1, '咳', '体征')}]}]}]`);
    expect(documents[0]?.items).toMatchObject([
      { status: 'suggested', provenance: { kind: 'model', name: 'ner-3', confidence: 0.25 } },
      { status: 'suggested', provenance: { kind: 'model', name: 'ner-3', confidence: 0.5 } },
    ]);
  });

  it('reads exports that say nothing in many fields', () => {
    const { documents, losses } = read(
      `[{"id":5,"data":{"text":"咳嗽"},"meta":{},"drafts":[{"id":1}],"predictions":[17],"annotations":[{"id":3,"completed_by":{"id":4,"email":null},"prediction":{},"was_cancelled":false,"ground_truth":false,"updated_at":null,"result":[
      ${region('a', 0, 1, '咳', 'A', ',"meta":null,"score":null')},${region('b', 1, 2, '嗽', 'B', ',"meta":{}')},
      {"from_id":"a","to_id":"b","type":"relation","direction":null,"labels":null,"from_name":null}]}],"file_upload":null}]`,
    );
    expect(brief(documents[0]?.items)).toEqual([
      ['A', 0, 1, {}],
      ['B', 1, 2, {}],
      ['relation', 1, 2],
    ]);
    expect(documents[0]?.items[0]?.provenance).toEqual({ kind: 'human', name: '4' });
    expect(losses).toEqual({
      'losses.drafts': 1,
      'losses.counted-predictions': 1,
    });
  });

  it('recognises by the words offsets that count UTF-16', () => {
    const { documents } = read(
      `[{"data":{"text":"😀发热"},"completions":[{"result":[${region('a', 2, 4, '发热', '症状')}]}]}]`,
    );
    expect(brief(documents[0]?.items)).toEqual([['症状', 2, 4, {}]]);
  });

  it('makes a document for each annotator, the ground truth first, and leaves out what was skipped', () => {
    const by = (who: number, label: string, more = '') =>
      `{"completed_by":${who},"result":[${region('a', 0, 1, '咳', label)}]${more}}`;
    const { documents, losses } = read(
      `[{"id":1,"data":{"text":"咳"},"annotations":[${by(1, 'A')},${by(2, 'B', ',"ground_truth":true')},${by(3, 'C', ',"was_cancelled":true')}]}]`,
    );
    expect(documents.map(({ name, items }) => [name, items[0]?.type, items[0]?.provenance.name])).toEqual([
      ['1', 'B', '2'],
      ['1 (1)', 'A', '1'],
    ]);
    expect(losses).toEqual({ 'losses.skipped-annotations': 1 });
  });

  it('counts what is no region of text', () => {
    const { documents, losses } = read(
      `[{"data":{"dialogue":"咳嗽"},"annotations":[{"result":[
        {"id":"h","type":"hypertextlabels","from_name":"l","value":{"start":"/div[1]/text()[1]","end":"/div[1]/text()[1]","hypertextlabels":["A"]}},
        {"from_id":"h","to_id":"h","type":"relation"},${region('z', 1, 1, '', 'A')},${region('p', 0, 1, '咳', 'A', ',"score":7')}]}]}]`,
    );
    expect(documents[0]).toMatchObject({ text: '咳嗽', items: [{ type: 'A' }] });
    expect(losses).toEqual({
      'losses.regions-not-text': 1,
      'losses.ends-no-regions': 1,
      'losses.zero-width': 1,
      'losses.no-probability': 1,
    });
    const written = JSON.parse(new TextDecoder().decode(labelStudio.write(documents).files[0]?.bytes));
    expect(written).toMatchObject([{ data: { dialogue: '咳嗽' } }]);
  });
});

describe('files that break the format', () => {
  it('are read as valid documents or refused with a reason, whatever is broken', () => {
    expectNoHarm(labelStudio);
  });

  it.each([
    ['no JSON', '[{"data":{"text":"咳"},¶}]', 'stands where'],
    ['no data', '[\n ¶{"annotations":[]}]', 'data: '],
    ['no text', '[{"data":¶{"a":1}}]', 'has no field "text"'],
    ['several texts', '[{"data":¶{"a":"x","b":"y"}}]', 'nor one text alone'],
    [
      'results that are no list',
      '[{"data":{"text":"咳"},"annotations":[{"result":¶{}}]}]',
      'annotations.0.result',
    ],
    [
      'a result without type',
      '[{"data":{"text":"咳"},"annotations":[{"result":[¶{"id":"a"}]}]}]',
      'annotations.0.result.0.type',
    ],
    [
      'an end outside',
      `[{"data":{"text":"咳"},"annotations":[{"result":[${region('a', 0, 9, '咳', 'A').replace('"end":9', '"end":¶9')}]}]}]`,
      '0 to 9 is no place in the text of 1',
    ],
    [
      'an end is not after the start',
      `[{"data":{"text":"咳嗽"},"predictions":[{"result":[${region('a', 2, 1, '', 'A').replace('"end":1', '"end":¶1')}]}]}]`,
      'is not after the start',
    ],
    [
      'other words',
      `[{"data":{"text":"咳嗽"},"annotations":[{"result":[${region('a', 0, 1, '嗽', 'A').replace('"text":"嗽"', '"text":¶"嗽"')}]}]}]`,
      '"嗽" does not stand at 0',
    ],
    [
      'an empty label',
      `[{"data":{"text":"咳嗽"},"annotations":[{"result":[¶${region('a', 0, 1, '咳', '')}]}]}]`,
      'is empty or has over',
    ],
  ])('%s', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => read(text)).toThrow(reason);
    expect(() => read(text)).toThrow(`tasks.json${place}`);
  });
});

describe('the configuration beside the tasks', () => {
  const schema = AnnotationSchema.parse({
    spans: [{ name: 'dis', title: '疾病 "&<', key: 'd' }, { name: '症状' }],
    attributes: [
      { name: 'label', kind: 'flag', types: ['dis'] },
      { name: '程 度', kind: 'choice', values: ['轻', '<重>'] },
      { name: 'text', kind: 'text' },
    ],
    relations: [{ name: '导致' }],
    labels: [{ name: '住院' }],
  });
  const item = { note: '', status: 'accepted', provenance: { kind: 'import', name: 'tasks.json' } } as const;
  const items: Item[] = [
    {
      ...{ kind: 'span', id: 1, type: 'dis', fragments: [{ start: 0, end: 2 }], ...item },
      attributes: { label: 'true', text: 'x', '程 度': '<重>' },
    },
    { kind: 'label', id: 2, type: '住院', attributes: {}, ...item },
  ];
  const { files } = labelStudio.write([{ name: 'a', text: '胸痛', meta: {}, items }], { schema });
  const config = Buffer.from(files[1]!.bytes).toString();

  it('has a control for every result, no two of one name, and every label and choice', () => {
    const names = [...config.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    const [task] = JSON.parse(Buffer.from(files[0]!.bytes).toString()) as [
      { annotations: [{ result: { from_name: string }[] }] },
    ];
    for (const { from_name } of task.annotations[0].result) expect(names).toContain(from_name);
    expect(config).toContain('<Label value="疾病 &#x22;&#x26;&#x3c;" alias="dis"');
    expect(config).toContain('hotkey="d"');
    expect(config).toContain('<Choice value="&#x3c;重&#x3e;"/>');
    expect(config).toContain('whenLabelValue="dis"');
    expect(config).toContain('<Text name="text" value="$text"/>');
  });

  it('gives attributes back that are called as its own controls, and is read as no task', () => {
    const again = labelStudio.read(files);
    expect(again.losses).toEqual([]);
    expect(again.documents.map((document) => comparable(document.items))).toEqual([comparable(items)]);
  });
});

describe('writing', () => {
  it('gives back everything but relations across annotations and suggestions, which it counts', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = labelStudio.write(documents);
        const { documents: back, losses: readLosses } = labelStudio.read(files);
        expect(back.map(({ name, text, meta }) => ({ name, text, meta }))).toEqual(
          documents.map(({ name, text, meta }) => ({ name, text, meta })),
        );
        let across = 0;
        for (const [i, { items }] of documents.entries()) {
          const kept = items.filter((item) => !isAcross(item, items));
          across += items.length - kept.length;
          expect(AnnotatedDocument.parse(back[i])).toEqual(back[i]);
          expect(comparable((back[i]?.items ?? []).map(bareAsWritten))).toEqual(
            comparable(kept.map(bareAsWritten)),
          );
        }
        expect(lossTable(losses)).toEqual(
          across === 0
            ? {}
            : {
                'losses.across-models': across,
              },
        );
        expect(readLosses).toEqual([]);
        expect(labelStudio.looksLike(files)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('counts code points', () => {
    const document = AnnotatedDocument.parse({
      name: 'n',
      text: '😀发热',
      items: [{ kind: 'span', id: 1, type: 'a', provenance: bareImport, fragments: [{ start: 2, end: 4 }] }],
    });
    const [task] = JSON.parse(new TextDecoder().decode(labelStudio.write([document]).files[0]?.bytes));
    expect(task.annotations[0].result[0].value).toEqual({ start: 1, end: 3, text: '发热', labels: ['a'] });
  });

  it('writes values of choices as choices, of texts as texts', () => {
    const attributes = { certainty: 'unsure', remark: 'true', other: 'true' };
    const document = AnnotatedDocument.parse({
      name: 'n',
      text: '咳嗽',
      items: [
        {
          kind: 'span',
          id: 1,
          type: '症状',
          attributes,
          provenance: bareImport,
          fragments: [{ start: 0, end: 2 }],
        },
      ],
    });
    const schema = AnnotationSchema.parse({
      attributes: [
        { name: 'certainty', kind: 'choice', values: ['sure', 'unsure'] },
        { name: 'remark', kind: 'text' },
      ],
    });
    const [task] = JSON.parse(
      new TextDecoder().decode(labelStudio.write([document], { schema }).files[0]?.bytes),
    );
    expect(task.annotations[0].result).toMatchObject([
      {
        id: 'region-1',
        type: 'labels',
        from_name: 'label',
        to_name: 'text',
        value: { start: 0, end: 2, text: '咳嗽', labels: ['症状'] },
      },
      { id: 'region-1', type: 'choices', from_name: 'certainty', value: { choices: ['unsure'] } },
      { id: 'region-1', type: 'textarea', from_name: 'remark', value: { text: ['true'] } },
      { id: 'region-1', type: 'choices', from_name: 'other', value: { choices: ['true'] } },
    ]);
  });
});

function isAcross(item: Item, items: readonly Item[]): boolean {
  if (item.kind !== 'relation') return false;
  const group = ({ status, provenance: { name, version } }: Item) =>
    status === 'accepted' ? '' : version === undefined ? name : `${name} ${version}`;
  return [item.from, item.to].some((end) =>
    items.some((other) => other.id === end && group(other) !== group(item)),
  );
}

function bareAsWritten(item: Item): Item {
  const { kind, name: _, ...rest } = item.provenance;
  const isBare = kind === 'import' && Object.keys(rest).length === 0 && item.status === 'accepted';
  return isBare ? { ...item, provenance: bareImport } : item;
}
