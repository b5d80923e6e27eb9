import { Button } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Keymap } from '../../lib/keyboard/keymap.ts';
import { keysOf } from '../../lib/keyboard/keys.ts';
import type { ShortcutName } from '../../lib/keyboard/shortcuts.ts';
import { isMac } from '../../lib/platform.ts';
import { Kbd, keyText } from '../../ui/kbd.tsx';
import { conflictsOf, type Refusal, refusalOf } from './shortcut-rules.ts';

interface KeyCaptureProps {
  readonly name: ShortcutName;
  readonly keymap: Keymap;
  /** Gives keys to commands; several at once where one takes them from another. */
  readonly onKeys: (changes: readonly (readonly [ShortcutName, string])[]) => void;
  readonly onCancel: () => void;
}

type Pressed =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly keys: string; readonly why: Refusal }
  | { readonly kind: 'taken'; readonly keys: string; readonly by: readonly ShortcutName[] };

/** Waits for keys and says at once when they cannot be had, or who has them. */
export function KeyCapture({ name, keymap, onKeys, onCancel }: KeyCaptureProps) {
  const { t } = useTranslation();
  const [pressed, setPressed] = useState<Pressed>({ kind: 'waiting' });

  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return; // leaves, as everywhere
    event.preventDefault();
    event.stopPropagation();
    const keys = keysOf(event.nativeEvent, isMac);
    if (keys === null) return;
    if (keys === 'Escape') return onCancel();
    if (keys === 'Backspace') return onKeys([[name, '']]);
    const why = refusalOf(name, keys, isMac);
    if (why !== null) return setPressed({ kind: 'refused', keys, why });
    const by = conflictsOf(name, keys, keymap);
    if (by.length > 0) return setPressed({ kind: 'taken', keys, by });
    onKeys([[name, keys]]);
  };
  const command = t(`command.${name}`);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the whole ends it, wherever in it the focus was
    <div
      className="key-capture"
      data-testid="key-capture"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onCancel();
      }}
    >
      <button
        type="button"
        className="key-field"
        data-captures-keys
        data-testid="key-field"
        aria-label={t('shortcuts.changeOf', { command })}
        ref={(element) => element?.focus()}
        onKeyDown={press}
      >
        {pressed.kind === 'waiting' ? t('shortcuts.press') : <Kbd shortcut={pressed.keys} />}
      </button>
      <span className="muted">{t('shortcuts.pressHint')}</span>
      <div className="key-verdict" role="status">
        {pressed.kind === 'refused' && (
          <span className="state-bad" data-testid="key-refused">
            {t(`shortcuts.refused.${pressed.why}`, { keys: keyText(pressed.keys) })}
          </span>
        )}
        {pressed.kind === 'taken' && (
          <Taken name={name} keymap={keymap} keys={pressed.keys} by={pressed.by} onKeys={onKeys} />
        )}
      </div>
    </div>
  );
}

interface TakenProps extends Pick<KeyCaptureProps, 'name' | 'keymap' | 'onKeys'> {
  readonly keys: string;
  readonly by: readonly ShortcutName[];
}

/** Takes the keys from who has them, or gives them this command's in return. */
function Taken({ name, keymap, keys, by, onKeys }: TakenProps) {
  const { t } = useTranslation();
  const mine = keymap[name];
  const [other] = by;
  const canSwap =
    by.length === 1 &&
    other !== undefined &&
    mine !== '' &&
    refusalOf(other, mine, isMac) === null &&
    conflictsOf(other, mine, keymap).every((one) => one === name);
  return (
    <>
      <span data-testid="key-taken">
        {t('shortcuts.taken', {
          keys: keyText(keys),
          command: by.map((one) => t(`command.${one}`)).join(' · '),
        })}
      </span>
      <Button
        size="small"
        data-testid="key-take"
        onClick={() => onKeys([...by.map((one) => [one, ''] as const), [name, keys]])}
      >
        {t('shortcuts.takeOver')}
      </Button>
      {canSwap && (
        <Button
          size="small"
          data-testid="key-swap"
          onClick={() =>
            onKeys([
              [other, mine],
              [name, keys],
            ])
          }
        >
          {t('shortcuts.swap')}
        </Button>
      )}
    </>
  );
}
