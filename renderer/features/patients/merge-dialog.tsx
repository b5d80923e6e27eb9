import { Alert, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PatientFacts, PatientFull } from '../../../shared/domain/patient.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { useFactWords } from './patient-facts.tsx';

interface MergeDialogProps {
  readonly patient: PatientFull;
  readonly onMerged: (into: number) => void;
  readonly onClose: () => void;
}

/** Asks for the entry that is the same person, and says in what the two differ. */
export function MergeDialog({ patient, onMerged, onClose }: MergeDialogProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const factWords = useFactWords();
  const [query, setQuery] = useState(patient.facts.name);
  const words = useDebounced(query.trim(), 150);
  const [into, setInto] = useState<number | undefined>();
  const { data } = useAnswer('patients.list', { ...(words && { words }), limit: 50 });
  const others = (data?.patients ?? []).filter(({ id }) => id !== patient.id);
  const chosen = useAnswer('patients.get', into !== undefined && { id: into }).data;
  const merge = useChange('patients.merge');
  return (
    <FormDialog
      title={t('patients.mergeTitle', { name: factWords(patient.facts).name })}
      okText={t('patients.merge')}
      ready={into !== undefined}
      request={merge}
      testId="patient-merge-dialog"
      onClose={onClose}
      onSubmit={() => {
        if (into === undefined) return;
        merge.mutate(
          { id: patient.id, into },
          {
            onSuccess: () => {
              notices.done(t('patients.mergeDone'));
              onMerged(into);
            },
          },
        );
      }}
    >
      <p>{t('patients.mergeBody')}</p>
      <Select
        showSearch={{ filterOption: false, onSearch: setQuery }}
        style={{ width: '100%' }}
        aria-label={t('patients.mergeInto')}
        placeholder={t('patients.search')}
        data-testid="patient-merge-into"
        value={into}
        options={others.map(({ id, facts, records }) => {
          const { name, rest } = factWords(facts);
          return {
            value: id,
            label: [name, rest, t('patients.records', { n: records })].filter(Boolean).join(' · '),
          };
        })}
        onChange={setInto}
      />
      {chosen !== undefined &&
        differences(patient.facts, chosen.facts).map((what) => (
          <Alert key={what} type="warning" showIcon title={t(`patients.${what}`)} />
        ))}
    </FormDialog>
  );
}

/** Returns in what two people differ who would be one. */
function differences(one: PatientFacts, other: PatientFacts): ('otherName' | 'otherSex' | 'otherBirth')[] {
  const [a, b] = [one.birthDate ?? '', other.birthDate ?? ''];
  return [
    ...(one.name !== '' && other.name !== '' && one.name !== other.name ? ['otherName' as const] : []),
    ...(one.sex !== undefined && other.sex !== undefined && one.sex !== other.sex
      ? ['otherSex' as const]
      : []),
    ...(a !== '' && b !== '' && !a.startsWith(b) && !b.startsWith(a) ? ['otherBirth' as const] : []),
  ];
}
