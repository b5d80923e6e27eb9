import { Tour as AntTour, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { RebuildButton } from './rebuild.tsx';

const find = (selector: string) => () => document.querySelector<HTMLElement>(selector) ?? document.body;

/** Three steps over the opened sample; leaving it at any point leaves it for good. */
export function Tour({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const [step, setStep] = useState(0);
  const keyName = (keys: string): string => (keys === '' ? t('app.none') : keyText(keys));
  const steps = [
    {
      title: t('tour.textTitle'),
      description: t('tour.text', { next: keyName(keymap.nextMention), card: keyName(keymap.entityCard) }),
      target: find('[data-testid="legend"]'),
      placement: 'top' as const,
    },
    {
      title: t('tour.diagnosisTitle'),
      description: t('tour.diagnosis'),
      target: find('[data-testid="diagnosis-panel"]'),
      placement: 'left' as const,
    },
    {
      title: t('tour.searchTitle'),
      description: t('tour.search', { palette: keyName(keymap.palette) }),
      target: find('[data-testid="palette-open"]'),
      placement: 'bottom' as const,
    },
  ];
  return (
    <AntTour
      open
      current={step}
      onChange={setStep}
      onClose={onDone}
      onFinish={onDone}
      steps={steps}
      gap={{ offset: 2, radius: 4 }}
      actionsRender={(_nodes, { current, total }) => (
        <>
          <Button size="small" type="text" data-testid="tour-skip" onClick={onDone}>
            {t('tour.skip')}
          </Button>
          {current === 0 && <RebuildButton />}
          {current > 0 && (
            <Button size="small" onClick={() => setStep(current - 1)}>
              {t('tour.previous')}
            </Button>
          )}
          <Button
            size="small"
            type="primary"
            autoFocus
            data-testid="tour-next"
            onClick={() => (current + 1 === total ? onDone() : setStep(current + 1))}
          >
            {current + 1 === total ? t('tour.finish') : t('tour.next')}
          </Button>
        </>
      )}
    />
  );
}
