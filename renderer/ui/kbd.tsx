import { keyLabels } from '../lib/keyboard/keys.ts';
import { isMac } from '../lib/platform.ts';

/** The keys of a shortcut, as printed on the keyboard; nothing where there are none. */
export function Kbd({ shortcut }: { readonly shortcut: string }) {
  if (shortcut === '') return null;
  return (
    <span className="keys">
      {keyLabels(shortcut, isMac).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}

/** The same as text, for tooltips and sentences. */
export const keyText = (shortcut: string): string => keyLabels(shortcut, isMac).join(isMac ? '' : '+');
