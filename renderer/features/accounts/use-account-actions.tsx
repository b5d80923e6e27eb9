import { App } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountRequest } from '../../api/accounts.ts';
import { flushUnsaved } from '../../lib/unsaved.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export interface AccountActions {
  changePassword(): void;
  lock(): void;
  signOut(): void;
}

/** Actions of the signed-in person, and the dialog that one of them needs. */
export function useAccountActions(): { readonly actions: AccountActions; readonly dialog: ReactNode } {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const { mutate: lock } = useAccountRequest('account.lock');
  const { mutate: signOut } = useAccountRequest('account.signOut');
  const [changing, setChanging] = useState(false);
  const actions = useMemo(() => {
    const onError = (error: Error): void => notices.fail(error);
    return {
      changePassword: () => setChanging(true),
      lock: () => void flushUnsaved().then(() => lock({}, { onError })),
      signOut: async () => {
        if (await flushUnsaved()) return signOut({}, { onError });
        void modal.confirm({
          title: t('accounts.unsavedTitle'),
          content: t('accounts.unsavedBody'),
          okText: t('accounts.menu.signOut'),
          onOk: () => signOut({}, { onError }),
        });
      },
    };
  }, [t, modal, notices, lock, signOut]);
  return { actions, dialog: changing && <ChangePasswordDialog onClose={() => setChanging(false)} /> };
}
