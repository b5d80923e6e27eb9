/** Reserves keys for the focused element; commands do not get them. */
import { isPlain, partsOf } from './keys.ts';

/** `code`: Monaco with a text to write in; `field`: any other place for text; `control`: buttons, lists and the like. */
export type FocusKind = 'field' | 'code' | 'control' | 'list' | 'none';

const TYPED = /^(text|search|number|password|email|url|tel|date|time|datetime-local|month|week)$/;
const CONTROL =
  'button, a[href], summary, select, input, [role="button"], [role="switch"], [role="checkbox"], [role="radio"]';
const LIST =
  '[role="listbox"], [role="option"], [role="menu"], [role="menuitem"], [role="tree"], [role="treeitem"], [role="tab"], [role="slider"], [role="radiogroup"], [role="grid"], select, input[type="radio"], input[type="range"]';

/** Classifies an element for the keyboard; `data-plain-keys` around Monaco says that its text is not written in. */
export function focusKind(element: Element | null): FocusKind {
  if (element === null) return 'none';
  if (element.matches('.monaco-editor .native-edit-context, .monaco-editor textarea.inputarea'))
    return element.closest('[data-plain-keys]') === null ? 'code' : 'none';
  if (element.matches('textarea, [contenteditable=""], [contenteditable="true"]')) return 'field';
  if (element.matches('input') && TYPED.test(element.getAttribute('type') ?? 'text')) return 'field';
  if (element.closest(LIST) !== null) return 'list';
  return element.closest(CONTROL) === null ? 'none' : 'control';
}

/** Undo, clipboard, and moving by words or to the ends: text fields do these by themselves. */
function editsText(keys: string): boolean {
  if (/^Mod\+(Shift\+)?Z$|^Mod\+[YCXVA]$|^Shift\+(Insert|Delete)$/.test(keys)) return true;
  return /^(Mod\+|Alt\+)(Shift\+)?(Arrow(Left|Right|Up|Down)|Home|End|Backspace|Delete)$/.test(keys);
}

/** Tells whether keys may run a command while the element has the focus. */
export function mayRun(keys: string, focus: FocusKind): boolean {
  const key = partsOf(keys).at(-1)!;
  switch (focus) {
    case 'field':
      return !isPlain(keys) && !editsText(keys);
    case 'code':
      return !isPlain(keys);
    case 'list':
      return !isPlain(keys) || !/^(Enter|Space|Tab|Escape|Home|End|Arrow\w+|Page\w+)$/.test(key);
    case 'control':
      return !isPlain(keys) || !/^(Enter|Space|Tab|Escape)$/.test(key);
    case 'none':
      return true;
  }
}
