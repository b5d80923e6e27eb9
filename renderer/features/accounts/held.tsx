import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../../api/accounts.ts';
import { GateCard } from './gate.tsx';

interface HeldProps {
  readonly owner: string;
  readonly name: string;
  readonly onDiscard: () => void;
}

/** Somebody else is in than who typed what this window could not save yet. */
export function Held({ owner, name, onDiscard }: HeldProps) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <GateCard title={t('accounts.held.title', { owner })} body={t('accounts.held.body', { owner, name })}>
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
    </GateCard>
  );
}
