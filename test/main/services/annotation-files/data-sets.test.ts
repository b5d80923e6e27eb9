import { describe, expect, it } from 'vitest';
import { formatOf, guessFormat } from '../../../../main/formats/annotations/index.ts';
import { readAnnotations } from '../../../../main/services/annotation-files/read-annotations.ts';
import { givenFiles, readFiles } from '../../../../main/services/annotation-files/unpack.ts';
import type { AnnotatedDocument, AnnotationFormat } from '../../../../shared/domain/annotation.ts';
import { comparable } from '../../../helpers/annotated.ts';
import { haveSets, setPath, setRows } from '../../../helpers/public-data.ts';

interface PublicSet {
  readonly set: string;
  readonly format: AnnotationFormat;
  readonly split: string;
  readonly documents: number;
  readonly spans?: number;
  readonly relations?: number;
}

const SETS: readonly PublicSet[] = [
  { set: 'ner_cmeee', format: 'cmeee', split: 'train', documents: 13_484, spans: 55_497 },
  { set: 'ner_cmeee', format: 'cmeee', split: 'dev', documents: 1_498, spans: 6_205 },
  { set: 'ner_yidu_s4k', format: 'ccks', split: 'train', documents: 4_918, spans: 13_960 },
  { set: 'ner_yidu_s4k', format: 'ccks', split: 'dev', documents: 1_267, spans: 3_654 },
  { set: 'ner_ccks2017_emr', format: 'ccks', split: 'train', documents: 904, spans: 22_569 },
  { set: 'ner_ccks2017_emr', format: 'ccks', split: 'dev', documents: 104, spans: 2_594 },
  { set: 're_cmeie', format: 'cmeie', split: 'train', documents: 2_725, relations: 8_023 },
  { set: 're_cmeie', format: 'cmeie', split: 'dev', documents: 303, relations: 945 },
];
const present = haveSets([...new Set(SETS.map(({ set }) => set))], 'import and export of public sets');

const count = (documents: readonly AnnotatedDocument[], kind: string) =>
  documents.reduce((sum, { items }) => sum + items.filter((item) => item.kind === kind).length, 0);

const rowsOf = ({ bytes }: { bytes: Uint8Array }): unknown[] =>
  Buffer.from(bytes)
    .toString()
    .split('\n')
    .flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));

/** Text and items, wherever they came from. */
function content(documents: readonly AnnotatedDocument[]) {
  return documents.map(({ text, items }) => {
    const unsigned = items.map((item) => ({ ...item, provenance: { kind: 'import' as const, name: '' } }));
    return { text, items: comparable(unsigned) };
  });
}

describe.skipIf(!present)('public sets', () => {
  it.each(SETS)('$set $split imports with its exact counts and exports back equal', (given) => {
    const { set, format, split } = given;
    const files = readFiles(givenFiles([setPath(set, `${split}.jsonl.gz`)]));
    expect(guessFormat(files)).toBeDefined();
    const { documents, losses } = readAnnotations(files, format);
    expect(losses).toEqual([]);
    expect(documents).toHaveLength(given.documents);
    if (given.spans !== undefined) expect(count(documents, 'span')).toBe(given.spans);
    expect(count(documents, 'relation')).toBe(given.relations ?? 0);
    const written = formatOf(format).write(documents);
    expect(written.losses).toEqual([]);
    expect(written.files).toHaveLength(1);
    // As text, so that the order of fields counts too.
    const back = rowsOf(written.files[0]!).map((row) => JSON.stringify(row));
    expect(back).toEqual(setRows(set, split).map((row) => JSON.stringify(row)));
  });

  it.each<[string, AnnotationFormat, AnnotationFormat]>([
    ['ner_yidu_s4k', 'ccks', 'cmeee'],
    ['ner_yidu_s4k', 'ccks', 'conll'],
    ['ner_cmeee', 'cmeee', 'brat'],
    ['ner_cmeee', 'cmeee', 'ccks'],
    ['re_cmeie', 'cmeie', 'brat'],
    ['re_cmeie', 'cmeie', 'meridian'],
  ])('%s goes from %s to %s and back unchanged', (set, from, to) => {
    const { documents } = readAnnotations(readFiles(givenFiles([setPath(set, 'dev.jsonl.gz')])), from);
    const { files, losses } = formatOf(to).write(documents);
    expect(losses.filter(({ what }) => what.id !== 'losses.document-names')).toEqual([]);
    expect(guessFormat(files)?.id).toBe(to);
    expect(content(formatOf(to).read(files).documents)).toEqual(content(documents));
  });

  it('CMeEE as columns keeps the outermost of nested entities and counts the others', () => {
    const { documents } = readAnnotations(readFiles(givenFiles([setPath('ner_cmeee', 'dev.jsonl.gz')])));
    const { files, losses } = formatOf('conll').write(documents, { scheme: 'BIOES' });
    const lost = losses.find(({ what }) => what.id === 'losses.overlapping')?.count ?? 0;
    expect(lost).toBeGreaterThan(0);
    expect(count(formatOf('conll').read(files).documents, 'span')).toBe(6_205 - lost);
  });

  it('the folder of CMeIE brings its schema', () => {
    const { format, documents, schema } = readAnnotations(readFiles(givenFiles([setPath('re_cmeie')])));
    expect(format).toBe('cmeie');
    expect(documents).toHaveLength(3_028);
    expect(schema?.relations).toHaveLength(44);
  });
});
