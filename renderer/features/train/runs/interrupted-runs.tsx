import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RunSummary } from '../../../../shared/domain/training.ts';
import { fromErrorData } from '../../../../shared/result.ts';
import { useControlRun } from '../../../api/training.ts';
import { ErrorText } from '../../../ui/error-note.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { TrainRoute } from '../route.ts';

interface InterruptedRunsProps {
  readonly runs: readonly RunSummary[];
  /** Absent on the run's own page, which has the button already. */
  readonly go?: (route: TrainRoute) => void;
}

/** Runs whose process ended without notice: nothing is lost but the steps since the last checkpoint. */
export function InterruptedRuns({ runs, go }: InterruptedRunsProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const control = useControlRun();
  const interrupted = runs.filter(({ state }) => state === 'interrupted');
  return interrupted.map((run) => (
    <Alert
      key={run.id}
      banner
      type="warning"
      className="interrupted"
      data-testid="interrupted"
      title={
        <>
          {t('train.interrupted', { name: run.name })}
          {go === undefined && run.error !== undefined && <ErrorText error={fromErrorData(run.error)} />}
        </>
      }
      {...(go === undefined
        ? {}
        : {
            action: (
              <>
                <Button type="text" onClick={() => go({ kind: 'run', id: run.id })}>
                  {t('train.look')}
                </Button>
                <Button
                  loading={control.isPending && control.variables.id === run.id}
                  data-testid="resume-interrupted"
                  onClick={() => control.mutate({ id: run.id, action: 'resume' }, { onError: notices.fail })}
                >
                  {t('train.action.resume')}
                </Button>
              </>
            ),
          })}
    />
  ));
}
