import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDataSets } from '../../api/training.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTrain } from './train-context.ts';

interface StartStateProps {
  readonly title: string;
  readonly text: string;
  /** Shown while there are no data sets. */
  readonly textWithoutData: string;
  /** Name of the button that starts a training. */
  readonly start: string;
  readonly onStart: () => void;
}

/** Explains an empty list of trainings: data sets come first, then a training. */
export function StartState({ title, text, textWithoutData, start, onStart }: StartStateProps) {
  const { importData } = useTrain();
  const { t } = useTranslation();
  const isReady = (useDataSets().data?.length ?? 0) > 0;
  return (
    <EmptyState title={title} text={isReady ? text : textWithoutData}>
      <Button
        type="primary"
        data-testid={isReady ? undefined : 'empty-import'}
        onClick={isReady ? onStart : importData}
      >
        {isReady ? start : t('train.data.import')}
      </Button>
    </EmptyState>
  );
}
