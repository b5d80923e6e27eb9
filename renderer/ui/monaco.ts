/** Monaco with the few contributions a plain text needs, and its worker. Import it lazily: it is large. */
import * as monaco from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/placeholderText/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
import type { ThemeName } from '../../shared/appearance.ts';
import { PALETTES } from '../lib/palette.ts';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

for (const name of ['light', 'dark'] as const) {
  const p = PALETTES[name];
  monaco.editor.defineTheme(`meridian-${name}`, {
    base: name === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [],
    colors: {
      'editor.background': p.surface,
      'editor.foreground': p.text,
      'editor.lineHighlightBackground': '#00000000',
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': p.selection,
      'editor.inactiveSelectionBackground': p.selection,
      'editorLineNumber.foreground': p.muted,
      'editorLineNumber.activeForeground': p.text,
      'editorCursor.foreground': p.accent,
      'editorWidget.background': p.raised,
      'editorWidget.border': p.border,
      'editorOverviewRuler.border': '#00000000',
      'editor.findMatchBackground': `${p.warning}77`,
      'editor.findMatchBorder': p.warning,
      'editor.findMatchHighlightBackground': `${p.warning}33`,
      'editor.findRangeHighlightBackground': `${p.accent}22`,
      'editor.rangeHighlightBackground': '#00000000',
      'menu.background': p.raised,
      'menu.foreground': p.text,
      'menu.selectionBackground': p.selected,
      'menu.selectionForeground': p.text,
      'menu.border': p.border,
      'menu.separatorBackground': p.border,
      'widget.shadow': '#00000044',
      'input.background': p.surface,
      'input.border': p.rim,
      focusBorder: p.accent,
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': `${p.rim}66`,
      'scrollbarSlider.hoverBackground': `${p.rim}99`,
      'scrollbarSlider.activeBackground': `${p.rim}cc`,
      'diffEditor.insertedTextBackground': name === 'dark' ? '#2f6f4a66' : '#9fd8b455',
      'diffEditor.removedTextBackground': name === 'dark' ? '#8a3a3566' : '#f0b5ae66',
    },
  });
}

/** Monospaced digits so that values line up; Chinese falls through to the system's sans-serif. */
const FONT_EDITOR =
  '"Cascadia Mono", "SF Mono", Menlo, Consolas, "Noto Sans Mono", "DejaVu Sans Mono", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", monospace';

/** Lines to font size: room for lines below words and marks above them. */
export const LINE_HEIGHT = 1.85;

/** Options shared by the editor and the comparison of revisions. */
export const COMMON_OPTIONS: monaco.editor.IEditorOptions = {
  fontFamily: FONT_EDITOR,
  fontLigatures: '"liga" 0, "calt" 0, "pwid" 0', // wrapping reckons with full widths, `:lang(en)` asks for narrow ones
  wordWrap: 'on',
  wrappingStrategy: 'simple', // measured widths would be asked for every line of a long record
  minimap: { enabled: false },
  folding: false,
  glyphMargin: false,
  lineDecorationsWidth: 10,
  lineNumbersMinChars: 3,
  renderLineHighlight: 'none',
  renderWhitespace: 'none',
  guides: { indentation: false },
  matchBrackets: 'never',
  bracketPairColorization: { enabled: false },
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  quickSuggestions: false,
  links: false,
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
  unusualLineTerminators: 'off',
  wordSegmenterLocales: ['zh-CN'],
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  overviewRulerBorder: false,
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  cursorSmoothCaretAnimation: 'off',
  automaticLayout: true,
  fixedOverflowWidgets: true,
  scrollBeyondLastColumn: 0,
  scrollbar: { verticalScrollbarSize: 10, horizontal: 'hidden', useShadows: false },
  padding: { top: 8, bottom: 24 },
};

export const setMonacoTheme = (name: ThemeName): void => monaco.editor.setTheme(`meridian-${name}`);

export { monaco };
