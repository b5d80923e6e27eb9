import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface InterruptedNoteProps {
  readonly title: ReactNode;
  readonly testId: string;
  /** Buttons to show and to resume; absent on the page that has them already. */
  readonly buttons?: {
    readonly resumeTestId: string;
    readonly busy: boolean;
    readonly onShow: () => void;
    readonly onResume: () => void;
  };
}

/** Warns that a training's process ended without notice. Steps since the last checkpoint are lost. */
export function InterruptedNote({ title, testId, buttons }: InterruptedNoteProps) {
  const { t } = useTranslation();
  return (
    <Alert
      banner
      type="warning"
      className="interrupted"
      data-testid={testId}
      title={title}
      action={
        buttons && (
          <>
            <Button type="text" onClick={buttons.onShow}>
              {t('train.look')}
            </Button>
            <Button loading={buttons.busy} data-testid={buttons.resumeTestId} onClick={buttons.onResume}>
              {t('train.action.resume')}
            </Button>
          </>
        )
      }
    />
  );
}
