import {
  AuditOutlined,
  BgColorsOutlined,
  CloudServerOutlined,
  ExperimentOutlined,
  EyeInvisibleOutlined,
  FileProtectOutlined,
  InfoCircleOutlined,
  MacCommandOutlined,
  SafetyOutlined,
  SnippetsOutlined,
  TeamOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Method } from '../../../shared/contract/index.ts';
import { useMay } from '../../api/accounts.ts';
import { transport } from '../../api/transport.ts';
import { useStore } from '../../lib/use-store.ts';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Audit } from './audit.tsx';
import { Engine } from './engine.tsx';
import { Ranges } from './ranges.tsx';
import { Rules } from './rules.tsx';
import { SecondLook } from './second-look.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { Workspace } from './workspace.tsx';

type SectionName =
  | 'appearance'
  | 'workspace'
  | 'people'
  | 'network'
  | 'rules'
  | 'ranges'
  | 'templates'
  | 'deid'
  | 'engine'
  | 'audit'
  | 'shortcuts'
  | 'about';

const SECTIONS: readonly {
  readonly name: SectionName;
  readonly icon: ReactNode;
  /** Undefined: another feature's, which the window hands in. */
  readonly body?: ComponentType;
  /** Method that the section needs; without the permission it is hidden. */
  readonly needs?: Method;
}[] = [
  { name: 'appearance', icon: <BgColorsOutlined />, body: Appearance },
  { name: 'workspace', icon: <SafetyOutlined />, body: Workspace, needs: 'workspace.backup' },
  { name: 'people', icon: <TeamOutlined />, needs: 'accounts.list' },
  { name: 'network', icon: <CloudServerOutlined /> },
  { name: 'rules', icon: <EyeInvisibleOutlined />, body: Rules, needs: 'corrections.rules' },
  { name: 'ranges', icon: <ExperimentOutlined />, body: Ranges, needs: 'values.setRange' },
  { name: 'templates', icon: <SnippetsOutlined />, body: TemplateEditor, needs: 'templates.save' },
  { name: 'deid', icon: <FileProtectOutlined />, body: SecondLook, needs: 'deid.setLimits' },
  { name: 'engine', icon: <ThunderboltOutlined />, body: Engine },
  { name: 'audit', icon: <AuditOutlined />, body: Audit, needs: 'audit.list' },
  { name: 'shortcuts', icon: <MacCommandOutlined />, body: Shortcuts },
  { name: 'about', icon: <InfoCircleOutlined />, body: About },
];

/** Sections of other features, which the window hands in. */
type OtherSection = 'people' | 'network';

/** One section at a time, chosen at the left. */
export function SettingsPage({ others }: { readonly others: Readonly<Record<OtherSection, ComponentType>> }) {
  const { t } = useTranslation();
  const may = useMay();
  const canConnect = useStore(transport.servers)?.able === true;
  const sections = SECTIONS.filter(
    ({ name, needs }) => (needs === undefined || may(needs)) && (name !== 'network' || canConnect),
  );
  const [shown, setShown] = useState<SectionName>('appearance');
  return (
    <div className="settings-page">
      <nav className="settings-nav column" aria-label={t('view.settings')} data-pane="settings-nav">
        {sections.map(({ name, icon }) => (
          <button
            key={name}
            type="button"
            data-testid={`settings-nav-${name}`}
            aria-current={name === shown ? 'page' : undefined}
            onClick={() => setShown(name)}
          >
            {icon}
            {t(`settings.${name}`)}
          </button>
        ))}
      </nav>
      <main
        className="settings-main grow"
        data-pane="settings"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: sections without controls must scroll by key too
        tabIndex={0}
        aria-label={t(`settings.${shown}`)}
      >
        {sections
          .filter(({ name }) => name === shown)
          .map(({ name, body: Body = others[name === 'network' ? 'network' : 'people'] }) => (
            <section key={name} className="settings-section column" data-testid={`settings-${name}`}>
              <h1>{t(`settings.${name}`)}</h1>
              <Body />
            </section>
          ))}
      </main>
    </div>
  );
}
