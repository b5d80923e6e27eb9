import { Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingTask } from '../../../../shared/domain/training.ts';

interface TaskFieldProps<T extends TrainingTask> {
  readonly task: T;
  readonly tasks: readonly T[];
  /** The control fits into the column of a field; else the explanation stands below it. */
  readonly narrow?: boolean;
  readonly onTask: (task: T) => void;
}

/** Choice of the task; the rest of the form follows from it. */
export function TaskField<T extends TrainingTask>({ task, tasks, narrow, onTask }: TaskFieldProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  const nameOf = (one: TrainingTask): string => t(`texts.task.${one}`);
  const helpOf = (one: TrainingTask): string => t(`texts.taskHelp.${one}`);
  return (
    <div className={narrow ? 'setting-field' : 'setting-field task-field'} data-testid="task-field">
      <span id={id}>{t('texts.taskName')}</span>
      <span>
        <Segmented<T>
          value={task}
          aria-labelledby={id}
          options={tasks.map((value) => ({ value, label: nameOf(value) }))}
          onChange={onTask}
        />
      </span>
      <p className="muted">{helpOf(task)}</p>
    </div>
  );
}
