import { Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VectorUnit } from '../../../../shared/domain/embeddings.ts';
import { importVectorFile, useVectors } from '../../../api/vectors.ts';
import { formatBytes } from '../../../lib/format.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import { ImportDialog } from '../import-dialog.tsx';
import { suggestNames } from '../set-names.ts';

const ACCEPTED = '.txt,.vec,.bin,.glove,.gz';

/** Takes a file of vectors. */
export function VectorsImport() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <FileButton
        accept={ACCEPTED}
        testId="import-vectors"
        inputTestId="vectors-file-input"
        label={t('vectors.import')}
        onFiles={([chosen]) => setFile(chosen ?? null)}
      />
      {file !== null && <VectorsDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

function VectorsDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const unitId = useId();
  const notices = useNotices();
  const taken = (useVectors().data ?? []).map((card) => card.name);
  const [unit, setUnit] = useState<VectorUnit | 'auto'>('auto');
  return (
    <ImportDialog
      title={t('vectors.import')}
      nameLabel={t('vectors.form.name')}
      submit={t('vectors.importGo')}
      testId="vectors-import"
      suggested={suggestNames([stemOf(file)], taken)[0] ?? file.name}
      onSend={async (name, told, signal) => {
        const request = { name, ...(unit === 'auto' ? {} : { unit }) };
        const { duplicates } = await importVectorFile(file, request, told, signal);
        if (duplicates > 0) notices.note(t('vectors.importedDuplicates', { n: duplicates }));
      }}
      onClose={onClose}
      above={
        <>
          <p className="muted">{t('vectors.importHint')}</p>
          <p>
            {file.name} <span className="muted">{formatBytes(file.size)}</span>
          </p>
        </>
      }
      below={(busy) => (
        <>
          <label htmlFor={unitId} className="field-label">
            {t('vectors.importUnit')}
          </label>
          <Select<VectorUnit | 'auto'>
            id={unitId}
            value={unit}
            disabled={busy}
            onChange={setUnit}
            options={[
              { value: 'auto', label: t('vectors.unitAuto') },
              { value: 'character', label: t('vectors.unit.character') },
              { value: 'word', label: t('vectors.unit.word') },
            ]}
          />
        </>
      )}
    />
  );
}

const stemOf = ({ name }: File): { name: string } => ({
  name: name.replace(/(\.(vec|bin|glove))+(\.txt)?(\.gz)?$/i, '') || name,
});
