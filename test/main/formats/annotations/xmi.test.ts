import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributeOf, featureOf } from '../../../../main/formats/annotations/uima-layers.ts';
import { xmi } from '../../../../main/formats/annotations/xmi.ts';
import { AnnotatedDocument, type Item } from '../../../../shared/domain/annotation.ts';
import {
  annotatedDocuments,
  bareImport,
  comparable,
  expectNoHarm,
  lossTable,
  marked,
} from '../../../helpers/annotated.ts';

const HEAD =
  '<?xml version="1.1" encoding="UTF-8"?>\n<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmlns:tcas="http:///uima/tcas.ecore" xmlns:custom="http:///custom.ecore" xmlns:ner="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore" xmlns:seg="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" xmlns:meta="http:///de/tudarmstadt/ukp/dkpro/core/api/metadata/type.ecore" xmlns:my="http:///webanno/custom.ecore" xmi:version="2.0">\n<cas:NULL xmi:id="0"/>\n';
const sofa = (text: string, members: string) =>
  `<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="${text}"/>\n<cas:View sofa="1" members="${members}"/>\n</xmi:XMI>\n`;

function read(...files: [name: string, text: string][]) {
  const { documents, losses } = xmi.read(
    files.map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })),
  );
  const [document] = documents;
  if (document === undefined) throw new Error('nothing was read');
  return { ...document, losses: lossTable(losses) };
}

function brief(items: readonly Item[]) {
  return items.map((item) => {
    if (item.kind === 'span')
      return [item.type, item.fragments[0]?.start, item.fragments[0]?.end, item.attributes];
    return item.kind === 'relation'
      ? [item.type, item.from, item.to, item.attributes]
      : [item.type, item.attributes];
  });
}

const TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
<typeDescription><name>webanno.custom.Frame</name><supertypeName>uima.tcas.Annotation</supertypeName><features>
<featureDescription><name>sure</name><rangeTypeName>uima.cas.Boolean</rangeTypeName></featureDescription>
<featureDescription><name>kind</name><rangeTypeName>webanno.custom.Kind</rangeTypeName></featureDescription>
<featureDescription><name>Roles</name><rangeTypeName>uima.cas.FSArray</rangeTypeName></featureDescription>
<featureDescription><name>same</name><rangeTypeName>webanno.custom.Frame</rangeTypeName></featureDescription>
</features></typeDescription>
<typeDescription><name>webanno.custom.Kind</name><supertypeName>uima.cas.String</supertypeName></typeDescription>
</types></typeSystemDescription>`;

describe('reading what INCEpTION exports', () => {
  it('reads entities, relations, labels of the document and its title', () => {
    const { name, text, items, losses } = read([
      'admin.xmi',
      `${HEAD}<tcas:DocumentAnnotation xmi:id="3" sofa="1" begin="0" end="9" language="zh"/>
<meta:DocumentMetaData xmi:id="2" sofa="1" begin="0" end="9" language="zh" documentTitle="心内 1.txt" documentId="admin"/>
<seg:Sentence xmi:id="4" sofa="1" begin="0" end="9"/><seg:Token xmi:id="5" sofa="1" begin="0" end="1"/>
<ner:NamedEntity xmi:id="6" sofa="1" begin="2" end="4" value="症状" identifier="http://example.org/c1"/>
<custom:Span xmi:id="7" sofa="1" begin="5" end="7" label="时间" 否定="true"/>
<custom:Relation xmi:id="8" sofa="1" begin="5" end="7" Dependent="7" Governor="6" label="持续"/>
<custom:Metadata xmi:id="9" sofa="1" label="急诊"/>
${sofa('😀发热&#10;三天&#13;&#10;&lt;', '2 3 4 5 6 7 8 9')}`,
    ]);
    expect(name).toBe('心内 1.txt');
    expect(text).toBe('😀发热\n三天\r\n<');
    expect(brief(items)).toEqual([
      ['症状', 2, 4, {}],
      ['时间', 5, 7, { 否定: 'true' }],
      ['急诊', {}],
      ['持续', 1, 2, {}],
    ]);
    expect(items[0]).toMatchObject({ link: { system: 'iri', code: 'http://example.org/c1', name: '' } });
    expect(losses).toEqual({});
  });

  it('uses the type system: slots become relations, other references and chains are counted', () => {
    const { items, losses, name } = read(
      [
        'a/doc.xmi',
        `${HEAD.replace('1.1', '1.0')}<my:Frame xmi:id="2" sofa="1" begin="0" end="2" sure="false" kind="7" Roles="4 5" same="3"/>
<my:Frame xmi:id="3" sofa="1" begin="2" end="4"><kind>x</kind><kind>y</kind></my:Frame>
<my:FrameRolesLink xmi:id="4" role="agent" target="3"/><my:FrameRolesLink xmi:id="5" target="2"/>
<my:Link xmi:id="6" sofa="1" begin="0" end="1" next="7"/><my:Link xmi:id="7" sofa="1" begin="1" end="2"/>
<my:LinkChain xmi:id="8" first="6"/><my:Frame xmi:id="9" sofa="1" begin="1" end="1"/><my:Frame xmi:id="10" sofa="1" begin="1" end="2"/>
${sofa('abcd', '2 3 6 9')}`,
      ],
      ['a/TypeSystem.xml', TYPES],
    );
    expect(name).toBe('a/doc');
    expect(brief(items)).toEqual([
      ['Frame', 0, 2, { sure: 'false', kind: '7' }],
      ['Frame', 2, 4, { kind: 'x; y' }],
      ['agent', 1, 2, {}],
      ['Roles', 1, 1, {}],
    ]);
    expect(losses).toEqual({
      'losses.unindexed': 2,
      'losses.chains': 1,
      'losses.references': 1,
      'losses.zero-width': 1,
      'losses.structures': 1,
    });
  });

  it('counts relations between tokens and annotations of other views', () => {
    const { items, losses } = read([
      'x.xmi',
      `${HEAD}<seg:Token xmi:id="2" sofa="1" begin="0" end="1"/><custom:Relation xmi:id="3" sofa="1" begin="0" end="1" Governor="2" Dependent="2"/><custom:Span xmi:id="4" sofa="9" begin="0" end="1"/>${sofa('a', '2 3')}`,
    ]);
    expect(items).toEqual([]);
    expect(losses).toEqual({
      'losses.relations-to-no-span': 1,
      'losses.other-views': 1,
    });
  });

  it('recognises XMI beside a type system', () => {
    const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
    expect(xmi.looksLike([file('TypeSystem.xml', TYPES), file('a.xmi', HEAD)])).toBe(true);
    expect(xmi.looksLike([file('TypeSystem.xml', TYPES)])).toBe(false);
    expect(xmi.looksLike([file('a.xml', '<a/>')])).toBe(false);
  });
});

describe('folders', () => {
  const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

  it('takes the files that are some, and counts the others', () => {
    const { documents, losses } = xmi.read([
      file('a/1.xmi', HEAD + sofa('x', '')),
      file('a/2.xmi', HEAD + sofa('y', '')),
      file('a/TypeSystem.xml', TYPES),
      file('log.txt', 'x'),
    ]);
    expect(documents.map(({ name, text }) => [name, text])).toEqual([
      ['a/1', 'x'],
      ['a/2', 'y'],
    ]);
    expect(lossTable(losses)).toEqual({ 'losses.other-files': 1 });
    expect(() => xmi.read([file('TypeSystem.xml', TYPES), file('b.txt', 'y')])).toThrow(
      'There is no file of the format UIMA CAS XMI',
    );
  });
});

describe('files that break the format', () => {
  it('are read as valid documents or refused with a reason, whatever is broken', () => {
    expectNoHarm(xmi);
  });

  it.each([
    ['no XML', 'just words¶', 'text data outside of root node'],
    ['an attribute without quotes', '<a b=¶1/>', 'unquoted attribute value'],
    ['a tag that does not close', `${HEAD}<custom:Span¶>`, 'unclosed tag'],
    ['an illegal character', '<a b="&#x1¶;"/>', 'malformed character entity'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]¶><a/>', 'document type declaration'],
    ['another XML', '<?xml version="1.0"?>\n¶<a/>', 'not xmi:XMI'],
    ['no text', `¶${HEAD.split('\n').slice(1).join('\n')}</xmi:XMI>`, 'no cas:Sofa'],
    [
      'an id twice',
      `${HEAD}<custom:Span xmi:id="0x"/>\n ¶<custom:Span xmi:id="0x"/>${sofa('a', '')}`,
      'is there twice',
    ],
    [
      'no offset',
      `${HEAD}\n¶<custom:Span xmi:id="2" sofa="1" begin="x" end="1"/>${sofa('a', '2')}`,
      'begin: "x" is no offset',
    ],
    [
      'an offset outside',
      `${HEAD}¶<custom:Span xmi:id="2" sofa="1" begin="0" end="2"/>${sofa('a', '2')}`,
      'past the end of the text',
    ],
    [
      'an offset inside a character',
      `${HEAD}¶<custom:Span xmi:id="2" sofa="1" begin="0" end="1"/>${sofa('😀', '2')}`,
      'inside a character',
    ],
    [
      'an end before the beginning',
      `${HEAD}¶<custom:Span xmi:id="2" sofa="1" begin="1" end="0"/>${sofa('a', '2')}`,
      'is not after the start',
    ],
    [
      'a relation to nothing',
      `${HEAD}¶<custom:Relation xmi:id="2" sofa="1" Governor="7" Dependent="7"/>${sofa('a', '2')}`,
      'there is no annotation Governor 7',
    ],
    [
      'a strange namespace',
      `${HEAD}¶<x:y xmlns:x="urn:x" xmi:id="2" sofa="1"/>${sofa('a', '2')}`,
      'no UIMA namespace',
    ],
    [
      'a broken provenance',
      `${HEAD}¶<custom:Span xmi:id="2" sofa="1" begin="0" end="1" meridian_provenance="{}"/>${sofa('a', '2')}`,
      'who annotated it',
    ],
  ])('%s', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => read(['a.xmi', text])).toThrow(reason);
    expect(() => read(['a.xmi', text])).toThrow(`a.xmi${place}`);
  });
});

describe('writing', () => {
  it('gives back everything but characters that XML cannot hold, which it counts', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = xmi.write(documents);
        const { documents: back, losses: readLosses } = xmi.read(files);
        expect(back.map(({ name, text, meta }) => ({ name, text, meta }))).toEqual(
          documents.map(({ name, text, meta }) => ({ name, text: sane(text), meta })),
        );
        for (const [i, { items }] of back.entries()) {
          expect(AnnotatedDocument.parse(back[i])).toEqual(back[i]);
          expect(comparable(items.map(bareAsWritten))).toEqual(
            comparable((documents[i]?.items ?? []).map(bareAsWritten)),
          );
        }
        const impossible = documents.reduce(
          (sum, { text }) => sum + [...text].filter((char) => sane(char) !== char).length,
          0,
        );
        expect(lossTable(losses)).toEqual(impossible === 0 ? {} : { 'losses.not-in-xml': impossible });
        expect(readLosses).toEqual([]);
        expect(xmi.looksLike(files)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('writes XML 1.0 unless the text needs 1.1', () => {
    const version = (text: string) => {
      const { files } = xmi.write([AnnotatedDocument.parse({ name: 'n', text, items: [] })]);
      return /version="(1.\d)"/.exec(new TextDecoder().decode(files[0]?.bytes))?.[1];
    };
    expect([version('a\r\n\t&#x1;\u0085'), version('a\u0001'), version('\u001f')]).toEqual([
      '1.0',
      '1.1',
      '1.1',
    ]);
  });

  it('gives back what XML 1.1 takes for line ends or restricts', () => {
    const text = 'a\u0001b\u2028c\u0085d\r\ne\rf\u007fg\u009fh\u001f';
    const { files } = xmi.write([AnnotatedDocument.parse({ name: 'n', text, items: [] })]);
    expect(xmi.read(files).documents[0]?.text).toBe(text);
  });

  it('takes fragments of a span that was moved since for none', () => {
    const span: Item = {
      kind: 'span',
      id: 1,
      type: 'a',
      attributes: {},
      note: '',
      status: 'accepted',
      provenance: bareImport,
      fragments: [
        { start: 0, end: 1 },
        { start: 2, end: 3 },
      ],
    };
    const { files } = xmi.write([AnnotatedDocument.parse({ name: 'n', text: 'abcd', items: [span] })]);
    const text = new TextDecoder().decode(files[0]?.bytes);
    expect(read(['n.xmi', text]).items[0]).toMatchObject({ fragments: span.fragments });
    expect(read(['n.xmi', text.replace('end="3"', 'end="4"')]).items[0]).toMatchObject({
      fragments: [{ start: 0, end: 4 }],
    });
  });

  it('makes a feature of any name and the name of the feature', () => {
    const reserved = ['label', 'begin', 'BT_'];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.constantFrom('label', 'BT_x', 'u0020_', 'uu0020_', '1', '_'),
        ),
        (name) => {
          const feature = featureOf(name, reserved);
          expect(attributeOf(feature)).toBe(name.toWellFormed());
          expect(feature).toMatch(/^\p{L}[\p{L}\p{Nd}_]*$/u);
          expect(reserved.some((word) => feature === word || feature.startsWith('BT_'))).toBe(false);
        },
      ),
    );
  });
});

function sane(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it is about
  return text.toWellFormed().replace(/[\u0000\ufffe\uffff]/g, '\ufffd');
}

/** Drops the file name of an import, which is new after every import. */
function bareAsWritten(item: Item): Item {
  const { kind, name: _, ...rest } = item.provenance;
  return kind === 'import' && Object.keys(rest).length === 0 ? { ...item, provenance: bareImport } : item;
}
