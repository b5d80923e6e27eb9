/** Reads from the flags the task of a file of training texts and its fields of text and labels. */
import { existsSync } from 'node:fs';
import { isPairTask } from '../../shared/domain/classification.ts';
import { isOfKind } from '../../shared/domain/tasks.ts';
import type { DataSet } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { type DataKind, ensureDataSet, findDataSet, listDataSets } from '../services/data/data-sets.ts';
import { DEFAULT_FIELDS } from '../services/data/seal-documents.ts';
import type { Session } from '../services/session/session.ts';
import { UsageError } from './command.ts';
import { taskNamed } from './settings-flags.ts';

export interface FieldFlags {
  readonly text?: string | undefined;
  readonly 'text-a'?: string | undefined;
  readonly 'text-b'?: string | undefined;
  readonly label?: string | undefined;
  readonly separator?: string | undefined;
  readonly parent?: string | undefined;
}

/** Fields that hold standard terms where none is named. */
const TERM_FIELDS = 'label,labels,terms,normalized_result';

/** @throws UsageError when the flags do not fit the task */
export function dataKind(task: string, flags: FieldFlags): DataKind {
  const { text, label, separator, parent, 'text-a': first, 'text-b': second } = flags;
  const known = taskNamed(task);
  if (isPairTask(known)) return { task: known, fields: pairFields(flags) };
  if (first !== undefined || second !== undefined)
    throw new UsageError('cli.belongs-to', { option: '--text-a, --text-b', other: '--task pair' });
  if (!isOfKind('labels', known) && !isOfKind('terms', known)) {
    if ([text, label, separator, parent].some((field) => field !== undefined))
      throw new UsageError('cli.belongs-to', {
        option: '--text, --label, --separator, --parent',
        other: '--task classify|diagnose',
      });
    return { task: known };
  }
  if (separator === '')
    throw new UsageError('cli.takes', {
      option: '--separator',
      value: "''",
      form: message('cli.characters'),
    });
  const fields = {
    text: text ?? DEFAULT_FIELDS.text,
    label: label ?? (isOfKind('terms', known) ? TERM_FIELDS : DEFAULT_FIELDS.label),
    ...(separator === undefined ? {} : { separator }),
    ...(parent === undefined ? {} : { parent }),
  };
  return { task: known, fields };
}

/** Returns the fields of a file of pairs; without `second` both texts stand in fields of known names. */
export function pairFields({
  text,
  label,
  separator,
  parent,
  'text-a': first,
  'text-b': second,
}: FieldFlags) {
  if ([text, separator, parent].some((field) => field !== undefined))
    throw new UsageError('cli.belongs-to', {
      option: '--text, --separator, --parent',
      other: '--task classify|diagnose',
    });
  if ((first === undefined) !== (second === undefined))
    throw new UsageError('cli.belongs-to', { option: '--text-a', other: '--text-b' });
  return {
    text: first ?? DEFAULT_FIELDS.text,
    label: label ?? DEFAULT_FIELDS.label,
    ...(second === undefined ? {} : { second }),
  };
}

/** A data set by its name, or a file, which becomes one. */
export async function dataSet(session: Session, which: string, kind: DataKind): Promise<DataSet> {
  const known = listDataSets(session).find(({ name }) => name === which);
  if (known !== undefined) return known;
  if (existsSync(which)) return ensureDataSet(session, which, kind);
  if (/\.(jsonl|json|gz)$|[\\/].*[\\/]/.test(which))
    throw new AppError('not-found', 'files.not-found', { name: which });
  return findDataSet(session, which); // says which there are
}
