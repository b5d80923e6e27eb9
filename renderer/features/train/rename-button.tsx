import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import { useNotices } from '../../ui/use-notices.tsx';

interface RenameButtonProps {
  readonly name: string;
  /** Words of the button, of the dialog's title and of its field. */
  readonly words: { readonly button: string; readonly title: string; readonly label: string };
  readonly testId: string;
  readonly busy: boolean;
  readonly onRename: (name: string) => Promise<unknown>;
}

/** A button that asks for another name. */
export function RenameButton({ name, words, testId, busy, onRename }: RenameButtonProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button data-testid={testId} onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      {open && (
        <PromptDialog
          title={words.title}
          label={words.label}
          initial={name}
          submit={t('app.save')}
          maxLength={200}
          busy={busy}
          onCancel={() => setOpen(false)}
          onSubmit={(next) => void onRename(next.trim()).then(() => setOpen(false), notices.fail)}
        />
      )}
    </>
  );
}
