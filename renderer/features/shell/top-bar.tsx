import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThemeName } from '../../../shared/appearance.ts';
import { useMay } from '../../api/accounts.ts';
import type { Language } from '../../lib/format.ts';
import type { Layout } from '../../lib/layout-store.ts';
import type { Store } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { View } from '../../lib/workbench.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd, keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { mayDo, VIEW_NEEDS } from './rights.ts';

interface TopBarProps {
  readonly view: View;
  readonly theme: ThemeName;
  readonly layout: Store<Layout>;
  /** The signed-in person, at the right end. */
  readonly person: ReactNode;
  readonly onView: (view: View) => void;
  readonly onPalette: () => void;
  readonly onTheme: (theme: ThemeName) => void;
  readonly onLanguage: (language: Language) => void;
}

const VIEWS = [
  { view: 'editor', shortcut: 'goEditor' },
  { view: 'patients', shortcut: 'goPatients' },
  { view: 'annotate', shortcut: 'goAnnotate' },
  { view: 'train', shortcut: 'goTrain' },
  { view: 'graph', shortcut: 'goGraph' },
  { view: 'settings', shortcut: 'goSettings' },
] as const;

/** Views at the left, one search for everything in the middle, language and theme at the right. */
export function TopBar({ view, theme, layout, person, onView, onPalette, onTheme, onLanguage }: TopBarProps) {
  const { t, i18n } = useTranslation();
  const keymap = useKeymap();
  const may = useMay();
  const views = VIEWS.filter(({ view: name }) => mayDo(VIEW_NEEDS[name], may));
  const otherLanguage = i18n.language === 'en' ? '中文' : 'EN';
  const otherTheme: ThemeName = theme === 'dark' ? 'light' : 'dark';
  return (
    <header className="top-bar">
      <div className="brand">
        <img src="./icon.svg" alt="" width={18} height={18} />
        <span>{t('app.name')}</span>
      </div>
      <nav className="views" aria-label={t('app.name')}>
        {views.map(({ view: name, shortcut }) => (
          <button
            key={name}
            type="button"
            data-testid={`view-${name}`}
            aria-current={name === view ? 'page' : undefined}
            title={keyText(keymap[shortcut])}
            onClick={() => onView(name)}
          >
            {t(`view.${name}`)}
          </button>
        ))}
      </nav>
      <button type="button" className="palette-button" data-testid="palette-open" onClick={onPalette}>
        <SearchOutlined />
        <span>{t('palette.open')}</span>
        <Kbd shortcut={keymap.palette} />
      </button>
      <div className="top-tools">
        {view === 'editor' && <PaneToggles layout={layout} />}
        <Button
          type="text"
          size="small"
          data-testid="language-switch"
          aria-label={`${otherLanguage} ${t('language.switch')}`}
          title={t('language.switch')}
          onClick={() => onLanguage(i18n.language === 'en' ? 'zh' : 'en')}
        >
          {otherLanguage}
        </Button>
        <IconButton
          label={t(otherTheme === 'dark' ? 'theme.toDark' : 'theme.toLight')}
          icon={otherTheme === 'dark' ? <MoonOutlined /> : <SunOutlined />}
          testId="theme-switch"
          onClick={() => onTheme(otherTheme)}
        />
        {person}
      </div>
    </header>
  );
}

/** Shows or hides the list of records and the right panel. */
function PaneToggles({ layout }: { readonly layout: Store<Layout> }) {
  const { t } = useTranslation();
  const { leftShown, rightShown } = useStore(layout);
  return (
    <>
      <IconButton
        label={t(leftShown ? 'editor.hideLeft' : 'editor.showLeft')}
        icon={leftShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        pressed={leftShown}
        testId="toggle-left"
        onClick={() => layout.update((now) => ({ ...now, leftShown: !leftShown }))}
      />
      <IconButton
        label={t(rightShown ? 'editor.hideRight' : 'editor.showRight')}
        icon={rightShown ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        pressed={rightShown}
        testId="toggle-right"
        onClick={() => layout.update((now) => ({ ...now, rightShown: !rightShown }))}
      />
    </>
  );
}
