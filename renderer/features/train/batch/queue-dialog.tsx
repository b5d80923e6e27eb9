import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/requests.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';

interface QueueDialogProps {
  /** The server in use, without its password. */
  readonly url: string | null;
  readonly onClose: () => void;
}

/** The PostgreSQL server on which runs wait for workers. */
export function QueueDialog({ url, onClose }: QueueDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const change = useChange('batch.setQueue');
  const save = (next: string | null): void => change.mutate({ url: next }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('batch.serverTitle')}
      okText={t('batch.connect')}
      width={560}
      ready={text.trim() !== ''}
      request={change}
      testId="queue-dialog"
      onClose={onClose}
      onSubmit={() => save(text.trim())}
    >
      <p className="muted">{t('batch.serverBody')}</p>
      {url !== null && (
        <p className="batch-server">
          <span>
            {t('batch.serverNow')} <code>{url}</code>
          </span>
          <Button size="small" danger data-testid="queue-forget" onClick={() => save(null)}>
            {t('batch.forget')}
          </Button>
        </p>
      )}
      <label htmlFor="queue-url" className="field-label">
        {t('batch.address')}
      </label>
      <Input.Password
        id="queue-url"
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        placeholder="postgresql://meridian:••••@db.example.org/meridian"
        value={text}
        data-testid="queue-url"
        onChange={(event) => setText(event.target.value)}
      />
      <p className="muted">{t('batch.addressHint')}</p>
    </FormDialog>
  );
}
