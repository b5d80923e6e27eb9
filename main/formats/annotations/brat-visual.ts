/** Reads and writes brat's visual.conf: displayed names and colours of the types in annotation.conf. */
import { ENTITY_TYPES } from '../../../shared/appearance.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { linesOf } from '../../reading/lines.ts';
import { bratName, nameFromBrat } from './brat-names.ts';
import { LOST, type Losses } from './losses.ts';

const MAX_TITLE = 100;
/** Characters that separate or end a label; a leading `!` is a mark in brat. */
const UNFIT = /[|\t\p{Cc}\p{Cs}\u2028\u2029]|^!|^\s|\s$/u;
const HUES = [...new Set(Object.values(ENTITY_TYPES).map(({ hue }) => hue))];

type Titled = { readonly name: string; readonly title: string };

/** Returns titles by type name; ignores the file's other settings. */
export function readTitles(text: string): Map<string, string> {
  const titles = new Map<string, string>();
  let section = '';
  for (const { text: line } of linesOf(text)) {
    const heading = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    else if (section === 'labels' && !line.startsWith('#')) {
      const [name = '', title = ''] = (line.split('\t')[0] ?? '').split('|').map((term) => term.trim());
      if (title !== '' && title.length <= MAX_TITLE) titles.set(nameFromBrat(name), title);
    }
  }
  return titles;
}

export function withTitles(schema: AnnotationSchema, titles: ReadonlyMap<string, string>): AnnotationSchema {
  const titled = <T extends Titled>(types: readonly T[]): T[] =>
    types.map((type) => {
      const title = titles.get(type.name) ?? '';
      return title === type.name ? type : { ...type, title };
    });
  return {
    ...schema,
    spans: titled(schema.spans),
    relations: titled(schema.relations),
    attributes: titled(schema.attributes),
  };
}

/** @param schema with every type that occurs */
export function writeVisual(schema: AnnotationSchema, losses: Losses): string {
  const labels = [...schema.spans, ...schema.relations, ...schema.attributes].flatMap((type) =>
    labelOf(type, losses),
  );
  const colours = schema.spans.map(
    ({ name, look }) => `${bratName(name)}\tbgColor:${HUES[look % HUES.length] ?? 'lightgrey'}`,
  );
  return [
    ['[labels]', ...new Set(labels)],
    [
      '[drawing]',
      'SPAN_DEFAULT\tfgColor:black, bgColor:lightgrey, borderColor:darken',
      'ARC_DEFAULT\tcolor:black, dashArray:-, arrowHead:triangle-5, labelArrow:none',
      'ATTRIBUTE_DEFAULT\tglyph:*',
      ...colours,
    ],
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Returns no line for a name that brat shows unchanged. */
function labelOf({ name, title }: Titled, losses: Losses): string[] {
  const shown = title === '' ? name : title;
  if (shown === bratName(name)) return [];
  if (!UNFIT.test(shown)) return [`${bratName(name)} | ${shown}`];
  losses.add(LOST.titles, shown);
  return [];
}
