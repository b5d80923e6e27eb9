import { App as AntApp, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isIn } from '../shared/domain/account.ts';
import { useActivity } from './api/accounts.ts';
import { useAppInfo, useSettings } from './api/system.ts';
import { AccountSwitchGuard } from './features/accounts/account-switch-guard.tsx';
import { SignInScreen } from './features/accounts/sign-in-screen.tsx';
import { useWindowOwner } from './features/accounts/use-window-owner.ts';
import { ServerChoice } from './features/network/server-choice.tsx';
import { Unlock } from './features/shell/unlock.tsx';
import { changeLanguage } from './i18n/index.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { ErrorNote } from './ui/error-note.tsx';
import { antdTheme, applyTheme, useThemeName } from './ui/theme.ts';
import { ThemeContext } from './ui/theme-context.ts';
import { preloadEditor, Window } from './window.tsx';

/** Language, theme, and whether the workspace is open and somebody is in: then the window itself. */
export function App() {
  const info = useAppInfo();
  const account = info.data?.account;
  const unlocked = info.data?.workspace.state === 'open';
  const { owner, held, dropped, discard } = useWindowOwner();
  const open = unlocked && account !== undefined && isIn(account) && held === null;
  useActivity(account);
  const wasOpen = useRef(open);
  wasOpen.current ||= open;
  const { settings, known } = useSettings(unlocked);
  const theme = useThemeName(settings.theme);
  const { language } = settings;

  useEffect(() => {
    if (account !== undefined) preloadEditor();
  }, [account]);
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    void changeLanguage(language);
  }, [language]);

  return (
    <ThemeContext value={theme}>
      <ConfigProvider
        theme={antdTheme(theme)}
        locale={language === 'zh' ? zhCN : enUS}
        button={{ autoInsertSpace: false }}
      >
        <AntApp className="app" message={{ maxCount: 3, top: 48 }} notification={{ bottom: 36, maxCount: 3 }}>
          <ErrorBoundary>
            {info.data === undefined ? (
              <Opening error={info.error} onRetry={() => void info.refetch()} />
            ) : (
              <>
                {/* Once open it stays, hidden, should it lock again: it may hold text not saved yet. */}
                {known && (open || wasOpen.current) && !dropped && (
                  <div className="window-holder" hidden={!open}>
                    <Window settings={settings} theme={theme} />
                  </div>
                )}
                {open && !known && <Opening error={null} onRetry={() => undefined} />}
                {!unlocked && <Unlock workspace={info.data.workspace} footer={<ServerChoice />} />}
                {unlocked && !open && held === null && (
                  <SignInScreen account={info.data.account} footer={<ServerChoice />} />
                )}
                {held !== null && <AccountSwitchGuard owner={owner} name={held} onDiscard={discard} />}
              </>
            )}
          </ErrorBoundary>
        </AntApp>
      </ConfigProvider>
    </ThemeContext>
  );
}

function Opening({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="unlock">
      {error === null ? (
        <p>{t('app.loading')}</p>
      ) : (
        <div>
          <ErrorNote error={error} onRetry={onRetry} />
          <ServerChoice />
        </div>
      )}
    </main>
  );
}
