/** Permissions that views and commands need; they are hidden without them. */
import type { Method } from '../../../shared/contract/index.ts';
import { groupOf, SHORTCUTS, type ShortcutGroup, type ShortcutName } from '../../lib/keyboard/shortcuts.ts';
import type { View } from '../../lib/workbench.ts';

/** Method whose permission a view needs, in the order of the views; null: open to all. */
export const VIEW_NEEDS: Readonly<Record<View, Method | null>> = {
  editor: 'docs.list',
  patients: 'patients.list',
  annotate: 'annotation.queue',
  train: 'runs.start',
  graph: 'kg.search',
  settings: null,
};

const GROUP_NEEDS: Readonly<Record<ShortcutGroup, Method | null>> = {
  general: null,
  records: 'docs.create',
  editor: 'docs.list',
  annotate: 'annotation.queue',
  train: 'runs.start',
  graph: 'kg.import',
};

const GOES_TO: Readonly<Partial<Record<ShortcutName, View>>> = {
  goEditor: 'editor',
  goPatients: 'patients',
  goAnnotate: 'annotate',
  goTrain: 'train',
  goGraph: 'graph',
};

/** Permissions by command name; a command that is not listed needs none. */
export function commandNeeds(id: string): Method | null {
  if (!isShortcut(id)) return null;
  const view = GOES_TO[id];
  if (view !== undefined) return VIEW_NEEDS[view];
  return id === 'tour' ? VIEW_NEEDS.editor : GROUP_NEEDS[groupOf(id)];
}

const isShortcut = (id: string): id is ShortcutName => Object.hasOwn(SHORTCUTS, id);

type May = (method: Method) => boolean;

export const mayDo = (needs: Method | null, may: May): boolean => needs === null || may(needs);

/** The view that is wanted, or the first that is allowed. */
export function allowedView(wanted: View, may: May): View {
  if (mayDo(VIEW_NEEDS[wanted], may)) return wanted;
  // safe: the keys of the table
  const views = Object.keys(VIEW_NEEDS) as View[];
  return views.find((view) => mayDo(VIEW_NEEDS[view], may)) ?? 'settings';
}
