import type { KeyboardEvent } from 'react';

/** Left and right walk through the buttons of the fieldset that has the focus; false for any other key or place. */
export function walkButtons({ key, target }: KeyboardEvent): boolean {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || !(target instanceof HTMLButtonElement)) return false;
  const buttons = [...(target.closest('fieldset')?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(target);
  buttons.at((at + step) % buttons.length)?.focus();
  return at !== -1;
}
