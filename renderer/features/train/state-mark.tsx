import { useTranslation } from 'react-i18next';
import type { RunState } from '../../../shared/domain/training.ts';

/** State of a run: a word, and a sign whose shape differs as its colour does. */
export function StateMark({ state }: { readonly state: RunState }) {
  const { t } = useTranslation();
  return <span className={`run-state is-${state}`}>{t(`train.state.${state}`)}</span>;
}
