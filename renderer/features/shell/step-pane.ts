const FOCUSABLE = 'textarea, .native-edit-context, button:not([tabindex="-1"]), input, [tabindex="0"]';

/** Moves the focus to the first control of the next pane on screen. */
export function stepPane(direction: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  );
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes.at((at + direction) % panes.length);
  next?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}
