import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { VectorsCard } from '../../../../shared/domain/vectors.ts';
import { useChange } from '../../../api/requests.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { RenameButton } from '../rename-button.tsx';
import { useTrain } from '../train-context.ts';

interface VectorsActionsProps {
  readonly card: VectorsCard;
  /** Called when they are deleted. */
  readonly onDeleted?: () => void;
}

const FORMATS = ['word2vec-text', 'word2vec-binary', 'glove'] as const;

/** Export, rename, delete. */
export function VectorsActions({ card, onDeleted }: VectorsActionsProps) {
  const { t } = useTranslation();
  const exporting = useNoticedChange('vectors.export');
  const rename = useChange('vectors.rename');
  const { go } = useTrain();
  return (
    <>
      <Button
        data-testid="vectors-similarity"
        onClick={() => go({ kind: 'similarity', of: { vectors: card.id } })}
      >
        {t('train.graphTest.similarity')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: FORMATS.map((format) => ({ key: format, label: t(`vectors.format.${format}`) })),
          onClick: ({ key }) => {
            const format = FORMATS.find((known) => known === key);
            if (format !== undefined) exporting.mutate({ id: card.id, format });
          },
        }}
      >
        <Button loading={exporting.isPending} data-testid="vectors-export">
          {t('vectors.export')}
        </Button>
      </Dropdown>
      <RenameButton
        name={card.name}
        words={{
          button: t('vectors.rename'),
          title: t('vectors.renameTitle', { name: card.name }),
          label: t('vectors.form.name'),
        }}
        testId="vectors-rename"
        busy={rename.isPending}
        onRename={(name) => rename.mutateAsync({ id: card.id, name })}
      />
      <DeleteButton card={card} {...(onDeleted === undefined ? {} : { onDeleted })} />
      {exporting.data !== undefined && (
        <p role="status" className="vectors-exported" data-testid="vectors-exported">
          {t('vectors.exported')} <code>{exporting.data.path}</code>
        </p>
      )}
    </>
  );
}

function DeleteButton({ card, onDeleted }: VectorsActionsProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const deletion = useNoticedChange('vectors.delete');
  const ask = (): void =>
    confirm({
      title: t('vectors.deleteTitle', { name: card.name }),
      body: t('vectors.deleteBody'),
      ok: t('app.delete'),
      onOk: () => deletion.mutate({ id: card.id }, { onSuccess: () => onDeleted?.() }),
    });
  return (
    <Button danger type="text" loading={deletion.isPending} data-testid="vectors-delete" onClick={ask}>
      {t('app.delete')}
    </Button>
  );
}
