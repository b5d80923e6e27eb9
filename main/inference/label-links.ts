/** Links labels of a model to diseases of the graph. */
import type { LabelLink } from '../../shared/domain/prediction.ts';
import type { ReadDb } from '../db/connection.ts';
import { departmentNamed, diseasesCoded, diseasesNamed, getDisease } from '../db/repositories/diseases.ts';
import type { GraphLinker } from './graph-linker.ts';

/** ICD-10 code, with the extension of the Chinese national versions, such as I50.900x018. */
const CODE = /(?<![A-Za-z\d])([A-Z]\d{2})(?:\.(\d{1,3})(?:x\d{1,4})?)?(?:[+*])?(?![A-Za-z\d])/i;
/** Punctuation around codes in labels. */
const AROUND = /^[\s()（）[\]【】:：,，;；|/_-]+|[\s()（）[\]【】:：,，;；|/_-]+$/g;
/** Smallest share of a label's characters that the linked mention must cover. */
const LEAST_COVER = 0.6;

/** Links by name, else by ICD code, else by the linker's mention, else as a department; returns `undefined` when none matches. */
export function linkLabel(
  db: ReadDb,
  linker: Pick<GraphLinker, 'annotate'>,
  label: string,
): LabelLink | undefined {
  const code = CODE.exec(label);
  const words = (code === null ? label : label.replace(code[0], '')).replace(AROUND, '');
  for (const name of new Set([label, words])) {
    const link = linkOf('name', diseasesNamed(db, name));
    if (link !== undefined) return link;
  }
  for (const spelling of code === null ? [] : codesOf(code)) {
    const link = linkOf('code', diseasesCoded(db, spelling));
    if (link !== undefined) return link;
  }
  return linkByMention(db, linker, words) ?? linkToDepartment(db, words);
}

/** Links a department, which stands for all of its diseases. */
function linkToDepartment(db: ReadDb, words: string): LabelLink | undefined {
  const found = departmentNamed(db, words);
  return found && { by: 'department', entity: found.entity, others: found.diseases };
}

function linkOf(by: LabelLink['by'], found: readonly LabelLink['entity'][]): LabelLink | undefined {
  const [entity, ...others] = found;
  return entity === undefined ? undefined : { by, entity, others: others.map(({ id }) => id) };
}

/** Returns the full code, the code with one digit after the point, and the category. */
function codesOf([whole, category = '', detail]: RegExpExecArray): Set<string> {
  const codes = [whole.replace(/[+*]$/, '')];
  if (detail !== undefined) codes.push(`${category}.${detail}`, `${category}.${detail.slice(0, 1)}`);
  return new Set([...codes, category]);
}

function linkByMention(
  db: ReadDb,
  linker: Pick<GraphLinker, 'annotate'>,
  words: string,
): LabelLink | undefined {
  const diseases = linker
    .annotate(words)
    .mentions.filter(
      ({ type, start, end }) => type === 'disease' && end - start >= LEAST_COVER * words.length,
    )
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const { entityId } of diseases) {
    const entity = entityId === undefined ? undefined : getDisease(db, entityId);
    if (entity !== undefined) return { by: 'linker', entity, others: [] };
  }
  return undefined;
}
