/** Which task a file of training texts is for, and which of its fields hold text and labels, by the flags. */
import { TrainingTask } from '../../shared/domain/training.ts';
import type { DataKind } from '../services/data/data-sets.ts';
import { DEFAULT_FIELDS } from '../services/data/seal-documents.ts';
import { UsageError } from './command.ts';

export interface FieldFlags {
  readonly text?: string | undefined;
  readonly label?: string | undefined;
  readonly separator?: string | undefined;
}

/** @throws UsageError when the flags do not fit the task */
export function dataKind(task: string, { text, label, separator }: FieldFlags): DataKind {
  const known = TrainingTask.safeParse(task);
  if (!known.success) throw new UsageError(`--task takes ${TrainingTask.options.join(', ')}, not ${task}`);
  if (known.data === 'ner') {
    if (text !== undefined || label !== undefined || separator !== undefined)
      throw new UsageError('--text, --label and --separator are for --task classify and diagnose');
    return { task: known.data };
  }
  if (separator === '') throw new UsageError('--separator takes one or more characters');
  const fields = { text: text ?? DEFAULT_FIELDS.text, label: label ?? DEFAULT_FIELDS.label };
  return { task: known.data, fields: separator === undefined ? fields : { ...fields, separator } };
}
