import { isMac } from '../lib/platform.ts';
import { keyLabels } from '../lib/shortcuts.ts';

/** The keys of a shortcut, as printed on the keyboard. */
export function Kbd({ shortcut }: { readonly shortcut: string }) {
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
