/** Guesses from names and values what the columns of a table of documents are. */
import type { TableColumns } from '../../shared/domain/table-columns.ts';
import { isRecord } from '../reading/json.ts';
import { columnOf } from './document-tables.ts';
import { LABEL_NAMES, textField } from './preview-classified.ts';
import { SECTION } from './read-documents.ts';
import { looksLikeSpans } from './table-items.ts';

const ID_NAMES =
  /^(#|id|编号|序号|病历号|病历编号|住院号|就诊号|门诊号|病案号|文档|标题|名称|文件名|title|name|doc(ument)?_?id|record_?id|patient_?id|visit_?id)$/i;
const SCORE_NAMES = /^(score|confidence|prob(ability)?|置信度|得分|分数|概率)$/i;
const SEPARATORS = ['##', '|', '；', ';', '、', '，', ','] as const;
/** Minimum share of filled cells with the separator. */
const SEPARATED = 0.1;
const MOST_LABEL_CHARS = 60;

type Row = Readonly<Record<string, unknown>>;

/** Returns undefined when no column looks like a text. */
export function guessColumns(names: readonly string[], rows: readonly Row[]): TableColumns | undefined {
  const valuesOf = (name: string): unknown[] => rows.map((row) => columnOf(row, name)).filter(isFilled);
  const spans = names.find((name) => {
    const lists = valuesOf(name).filter((value) => !Array.isArray(value) || value.length > 0);
    return lists.length > 0 && lists.every(looksLikeSpans);
  });
  const free = names.filter((name) => name !== spans);
  const text = guessText(free, valuesOf);
  if (text.length === 0) return undefined;
  const others = free.filter((name) => !text.includes(name));
  const id = others.find((name) => ID_NAMES.test(lastOf(name)) && areDistinct(valuesOf(name)));
  const score = others.find((name) => SCORE_NAMES.test(lastOf(name)) && areShares(valuesOf(name)));
  const label = others.find(
    (name) => name !== id && LABEL_NAMES.test(lastOf(name)) && areLabels(valuesOf(name)),
  );
  const separator = label === undefined ? undefined : separatorOf(valuesOf(label));
  return {
    text,
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { label }),
    ...(separator === undefined ? {} : { separator }),
    ...(score === undefined || label === undefined ? {} : { score }),
    ...(spans === undefined ? {} : { spans }),
  };
}

/** Returns the columns of sections, or the column named like a text or with the longest ones. */
function guessText(names: readonly string[], valuesOf: (name: string) => unknown[]): string[] {
  const columns = new Map(
    names
      .map((name) => [name, valuesOf(name).map((value) => [value])] as const)
      .filter(([, values]) => values.length > 0),
  );
  const sections = [...columns.keys()].filter((name) => SECTION.test(name));
  if (sections.length > 1) return sections;
  const found = textField(columns);
  return found === undefined ? [] : [found];
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const lastOf = (name: string): string => name.split('.').at(-1) ?? name;
const areDistinct = (values: readonly unknown[]): boolean =>
  values.length > 0 && new Set(values.map(String)).size === values.length;
const areShares = (values: readonly unknown[]): boolean =>
  values.length > 0 && values.every((value) => isShare(String(value).trim()));
const isShare = (value: string): boolean =>
  /^(0|1|0?\.\d+|0\.\d+e-\d+|1\.0*|\d{1,2}(\.\d+)?%|100(\.0+)?%)$/i.test(value);
const areLabels = (values: readonly unknown[]): boolean =>
  values.length > 0 &&
  values.every((value) => isLabel(value) || (Array.isArray(value) && value.every(isLabel)));
const isLabel = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= MOST_LABEL_CHARS) ||
  (isRecord(value) && typeof value.label === 'string');

function separatorOf(values: readonly unknown[]): string | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  return SEPARATORS.find(
    (separator) => texts.filter((value) => value.includes(separator)).length > SEPARATED * texts.length,
  );
}
