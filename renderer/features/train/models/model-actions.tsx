import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClassifyTask } from '../../../../shared/domain/classification.ts';
import { isOfKind, taskRow } from '../../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../../shared/domain/training.ts';
import { useChange } from '../../../api/requests.ts';
import { useConfirm } from '../../../ui/use-confirm.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { SetPicker } from '../form/set-picker.tsx';
import { RenameButton } from '../rename-button.tsx';
import { USE_WORDS } from '../task-kinds.ts';
import { useTrain } from '../train-context.ts';
import { TryModel } from './try-model.tsx';

/** Use, evaluate, try out, export, rename, delete. */
export function ModelActions({ model }: { readonly model: ModelCard }) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const inUse = useNoticedChange('models.use');
  const rename = useChange('models.rename');
  const folder = useNoticedChange('models.export');
  const [evaluating, setEvaluating] = useState(false);
  const [trying, setTrying] = useState(false);
  const use = taskRow(model.task)?.use;
  return (
    <>
      <div className="model-actions">
        {use !== undefined && (
          <Button
            type={model.inUse ? 'default' : 'primary'}
            loading={inUse.isPending}
            data-testid="model-use"
            onClick={() => inUse.mutate({ id: model.id, inUse: !model.inUse })}
          >
            {t(model.inUse ? 'train.models.stopUsing' : USE_WORDS[use].use)}
          </Button>
        )}
        {model.task === 'encoder' && (
          <>
            <Button data-testid="model-probe" onClick={() => go({ kind: 'probe', model: model.id })}>
              {t('train.graphTest.probe')}
            </Button>
            <Button
              data-testid="model-similarity"
              onClick={() => go({ kind: 'similarity', of: { model: model.id } })}
            >
              {t('train.graphTest.similarity')}
            </Button>
            <Button data-testid="model-attention" onClick={() => go({ kind: 'attention', model: model.id })}>
              {t('train.attention.open')}
            </Button>
          </>
        )}
        {model.task !== 'encoder' && (
          <Button data-testid="model-evaluate" onClick={() => setEvaluating(true)}>
            {t('train.models.evaluate')}
          </Button>
        )}
        {ClassifyTask.safeParse(model.task).success && (
          <Button data-testid="model-try" aria-expanded={trying} onClick={() => setTrying((open) => !open)}>
            {t('texts.models.try')}
          </Button>
        )}
        <Button
          loading={folder.isPending}
          data-testid="model-export"
          onClick={() => folder.mutate({ id: model.id })}
        >
          {t('train.models.export')}
        </Button>
        <RenameButton
          name={model.name}
          words={{
            button: t('train.models.rename'),
            title: t('train.models.renameTitle', { name: model.name }),
            label: t('train.form.name'),
          }}
          testId="model-rename"
          busy={rename.isPending}
          onRename={(name) => rename.mutateAsync({ id: model.id, name })}
        />
        <DeleteButton model={model} />
      </div>
      {folder.data !== undefined && (
        <p role="status" data-testid="model-exported">
          {t('train.models.exported')} <code>{folder.data.path}</code>
        </p>
      )}
      {trying && <TryModel model={model} />}
      {evaluating && (
        <SetPicker
          title={t('train.models.evaluateTitle', { name: model.name })}
          task={model.task}
          hint={t('train.models.evaluateHint')}
          submit={t('train.models.evaluate')}
          preferred={model.devSet}
          onClose={() => setEvaluating(false)}
          withTagger={isOfKind('relations', model.task)}
          onPick={(data, tagger) => go({ kind: 'evaluation', model: model.id, data, tagger })}
        />
      )}
    </>
  );
}

function DeleteButton({ model }: { readonly model: ModelCard }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const deletion = useNoticedChange('models.delete');
  const ask = (): void =>
    confirm({
      title: t('train.models.deleteTitle', { name: model.name }),
      body: t(model.inUse ? 'train.models.deleteInUse' : 'train.models.deleteBody'),
      ok: t('app.delete'),
      onOk: () => deletion.mutate({ id: model.id }),
    });
  return (
    <Button danger type="text" loading={deletion.isPending} data-testid="model-delete" onClick={ask}>
      {t('app.delete')}
    </Button>
  );
}
