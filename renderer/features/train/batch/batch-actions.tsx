import { Button, Checkbox, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchPlace, BatchRun } from '../../../../shared/domain/batch.ts';
import { call } from '../../../api/client.ts';
import { useChange } from '../../../api/requests.ts';
import { saveFile } from '../../../lib/download.ts';
import { formatCount } from '../../../lib/format.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';

interface BatchActionsProps {
  readonly place: BatchPlace;
  readonly run: BatchRun;
}

type Action = 'pause' | 'retry' | 'cancel' | 'delete';

/** Actions that a run offers now; a run of a server goes on while it has workers. */
function actionsOf(place: BatchPlace, { state, dead }: BatchRun): Action[] {
  const goesOn = state === 'queued' || state === 'running';
  if (place === 'queue')
    return [...(dead > 0 ? (['retry'] as const) : []), ...(goesOn ? (['cancel'] as const) : []), 'delete'];
  if (goesOn) return ['pause', 'cancel'];
  const resumes = state === 'paused' || state === 'interrupted' || state === 'failed';
  return [...(resumes ? (['retry', 'cancel'] as const) : []), 'delete'];
}

export function BatchActions({ place, run }: BatchActionsProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const control = useNoticedChange('batch.control');
  const [priority, setPriority] = useState(false);
  const { name } = run;
  const act = (action: Action): void => {
    const go = () => control.mutate({ place, name, action });
    if (action === 'pause' || action === 'retry') return go();
    confirm({
      title: t(`batch.confirm.${action}Title`, { name }),
      body: t(`batch.confirm.${action}Body`),
      ok: t(`batch.action.${action}`),
      keep: t('batch.confirm.keep'),
      onOk: go,
    });
  };
  return (
    <>
      <Results place={place} run={run} />
      {place === 'queue' && <Invitation run={run} />}
      {(run.state === 'queued' || run.state === 'running') && (
        <Button data-testid="batch-priority" onClick={() => setPriority(true)}>
          {t('batch.priority')}
        </Button>
      )}
      {actionsOf(place, run).map((action) => (
        <Button
          key={action}
          danger={action === 'delete'}
          type={action === 'delete' ? 'text' : 'default'}
          disabled={control.isPending}
          data-testid={`batch-${action}`}
          onClick={() => act(action)}
        >
          {t(`batch.action.${action}`)}
        </Button>
      ))}
      {priority && <Priority place={place} run={run} onClose={() => setPriority(false)} />}
    </>
  );
}

/** Writes what was found so far into a file. */
function Results({ place, run: { name, job, done } }: BatchActionsProps) {
  const { t } = useTranslation();
  const [removes, setRemoves] = useState(false);
  const results = useChange('batch.results');
  return (
    <>
      <Button
        type="primary"
        disabled={done === 0}
        loading={results.isPending}
        data-testid="batch-results"
        onClick={() => results.mutate({ place, name, ...(removes && { removeFrom: 'low' as const }) })}
      >
        {t('batch.results')}
      </Button>
      {job === 'deid' && (
        <Checkbox checked={removes} onChange={({ target }) => setRemoves(target.checked)}>
          {t('batch.removeLeft')}
        </Checkbox>
      )}
      {results.data !== undefined && (
        <p role="status" className="vectors-exported" data-testid="batch-written">
          {t('batch.written', { n: formatCount(results.data.written) })} <code>{results.data.path}</code>
        </p>
      )}
      <FieldError error={results.error} />
    </>
  );
}

/** Saves an invitation for a worker; its passphrase is shown once. */
function Invitation({ run: { name } }: Pick<BatchActionsProps, 'run'>) {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const invite = (): Promise<void> =>
    attempt(async () => {
      const made = await call('batch.invite', { name });
      saveFile(made.file);
      setPassphrase(made.passphrase);
    });
  return (
    <>
      <Button data-testid="batch-invite" onClick={() => void invite()}>
        {t('batch.invite')}
      </Button>
      {passphrase !== null && (
        <p role="status" className="vectors-exported" data-testid="batch-passphrase">
          {t('batch.passphrase')} <code>{passphrase}</code>
          <br />
          <span className="muted">{t('batch.passphraseHint')}</span>
        </p>
      )}
    </>
  );
}

function Priority({ place, run, onClose }: BatchActionsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [priority, setPriority] = useState<number | null>(run.priority);
  const change = useChange('batch.prioritise');
  return (
    <FormDialog
      title={t('batch.priority')}
      okText={t('app.save')}
      ready={priority !== null}
      request={change}
      testId="batch-priority-dialog"
      onClose={onClose}
      onSubmit={() =>
        change.mutate({ place, name: run.name, priority: priority ?? 0 }, { onSuccess: onClose })
      }
    >
      <InputNumber
        aria-label={t('batch.priority')}
        min={-1000}
        max={1000}
        precision={0}
        value={priority}
        onChange={setPriority}
      />
      <p className="muted">{t('batch.priorityHint')}</p>
    </FormDialog>
  );
}
