import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunSettings, TrainingTask } from '../../../../shared/domain/training.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { parseSettingsJson } from './settings-json.ts';

interface SettingsJsonDialogProps {
  /** Task of settings that name none. */
  readonly task: TrainingTask;
  readonly onSettings: (settings: RunSettings) => void;
  readonly onClose: () => void;
}

/** Takes settings as JSON, pasted or from a file; what does not fit is named and nothing is changed. */
export function SettingsJsonDialog({ task, onSettings, onClose }: SettingsJsonDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const submit = (): void => {
    try {
      onSettings(parseSettingsJson(text, task));
    } catch (thrown) {
      setError(thrown);
    }
  };
  const read = async (file: File): Promise<void> => {
    setError(null);
    try {
      setText(await file.text());
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={t('train.json.title')}
      okText={t('train.json.apply')}
      okButtonProps={{ disabled: text.trim() === '' }}
      data-testid="settings-json"
      afterOpenChange={(opened) => {
        if (opened) document.getElementById(id)?.focus();
      }}
      onOk={submit}
      onCancel={onClose}
    >
      <label htmlFor={id} className="field-label">
        {t('train.json.label')}
      </label>
      <Input.TextArea
        id={id}
        value={text}
        rows={14}
        spellCheck={false}
        className="json-text"
        placeholder={`{\n  "task": "${task}",\n  "epochs": 14\n}`}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
      />
      <div className="json-tools">
        <FileButton
          accept=".json"
          label={t('train.json.file')}
          onFiles={([file]) => file !== undefined && void read(file)}
        />
        <FieldError error={error} />
      </div>
    </Modal>
  );
}
