import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountStatus } from '../../../shared/domain/account.ts';
import { ChoosePassword } from './choose-password.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInScreenProps {
  readonly account: AccountStatus;
  /** Stands below the form. */
  readonly footer: ReactNode;
}

/**
 * Replaces the window while nobody is signed in. Hides open dialogs too; being modal, it keeps the window's keys from
 * acting.
 */
export function SignInScreen({ account, footer }: SignInScreenProps) {
  const { t } = useTranslation();
  const [other, setOther] = useState(false);
  // The password that somebody has just signed in with, so that it need not be typed again to be replaced.
  const [typed, setTyped] = useState<string | null>(null);
  const { state, person } = account;
  useEffect(() => {
    if (state !== 'locked') setOther(false);
  }, [state]);
  if (state === 'new-password' && person !== null)
    return (
      <SignInCard title={t('accounts.chosen.title')} body={t('accounts.chosen.body')}>
        <ChoosePassword name={person.name} typed={typed} />
      </SignInCard>
    );
  const locked = state === 'locked' && person !== null && !other;
  return (
    <SignInCard
      title={t(locked ? 'accounts.locked.title' : 'accounts.signIn.title')}
      body={t(locked ? 'accounts.locked.body' : 'accounts.signIn.body')}
    >
      <SignInForm
        key={locked ? person.name : ''}
        person={locked ? person : null}
        {...(state === 'locked' ? { onOther: () => setOther(!other) } : {})}
        onTyped={setTyped}
      />
      {footer}
    </SignInCard>
  );
}

interface SignInCardProps {
  readonly title: string;
  readonly body: string;
  readonly children: ReactNode;
}

export function SignInCard({ title, body, children }: SignInCardProps) {
  useEffect(() => {
    document.body.classList.add('is-gated');
    return () => document.body.classList.remove('is-gated');
  }, []);
  return (
    <main className="unlock">
      <section
        className="unlock-card"
        role="dialog"
        aria-modal="true"
        aria-labelledby="gate-title"
        data-testid="gate"
      >
        <img src="./icon.svg" alt="" width={36} height={36} />
        <h1 id="gate-title">{title}</h1>
        <p>{body}</p>
        {children}
      </section>
    </main>
  );
}
