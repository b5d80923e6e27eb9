import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLabelled } from '../../../main/formats/read-labelled.ts';
import { saying } from '../../helpers/words.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const TEXT = '患者胸痛3小时';

function read(content: string | Uint8Array, name = 'set.jsonl') {
  const path = join(temporaryDir(), name);
  writeFileSync(path, content);
  return readLabelled(path, name);
}
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const entity = { start: 2, end: 4, type: 'symptom' };
const withEntities = (...entities: unknown[]) => line({ text: TEXT, entities });

describe('reading labelled documents', () => {
  it('gives text and spans, sorted, each once; ids are kept, counted, made unique', async () => {
    const documents = await read(
      `\ufeff${line({ id: 'a', text: TEXT, entities: [{ ...entity, start: 4, end: 5 }, entity, entity] })}\n` +
        line({ id: 7, text: 'x', entities: [], extra: 1 }) +
        line({ text: 'y', entities: [] }) +
        line({ id: 'a', text: 'z', entities: [] }).trimEnd(),
    );
    expect(documents).toEqual([
      { id: 'a', text: TEXT, entities: [entity, { ...entity, start: 4, end: 5 }] },
      { id: '7', text: 'x', entities: [] },
      { id: '3', text: 'y', entities: [] },
      { id: 'a (2)', text: 'z', entities: [] },
    ]);
  });

  it('unpacks gzip, whatever the name says', async () => {
    const packed = gzipSync(withEntities(entity));
    expect(await read(packed, 'set.jsonl')).toEqual(await read(packed, 'set.jsonl.gz'));
    await expect(read(packed.subarray(0, -9), 'set.jsonl.gz')).rejects.toThrow(
      /set\.jsonl\.gz is a damaged gzip file/,
    );
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '{"text":', /line 1: no JSON/],
    ['a list', '[1]', /line 1: .*no JSON object/],
    ['no text', line({ entities: [] }), /text: is missing/],
    ['an empty text', line({ text: ' ', entities: [] }), /text: is empty/],
    ['no entities', line({ text: TEXT }), /entities: is missing/],
    ['an entity that is none', withEntities(3), /entities\[0\]: is no JSON object/],
    ['a fraction', withEntities(entity, { ...entity, start: 1.5 }), /entities\[1\]\.start: 1\.5/],
    ['a negative offset', withEntities({ ...entity, start: -1 }), /entities\[0\]\.start: -1/],
    ['an offset as text', withEntities({ ...entity, end: '4' }), /entities\[0\]\.end: "4"/],
    ['no offset', withEntities({ start: 1, type: 'x' }), /entities\[0\]\.end: missing/],
    ['an empty span', withEntities({ ...entity, end: 2 }), /entities\[0\]\.end: 2 is not after the start, 2/],
    ['a span past the end', withEntities({ ...entity, end: 9 }), /entities\[0\]\.end: 9 is past the end .*7/],
    ['no type', withEntities({ start: 0, end: 1 }), /entities\[0\]\.type/],
    ['an empty type', withEntities({ ...entity, type: ' ' }), /entities\[0\]\.type/],
    ['a type that objects cannot hold', withEntities({ ...entity, type: '__proto__' }), /__proto__/],
    ['other words', withEntities({ ...entity, text: '腹痛' }), /"腹痛" does not stand at 2-4.*"胸痛"/],
    ['an id that is none', line({ id: {}, text: TEXT, entities: [] }), /id: /],
  ])('refuses %s, naming line and field', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
    await expect(read(withEntities(entity) + content)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/set\.jsonl, line 2: /),
      kept: saying('Nothing was imported'),
    });
  });

  it('refuses files without documents, bytes that are no text, and folders', async () => {
    await expect(read('')).rejects.toThrow(/set\.jsonl is empty/);
    await expect(read('\n \n')).rejects.toThrow(/no document/);
    await expect(read(Uint8Array.of(0xff, 0xfe, 0x41, 0x0a))).rejects.toThrow(/line 1: .*UTF-8/);
    await expect(readLabelled(temporaryDir(), 'x')).rejects.toThrow(/not a file/);
    await expect(readLabelled(join(temporaryDir(), 'none'), 'none')).rejects.toThrow(/no file none/);
  });
});

describe('offsets that count code points', () => {
  const text = '😀胸痛𠮷腹痛';
  const inPoints = [
    { start: 1, end: 3, type: 's', text: '胸痛' },
    { start: 4, end: 6, type: 's', text: '腹痛' },
  ];
  const inUnits = [
    { start: 2, end: 4, type: 's' },
    { start: 6, end: 8, type: 's' },
  ];

  it('are told by the words and converted', async () => {
    const [document] = await read(line({ text, entities: inPoints }));
    expect(document?.entities).toEqual(inUnits);
  });

  it('convert entities without words along with their neighbours', async () => {
    const [first, { text: _, ...second }] = [inPoints[0]!, inPoints[1]!];
    const [document] = await read(line({ text, entities: [first, second] }));
    expect(document?.entities).toEqual(inUnits);
  });

  it('are code units where the words say so; half a character is refused', async () => {
    const words = inUnits.map((span) => ({ ...span, text: text.slice(span.start, span.end) }));
    expect((await read(line({ text, entities: words })))[0]?.entities).toEqual(inUnits);
    await expect(read(line({ text, entities: [words[0], { start: 5, end: 6, type: 's' }] }))).rejects.toThrow(
      /inside a char/,
    );
    await expect(read(line({ text, entities: [{ ...inPoints[0], text: '胸' }] }))).rejects.toThrow(
      /does not stand/,
    );
  });

  it('are told by half a character and by the end of the text where no words are given', async () => {
    const wordless = inPoints.map(({ text: _, ...span }) => span);
    expect((await read(line({ text, entities: wordless })))[0]?.entities).toEqual(inUnits);
    const atEnd = { start: 6, end: 8, type: 's' };
    expect((await read(line({ text: '😀胸痛𠮷腹痛', entities: [atEnd] })))[0]?.entities).toEqual([atEnd]);
  });

  it('are as in other documents of the file where nothing tells, else code units', async () => {
    const unsaid = line({ text, entities: [{ start: 2, end: 3, type: 's' }] });
    const spans = async (...others: string[]) =>
      (await read(unsaid + others.join('')))[0]?.entities.map(({ start, end }) => [start, end]);
    const points = line({ text, entities: [inPoints[1]] });
    const units = line({ text, entities: [{ start: 6, end: 8, type: 's' }] });
    const neither = line({ text: TEXT, entities: [entity] });
    expect(await spans()).toEqual([[2, 3]]);
    expect(await spans(neither, units)).toEqual([[2, 3]]);
    expect(await spans(neither, points)).toEqual([[3, 4]]);
    await expect(spans(units, points)).rejects.toThrow(/line 1: entities\[0\]: .*code points/);
    const [before] = await read(line({ text: `胸痛${text}`, entities: [{ ...entity, start: 0, end: 2 }] }));
    expect(before?.entities).toEqual([{ ...entity, start: 0, end: 2 }]);
  });

  it('give the same spans for any text', async () => {
    const chars = fc.constantFrom('胸', 'a', '😀', '𠮷', ' ', 'é');
    await fc.assert(
      fc.asyncProperty(
        fc.array(chars, { minLength: 3, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        async (all, a, b) => {
          const start = a % (all.length - 1);
          const end = start + 1 + (b % (all.length - start));
          const units = (n: number) => all.slice(0, n).join('').length;
          const words = all.slice(start, end).join('');
          const whole = all.join('');
          fc.pre(whole.trim() !== '');
          fc.pre(whole.slice(start, end) !== words || units(start) === start); // else both countings fit
          const [document] = await read(
            line({ text: whole, entities: [{ start, end, type: 't', text: words }] }),
          );
          expect(document?.entities).toEqual([{ start: units(start), end: units(end), type: 't' }]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
