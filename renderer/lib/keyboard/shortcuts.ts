/** Every command that can have keys, by group, with the keys it has unless somebody changes them; '' is none. */
import { ANNOTATE_SHORTCUTS } from './shortcuts-annotate.ts';

const GENERAL = {
  palette: 'Mod+K',
  shortcutHelp: '?',
  cheatSheet: '',
  goEditor: 'Alt+1',
  goAnnotate: 'Alt+2',
  goTrain: 'Alt+3',
  goGraph: 'Alt+4',
  goSettings: 'Alt+5',
  goPatients: 'Alt+6',
  nextPane: 'F6',
  previousPane: 'Shift+F6',
  lockWindow: 'Mod+Shift+L',
  signOut: '',
  changePassword: '',
  connectServer: '',
  toggleLanguage: '',
  toggleTheme: '',
  tour: '',
} as const;

const RECORDS = {
  newDocument: 'Alt+N',
  openFiles: 'Mod+O',
  paste: '',
  archiveRecord: '',
  deidentifyRecord: '',
  exportRecords: '',
} as const;

const EDITOR = {
  save: 'Mod+S',
  find: 'Mod+F',
  undo: 'Mod+Z',
  redo: 'Mod+Shift+Z',
  nextMention: 'F8',
  previousMention: 'Shift+F8',
  insertTemplate: 'Alt+T',
  entityCard: 'Mod+I',
  correctMention: 'Alt+C',
  removeMention: 'Alt+X',
  neverMark: 'Alt+Shift+X',
  undoCorrection: 'Alt+Z',
  closeTab: 'Alt+W',
  nextTab: 'Alt+PageDown',
  previousTab: 'Alt+PageUp',
  showDiagnosis: '',
  showMentions: '',
  showValues: '',
  showRelations: '',
  showHistory: '',
  toggleLeft: '',
  toggleRight: '',
  tabMovesFocus: 'Ctrl+M',
} as const;

const TRAIN = { newRun: '', goRuns: '', goDataSets: '', goModels: '' } as const;
const GRAPH = { importGraph: '' } as const;

const SHORTCUT_GROUPS = {
  general: GENERAL,
  records: RECORDS,
  editor: EDITOR,
  annotate: ANNOTATE_SHORTCUTS,
  train: TRAIN,
  graph: GRAPH,
} as const;
export type ShortcutGroup = keyof typeof SHORTCUT_GROUPS;
export type ShortcutName = { [G in ShortcutGroup]: keyof (typeof SHORTCUT_GROUPS)[G] }[ShortcutGroup];

interface GroupRules {
  /** The screen on which the keys act; null: on every screen. */
  readonly screen: 'editor' | 'annotate' | null;
  /** Letters and other keys that write may be given: they act while no text field has the focus. */
  readonly plainKeys: boolean;
}

/** Rules of each group. Commands of the editor cannot have plain keys, because a letter is text there. */
export const GROUP_RULES: Readonly<Record<ShortcutGroup, GroupRules>> = {
  general: { screen: null, plainKeys: true },
  records: { screen: null, plainKeys: false },
  editor: { screen: 'editor', plainKeys: false },
  annotate: { screen: 'annotate', plainKeys: true },
  train: { screen: null, plainKeys: true },
  graph: { screen: null, plainKeys: true },
};

// safe: the keys of these tables are exactly those names, by their types.
export const GROUP_NAMES = Object.keys(SHORTCUT_GROUPS) as readonly ShortcutGroup[];
export const SHORTCUT_NAMES: readonly { readonly group: ShortcutGroup; readonly name: ShortcutName }[] =
  GROUP_NAMES.flatMap((group) =>
    Object.keys(SHORTCUT_GROUPS[group]).map((name) => ({ group, name: name as ShortcutName })),
  );

/** The keys that each command has to begin with. */
export const SHORTCUTS: Readonly<Record<ShortcutName, string>> = {
  ...GENERAL,
  ...RECORDS,
  ...EDITOR,
  ...ANNOTATE_SHORTCUTS,
  ...TRAIN,
  ...GRAPH,
};

const GROUP_OF = new Map(SHORTCUT_NAMES.map(({ group, name }) => [name, group]));
export const groupOf = (name: ShortcutName): ShortcutGroup => GROUP_OF.get(name) ?? 'general';
