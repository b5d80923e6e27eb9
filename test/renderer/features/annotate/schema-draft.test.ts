/** Types of a file or another project in a schema's draft. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinSchemas, readSchemaFile } from '../../../../renderer/features/annotate/schema/schema-draft.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';

const name = fc.constantFrom('疾病', '症状', '药物', '部位', '检查', '治疗');
const key = fc.option(fc.constantFrom('1', '2', '3', 'a'), { nil: undefined });
const unique = { selector: (type: { name: string }) => type.name };
const schemas = fc
  .record({
    spans: fc.uniqueArray(fc.record({ name, look: fc.integer({ min: 0, max: 31 }), key }), unique),
    relations: fc.uniqueArray(fc.record({ name, key }), unique),
    labels: fc.uniqueArray(fc.record({ name, group: fc.constantFrom('', '科') }), unique),
    attributes: fc.uniqueArray(fc.record({ name, kind: fc.constant('flag') }), unique),
    guidelines: fc.constantFrom('', '甲', '乙'),
  })
  .filter(({ spans, relations }) => {
    const keys = [...spans, ...relations].flatMap((type) => type.key ?? []);
    return new Set(keys).size === keys.length;
  })
  .map((schema) => AnnotationSchema.parse(schema));
const PARTS = ['spans', 'attributes', 'relations', 'labels'] as const;

describe('types of another schema', () => {
  it('are added under new names, and nothing that was there changes', () => {
    fc.assert(
      fc.property(schemas, schemas, (mine, theirs) => {
        const { schema, added, kept } = joinSchemas(mine, theirs);
        expect(AnnotationSchema.safeParse(schema).success).toBe(true);
        let sum = 0;
        for (const part of PARTS) {
          expect(schema[part].slice(0, mine[part].length)).toEqual(mine[part]);
          const names = new Set([...mine[part], ...theirs[part]].map((type) => type.name));
          expect(schema[part].map((type) => type.name).sort()).toEqual([...names].sort());
          sum += theirs[part].length;
        }
        expect(added + kept).toBe(sum);
        expect(joinSchemas(schema, theirs)).toMatchObject({ schema, added: 0 });
      }),
    );
  });

  it('look unlike those that are there', () => {
    const of = (...names: string[]) =>
      AnnotationSchema.parse({ spans: names.map((one, look) => ({ name: one, look })) });
    const { schema } = joinSchemas(of('a', 'b', 'c'), of('x', 'y', 'z'));
    expect(new Set(schema.spans.map(({ look }) => look)).size).toBe(6);
  });

  it('are read from a file, alone or within a project', () => {
    const schema = AnnotationSchema.parse({ spans: [{ name: '疾病' }] });
    expect(readSchemaFile(JSON.stringify(schema))).toEqual(schema);
    expect(readSchemaFile(JSON.stringify({ name: 'p', schema }))).toEqual(schema);
    for (const text of ['', '{', '[]', '{}', '{"spans":[{"name":""}]}', 'null'])
      expect(readSchemaFile(text)).toBeNull();
  });
});
