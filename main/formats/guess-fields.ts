/** Guesses the fields of a file with texts and labels, as a suggestion to confirm or change. */
import type { ClassifyTask } from '../../shared/domain/classification.ts';
import type { ClassifiedFields } from '../../shared/domain/data-preview.ts';

/** Values in rows with the field. */
type Columns = ReadonlyMap<string, readonly (readonly unknown[])[]>;

const TEXT_NAMES =
  /^(text|texts|content|sentence|document|emr|query|question|正文|文本|内容|病历|病史|现病史|主诉|问题|句子)$/i;
const LABEL_NAMES =
  /^(labels?|class(es)?|category|categories|tags?|intent|diagnos[ei]s|department|标签|类别|分类|类型|诊断|科室|疾病|意图)$/i;
/** Label separators, least ambiguous first. */
const SEPARATORS = ['##', '|', '；', ';', '、', '，', ',', '/'] as const;
const MOST_LABEL_CHARS = 60;
/** Minimum share of rows with the separator. */
const SEPARATED = 0.1;

/** Returns undefined when no two fields resemble text and labels. */
export function suggestFields(columns: Columns, task: ClassifyTask): ClassifiedFields | undefined {
  const text = textField(columns);
  if (text === undefined) return undefined;
  const label = labelField(columns, text);
  if (label === undefined) return undefined;
  const separator = task === 'diagnose' ? separatorOf(columns.get(label) ?? []) : undefined;
  return { text, label, ...(separator === undefined ? {} : { separator }) };
}

/** Returns a field named like a text, else the one with the longest strings. */
function textField(columns: Columns): string | undefined {
  const candidates = [...columns].filter(([, rows]) => meanLength(rows) > 0);
  const named = candidates.find(([name]) => TEXT_NAMES.test(lastName(name)));
  const [longest] = candidates.toSorted((a, b) => meanLength(b[1]) - meanLength(a[1]));
  return (named ?? longest)?.[0];
}

/** Returns a field named like a label, else the one of short values with the fewest distinct ones. */
function labelField(columns: Columns, text: string): string | undefined {
  const candidates = [...columns].filter(([name]) => name !== text && lastName(name) !== 'id');
  const named = candidates.find(([name]) => LABEL_NAMES.test(lastName(name)));
  const short = candidates.filter(([, rows]) => meanLength(rows) <= MOST_LABEL_CHARS);
  const [fewest] = short.toSorted((a, b) => variety(a[1]) - variety(b[1]));
  return (named ?? fewest)?.[0];
}

const lastName = (path: string): string => path.split('.').at(-1) ?? path;

/** Returns the characters of a row's strings; 0 without any. */
function meanLength(rows: readonly (readonly unknown[])[]): number {
  const length = (values: readonly unknown[]): number =>
    values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  return rows.reduce((sum, values) => sum + length(values), 0) / Math.max(1, rows.length);
}

/** Returns the share of distinct values. */
function variety(rows: readonly (readonly unknown[])[]): number {
  const values = rows.flat().map(String);
  return new Set(values).size / Math.max(1, values.length);
}

function separatorOf(rows: readonly (readonly unknown[])[]): string | undefined {
  const strings = rows.flat().filter((value) => typeof value === 'string');
  return SEPARATORS.find(
    (separator) => strings.filter((value) => value.includes(separator)).length > SEPARATED * strings.length,
  );
}
