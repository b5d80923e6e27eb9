import { useTranslation } from 'react-i18next';
import type { PatientFacts } from '../../../shared/domain/patient.ts';

/** Name, sex, birth date and number of a patient, as far as they are known. */
export function useFactWords(): (facts: PatientFacts) => { readonly name: string; readonly rest: string } {
  const { t } = useTranslation();
  return ({ name, sex, birthDate, identifier }) => ({
    name: name || t('patients.unnamed'),
    rest: [
      sex && t(`patients.sex.${sex}`),
      birthDate && t('patients.born', { date: birthDate }),
      identifier && t('patients.number', { number: identifier.value }),
    ]
      .filter(Boolean)
      .join(' · '),
  });
}
