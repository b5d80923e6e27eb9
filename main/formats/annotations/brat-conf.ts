/** Converts brat's annotation.conf, the declaration of types, to a schema and back. */

import { ENTITY_TYPES } from '../../../shared/appearance.ts';
import { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { linesOf } from '../../reading/lines.ts';
import { bratName, nameFromBrat } from './brat-names.ts';
import { EQUIVALENCE } from './brat-write.ts';
import { brokenFormat } from './format.ts';
import { LOST, type Losses } from './losses.ts';

const SECTIONS = ['entities', 'relations', 'events', 'attributes'] as const;
type Section = (typeof SECTIONS)[number];

const SCHEMA_PARTS = 'losses.schema-parts';
const SCHEMA_VALUES = 'losses.schema-values';

/** Types of the argument; empty: any. */
type TypeList = readonly string[];

interface Entry {
  readonly name: string;
  /** Types of an argument; empty: any. */
  readonly args: ReadonlyMap<string, readonly string[]>;
}

/** @throws AppError at the line that breaks the rules */
export function readConf(file: string, text: string): AnnotationSchema {
  const entries = parseConf(file, text);
  const spans = new Set([...entries.entities, ...entries.events].map(({ name }) => name));
  const relations = new Map<string, { from: TypeList[]; to: TypeList[]; symmetric: boolean }>();
  const relate = (name: string, from: TypeList, to: TypeList, symmetric: boolean) => {
    const known = relations.get(name) ?? { from: [], to: [], symmetric };
    known.from.push(from);
    known.to.push(to);
    relations.set(name, known);
  };
  for (const { name, args } of entries.relations) {
    const [from = [], to = []] = [...args]
      .filter(([role]) => !role.startsWith('<'))
      .map(([, types]) => types);
    relate(name, from, to, args.get('<REL-TYPE>')?.some((kind) => kind.startsWith('symmetric')) ?? false);
  }
  for (const { name, args } of entries.events)
    for (const [role, types] of args) if (!role.startsWith('<')) relate(role, [name], types, false);
  return AnnotationSchema.parse({
    spans: [...spans].map((name, i) => ({ name, look: i % 32 })),
    relations: [...relations].map(([name, { from, to, symmetric }]) => ({
      name,
      symmetric,
      from: unionOf(from),
      to: unionOf(to),
    })),
    attributes: [...new Map(entries.attributes.map((entry) => [entry.name, entry])).values()].map(
      ({ name, args }) => {
        const values = [...(args.get('<DEFAULT>') ?? []), ...(args.get('Value') ?? [])];
        const types = args.get('Arg') ?? [];
        return { name, kind: values.length > 0 ? 'choice' : 'flag', values: [...new Set(values)], types };
      },
    ),
  });
}

/** Merges several declarations of a relation; one with any type allows every type. */
const unionOf = (lists: readonly TypeList[]): string[] =>
  lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())];

function parseConf(file: string, text: string): Record<Section, Entry[]> {
  const entries: Record<Section, Entry[]> = { entities: [], relations: [], events: [], attributes: [] };
  const macros = new Map<string, readonly string[]>();
  let section: Section | undefined;
  for (const { text: line, number } of linesOf(text)) {
    const content = line.replace(/(^|\s)#.*$/s, '').trim();
    if (content === '' || /^-+$/.test(content)) continue;
    const broken = (problem: Message) =>
      brokenFormat({ file, line: number, column: line.indexOf(content) + 1 }, problem);
    const heading = /^\[(.*)\]$/.exec(content)?.[1];
    const macro = /^<([^>]+)>\s*=\s*(.+)$/.exec(content);
    if (heading !== undefined) {
      section = SECTIONS.find((each) => each === heading);
      if (section === undefined) throw broken(message('fault.no-section', { section: heading }));
    } else if (macro !== null) {
      macros.set(`<${macro[1]}>`, typesOf(macro[2] ?? '', macros));
    } else if (section === undefined) throw broken(message('fault.section-expected'));
    else if (!content.startsWith('<')) {
      const entry = parseEntry(content, section, macros);
      if (entry === undefined) throw broken(message('fault.no-line-of-section', { section }));
      entries[section].push(entry);
    }
  }
  return entries;
}

function parseEntry(
  content: string,
  section: Section,
  macros: ReadonlyMap<string, readonly string[]>,
): Entry | undefined {
  const [, terms = '', rest = ''] = /^!?(\S+)(?:\s+(.*))?$/s.exec(content) ?? [];
  // In `Binding|GO:0005515` the first name is the type, the others are synonyms.
  const name = declared(terms.split('|')[0] ?? '');
  if (name === '' || name.length > 100) return undefined;
  if (section === 'entities') return { name, args: new Map() };
  const args = new Map<string, readonly string[]>();
  for (const part of rest.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, role, types] = /^([^:]+):(.*)$/s.exec(part) ?? [];
    if (role === undefined || types === undefined) return undefined;
    // Roles of events may have a cardinality: `Theme*`, `Cause?`, `Site{1-2}`.
    const plain = section === 'events' ? role.replace(/[?*+]$|\{[\d-]+\}$/, '') : role;
    args.set(declared(plain), typesOf(types, macros));
  }
  return args.size === 0 && section === 'relations' ? undefined : { name, args };
}

/** Returns a name as schemas require it: trimmed and not empty. */
const declared = (name: string): string => nameFromBrat(name).trim() || name;

/** Parses `A|B|<MACRO>`; `<ENTITY>`, `<EVENT>`, `<ANY>` and the like stand for any type. */
function typesOf(list: string, macros: ReadonlyMap<string, readonly string[]>): string[] {
  const types: string[] = [];
  for (const type of list.split('|').map((each) => each.trim())) {
    const meant = macros.get(type);
    if (meant !== undefined) types.push(...meant);
    else if (type.startsWith('<')) return [];
    else if (type !== '') types.push(declared(type));
  }
  return types;
}

/** @param schema with every type that occurs */
export function writeConf(schema: AnnotationSchema, losses: Losses): string {
  countLost(schema, losses);
  const list = (types: readonly string[]) =>
    types.length === 0 ? '<ENTITY>' : types.map(bratName).join('|');
  const relations = schema.relations.map(({ name, from, to, symmetric }) => {
    // brat regards relations on `*` lines as transitive.
    const transitive = name === EQUIVALENCE ? '-transitive' : '';
    const kind = symmetric || transitive !== '' ? `, <REL-TYPE>:symmetric${transitive}` : '';
    return `${bratName(name)}\tArg1:${list(from)}, Arg2:${list(to)}${kind}`;
  });
  const attributes = schema.attributes.map(({ name, kind, values, types }) => {
    const fitting = kind === 'choice' ? values.filter((value) => !UNFIT_VALUE.test(value)) : [];
    if (kind === 'text') losses.add(SCHEMA_VALUES, name);
    losses.add(SCHEMA_VALUES, `${name}: ${values.join(', ')}`, values.length - fitting.length);
    const value = fitting.length === 0 ? '' : `, Value:${fitting.join('|')}`;
    return `${bratName(name)}\tArg:${list(types)}${value}`;
  });
  return [
    ['[entities]', ...schema.spans.map(({ name }) => bratName(name))],
    // Without this declaration brat marks nested spans as errors.
    ['[relations]', '<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>', ...relations],
    ['[events]'],
    ['[attributes]', ...attributes],
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Replaces blanks, since one in a value breaks brat's whole section. */
const UNFIT_VALUE = /[|,<>#\s\p{Cc}\p{Cs}]/u;

function countLost(schema: AnnotationSchema, losses: Losses): void {
  const types = [...schema.spans, ...schema.attributes, ...schema.relations];
  const said = types.filter(
    (type) => ('key' in type && type.key !== undefined) || ('description' in type && type.description !== ''),
  );
  const lost = [...said, ...schema.labels].map(({ name }) => name);
  if (schema.guidelines !== '') lost.push('guidelines');
  losses.add(SCHEMA_PARTS, lost[0] ?? '', lost.length);
  const ruled = [
    ...schema.spans.filter(({ group }) => group !== ''),
    ...schema.attributes.filter(({ several, required }) => several || required),
  ];
  losses.add(LOST.rules, ruled[0]?.name ?? '', ruled.length);
}

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
