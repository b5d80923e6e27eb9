/** Writes doccano's label configurations: a list of labels of each kind, for import on a project's page of labels. */
import { ENTITY_TYPES } from '../../../../shared/appearance.ts';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { NamedFile } from '../format.ts';
import { sampleRows } from '../json-rows.ts';
import { LOST, type Losses } from '../losses.ts';

/** Kinds by doccano's names. */
const NAMES = {
  spans: 'span_label_config.json',
  labels: 'category_label_config.json',
  relations: 'relation_label_config.json',
} as const;
const CONFIGS = /(^|[/.])(span|category|relation)?_?label_config\.json$/;
const MAX_LABEL = 100;
const HUES = [...new Set(Object.values(ENTITY_TYPES).map(({ hue }) => hue))];

/** @param schema with every type that occurs; kinds without types have no file */
export function labelConfigs(schema: AnnotationSchema, losses: Losses): NamedFile[] {
  return (['spans', 'labels', 'relations'] as const).flatMap((kind): NamedFile[] => {
    const labels = schema[kind].flatMap((type, i) => labelOf(type, i, losses));
    if (labels.length === 0) return [];
    const json = `${JSON.stringify(labels, undefined, 1)}\n`;
    return [{ name: NAMES[kind], bytes: new TextEncoder().encode(json), isBeside: true }];
  });
}

function labelOf(
  type: { readonly name: string; readonly look?: number; readonly key?: string | undefined },
  i: number,
  losses: Losses,
): object[] {
  const { name, look = i, key } = type;
  if ([...name].length > MAX_LABEL || !name.isWellFormed()) {
    losses.add(LOST.schema, name);
    return [];
  }
  return [
    {
      text: name,
      prefix_key: null,
      suffix_key: key ?? null,
      background_color: HUES[look % HUES.length] ?? '#999999',
      text_color: '#000000',
    },
  ];
}

/** Returns whether a file declares labels, by its name or its rows, which have a text like documents. */
export function isLabelConfig(file: NamedFile): boolean {
  if (CONFIGS.test(file.name)) return true;
  const rows = sampleRows(file);
  return rows.length > 0 && rows.every((row) => 'background_color' in row || 'suffix_key' in row);
}

/** Returns the files with documents. */
export function withoutConfigs(files: readonly NamedFile[]): readonly NamedFile[] {
  const rest = files.filter((file) => !isLabelConfig(file));
  return rest.length === 0 ? files : rest;
}
