/** Writes the labelling configuration of a Label Studio project; its controls have the names used in the results. */
import { ENTITY_TYPES } from '../../../../shared/appearance.ts';
import type { AnnotationSchema, AttributeType } from '../../../../shared/domain/annotation-schema.ts';
import { LOST, type Losses } from '../losses.ts';
import { escaped, unescapeName } from '../name-escapes.ts';
import { XmlWriter } from '../xmi/xml.ts';

/** Controls of every configuration. */
export const CONTROLS = { spans: 'label', labels: 'document', text: 'text', relations: 'relations' } as const;
const TAKEN: ReadonlySet<string> = new Set(Object.values(CONTROLS));
const FLAG = 'true';

const HUES = [...new Set(Object.values(ENTITY_TYPES).map(({ hue }) => hue))];
/** Characters without a representation in XML 1.0. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are left out
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/u;

/** Returns the unique name of an attribute's control. */
export const controlOf = (attribute: string): string =>
  TAKEN.has(attribute) ? escaped(attribute.charAt(0)) + attribute.slice(1) : attribute;

export function attributeOf(control: string): string {
  const name = unescapeName(control);
  return TAKEN.has(name) ? name : control;
}

/** @param schema with every type that occurs, `field` of the tasks' data with the text */
export function labellingConfig(schema: AnnotationSchema, field: string, losses: Losses): string {
  const xml = new XmlWriter(losses);
  const fits = <T extends { readonly name: string }>(types: readonly T[]): T[] =>
    types.filter(({ name }) => {
      if (UNFIT.test(name)) losses.add(LOST.schema, name);
      return !UNFIT.test(name);
    });
  const to = (name: string): [string, string][] => [
    ['name', name],
    ['toName', CONTROLS.text],
  ];
  const choices = (values: readonly string[]) => () => {
    for (const value of values) xml.element(2, 'Choice', [['value', value]]);
  };
  const answer = ({ name, kind, values, types }: AttributeType) => {
    const common: [string, string][] = [
      ...to(controlOf(name)),
      ['perRegion', 'true'],
      ...onlyFor(types, schema),
    ];
    xml.element(1, 'Header', [
      ['value', name],
      ['size', '6'],
    ]);
    if (kind === 'text') xml.element(1, 'TextArea', common);
    else
      xml.element(
        1,
        'Choices',
        [...common, ['choice', 'single']],
        choices(kind === 'flag' ? [FLAG] : values),
      );
  };
  xml.element(0, 'View', [], () => {
    xml.element(1, 'Labels', to(CONTROLS.spans), () => {
      for (const { name, title, key, look } of fits(schema.spans))
        xml.element(2, 'Label', [
          ['value', title === '' || UNFIT.test(title) ? name : title],
          // Alias that results have in place of the value.
          ...(title === '' || title === name ? [] : [['alias', name] as const]),
          ['background', HUES[look % HUES.length] ?? 'grey'],
          ...(key === undefined ? [] : [['hotkey', key] as const]),
        ]);
    });
    xml.element(1, 'Relations', [], () => {
      for (const { name } of fits(schema.relations)) xml.element(2, 'Relation', [['value', name]]);
    });
    xml.element(1, 'Text', [
      ['name', CONTROLS.text],
      ['value', `$${field}`],
    ]);
    if (schema.labels.length > 0)
      xml.element(
        1,
        'Choices',
        [...to(CONTROLS.labels), ['choice', 'multiple'], ['showInline', 'true']],
        choices(fits(schema.labels).map(({ name }) => name)),
      );
    for (const attribute of fits(schema.attributes)) answer(attribute);
  });
  return xml.body();
}

/** Leaves out attributes of relations, since Label Studio has them for regions only. */
function onlyFor(types: readonly string[], { spans }: AnnotationSchema): [string, string][] {
  const known = spans.filter(({ name }) => types.includes(name)).map(({ name }) => name);
  const isListable = known.length > 0 && known.every((name) => !name.includes(','));
  return isListable
    ? [
        ['whenTagName', CONTROLS.spans],
        ['whenLabelValue', known.join(',')],
      ]
    : [];
}
