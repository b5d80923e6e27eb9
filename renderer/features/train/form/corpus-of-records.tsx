import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/accounts.ts';
import { call } from '../../../api/client.ts';
import { ErrorText } from '../../../ui/error-note.tsx';

/** Makes a corpus of the workspace's records. Shown to those who may read all records. */
export function CorpusOfRecords({ onCorpus }: { readonly onCorpus: (id: number) => void }) {
  const { t } = useTranslation();
  const may = useMay();
  const make = useMutation({
    mutationFn: () =>
      call('datasets.ofRecords', {
        name: t('pretrain.data.recordsName', { date: new Date().toISOString().slice(0, 10) }),
      }),
    onSuccess: ({ id }) => onCorpus(id),
  });
  if (!may('datasets.ofRecords')) return null;
  return (
    <div className="setting-field">
      <span />
      <span>
        <Button loading={make.isPending} data-testid="corpus-of-records" onClick={() => make.mutate()}>
          {t('pretrain.data.fromRecords')}
        </Button>
      </span>
      {make.error === null ? (
        <p className="muted">{t('pretrain.data.fromRecordsHelp')}</p>
      ) : (
        <p className="field-error" role="alert">
          <ErrorText error={make.error} />
        </p>
      )}
    </div>
  );
}
