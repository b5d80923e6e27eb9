import { Button, Input, Modal, Progress, Select } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VectorUnit } from '../../../../shared/domain/embeddings.ts';
import { importVectorFile, useVectors } from '../../../api/vectors.ts';
import { formatBytes } from '../../../lib/format.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import { suggestNames } from '../set-names.ts';

const ACCEPTED = '.txt,.vec,.bin,.glove,.gz';

/** Takes a file of vectors. */
export function VectorsImport() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <Button data-testid="import-vectors" onClick={() => input.current?.click()}>
        {t('vectors.import')}
      </Button>
      <FileInput
        ref={input}
        accept={ACCEPTED}
        testId="vectors-file-input"
        label={t('vectors.import')}
        onFiles={([chosen]) => setFile(chosen ?? null)}
      />
      {file !== null && <ImportDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

function ImportDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const notices = useNotices();
  const taken = (useVectors().data ?? []).map((card) => card.name);
  const [name, setName] = useState(() => suggestNames([stemOf(file)], taken)[0] ?? file.name);
  const [unit, setUnit] = useState<VectorUnit | 'auto'>('auto');
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  const busy = sent !== null;
  const send = async (): Promise<void> => {
    setError(null);
    setSent(0);
    abort.current = new AbortController();
    const request = { name: name.trim(), ...(unit === 'auto' ? {} : { unit }) };
    try {
      const { duplicates } = await importVectorFile(file, request, setSent, abort.current.signal);
      if (duplicates > 0) notices.note(t('vectors.importedDuplicates', { n: duplicates }));
      onClose();
    } catch (thrown) {
      setError(thrown);
      setSent(null);
    }
  };
  return (
    <Modal
      open
      width={520}
      title={t('vectors.import')}
      okText={t('vectors.importGo')}
      okButtonProps={{ disabled: name.trim() === '', loading: busy }}
      closable={!busy}
      mask={{ closable: false }}
      keyboard={!busy}
      data-testid="vectors-import"
      onOk={() => void send()}
      onCancel={() => (busy ? abort.current?.abort() : onClose())}
    >
      <p className="muted">{t('vectors.importHint')}</p>
      <p>
        {file.name} <span className="muted">{formatBytes(file.size)}</span>
      </p>
      <label htmlFor={id} className="field-label">
        {t('vectors.form.name')}
      </label>
      <Input
        id={id}
        value={name}
        maxLength={200}
        disabled={busy}
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}-unit`} className="field-label">
        {t('vectors.importUnit')}
      </label>
      <Select<VectorUnit | 'auto'>
        id={`${id}-unit`}
        value={unit}
        disabled={busy}
        onChange={setUnit}
        options={[
          { value: 'auto', label: t('vectors.unitAuto') },
          { value: 'character', label: t('vectors.unit.character') },
          { value: 'word', label: t('vectors.unit.word') },
        ]}
      />
      {sent !== null && (
        <Progress
          percent={Math.floor(sent * 100)}
          size="small"
          status="normal"
          aria-label={t('vectors.import')}
        />
      )}
      <FieldError error={error} />
    </Modal>
  );
}

const stemOf = ({ name }: File): { name: string } => ({
  name: name.replace(/(\.(vec|bin|glove))+(\.txt)?(\.gz)?$/i, '') || name,
});
