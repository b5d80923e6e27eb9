import { FileTextOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '../../../shared/domain/document.ts';
import type { EntityHit } from '../../../shared/domain/graph.ts';
import type { Command } from '../../lib/keyboard/commands.ts';
import { keysOfCommand } from '../../lib/keyboard/keymap.ts';
import { isMac } from '../../lib/platform.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';

export type PaletteItem = { readonly key: string; readonly run: () => void } & (
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'entity'; readonly hit: EntityHit }
  | { readonly kind: 'document'; readonly hit: SearchHit }
);

interface PaletteRowProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly picked: boolean;
  readonly onPick: () => void;
  readonly onPoint: () => void;
}

/** One thing that can be opened or done. */
export function PaletteRow({ id, item, picked, onPick, onPoint }: PaletteRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above owns the keys and names this row its active one
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={picked}
      className={picked ? 'palette-row is-picked' : 'palette-row'}
      data-testid="palette-item"
      data-kind={item.kind}
      ref={(element) => {
        if (picked) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onPick}
      onPointerMove={onPoint}
    >
      <Content item={item} />
    </div>
  );
}

function Content({ item }: { readonly item: PaletteItem }) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  switch (item.kind) {
    case 'command':
      return (
        <>
          <RightOutlined className="muted" />
          <span className="palette-name ellipsis">{item.command.name}</span>
          <Kbd shortcut={keysOfCommand(item.command, keymap, isMac)} />
        </>
      );
    case 'entity':
      return (
        <>
          <TypeBadge type={item.hit.type} />
          <span className="palette-name ellipsis">
            {item.hit.name}
            {item.hit.matched !== undefined && <span className="muted"> {item.hit.matched}</span>}
          </span>
          <span className="muted">{t('graph.degree', { n: item.hit.degree })}</span>
        </>
      );
    case 'document': {
      const snippet = item.hit.snippets[0];
      return (
        <>
          <FileTextOutlined className="muted" />
          <span className="palette-name ellipsis">
            {item.hit.document.title}
            {snippet !== undefined && (
              <span className="muted snippet">
                {snippet.before}
                <mark>{snippet.match}</mark>
                {snippet.after}
              </span>
            )}
          </span>
          <span className="muted">{t('palette.hits', { n: item.hit.count })}</span>
        </>
      );
    }
  }
}
