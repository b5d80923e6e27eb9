import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAccountRequest } from '../../api/accounts.ts';
import { SignInCard } from './sign-in-screen.tsx';

interface AccountSwitchGuardProps {
  readonly owner: string;
  readonly name: string;
  readonly onDiscard: () => void;
}

/** Shown while another account is signed in than the one whose unsaved work this window holds. */
export function AccountSwitchGuard({ owner, name, onDiscard }: AccountSwitchGuardProps) {
  const { t } = useTranslation();
  const signOut = useAccountRequest('account.signOut');
  return (
    <SignInCard title={t('accounts.held.title', { owner })} body={t('accounts.held.body', { owner, name })}>
      <Button
        type="primary"
        block
        autoFocus
        loading={signOut.isPending}
        data-testid="held-sign-out"
        onClick={() => signOut.mutate({})}
      >
        {t('accounts.held.signOut', { owner })}
      </Button>
      <Button danger block data-testid="held-discard" onClick={onDiscard}>
        {t('accounts.held.discard')}
      </Button>
    </SignInCard>
  );
}
