import { Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TrainingTask } from '../../../../shared/domain/training.ts';

interface TaskFieldProps {
  readonly task: TrainingTask;
  readonly onTask: (task: TrainingTask) => void;
}

/** Choice of the task; the rest of the form follows from it. */
export function TaskField({ task, onTask }: TaskFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="setting-field task-field" data-testid="task-field">
      <span id={id}>{t('texts.taskName')}</span>
      <span>
        <Segmented<TrainingTask>
          value={task}
          aria-labelledby={id}
          options={TrainingTask.options.map((value) => ({ value, label: t(`texts.task.${value}`) }))}
          onChange={onTask}
        />
      </span>
      <p className="muted">{t(`texts.taskHelp.${task}`)}</p>
    </div>
  );
}
