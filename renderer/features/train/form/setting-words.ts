/** Names and explanations of settings and their choices. One without words is called by its own name. */
import { TASKS } from '../../../../shared/domain/tasks.ts';
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import { KIND_ROWS } from '../task-kinds.ts';

export interface SettingWords {
  name(setting: string): string;
  /** Empty where nobody has explained it. */
  help(setting: string): string;
  choice(setting: string, value: string): string;
  networkName(network: string): string;
  /** Empty where the name says it all. */
  networkHelp(network: string): string;
}

/** @param words all words of one language, by section */
export function settingWords(words: object, task: TrainingTask): SettingWords {
  const { kind: taskKind } = TASKS[task];
  const { sections } = KIND_ROWS[taskKind];
  const find = (...path: string[]): string | undefined => {
    for (const section of sections) {
      const found = wordAt(words, [section, ...path]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const kind = taskKind === 'entities' ? 'ner' : 'texts';
  const networkName = (network: string) => wordAt(words, ['networks', kind, network, 'name']) ?? network;
  const networkHelp = (network: string) => wordAt(words, ['networks', kind, network, 'about']) ?? '';
  const network = (value: string) =>
    [networkName(value), networkHelp(value)]
      .filter((part) => part !== '')
      .join(wordAt(words, ['networks', 'between']));
  return {
    name: (setting) => find('setting', setting, 'name') ?? setting,
    help: (setting) => find('setting', setting, 'help') ?? '',
    choice: (setting, value) =>
      setting === 'network' ? network(value) : (find(setting, value) ?? networkName(value)),
    networkName,
    networkHelp,
  };
}

function wordAt(words: object, path: readonly string[]): string | undefined {
  let at: unknown = words;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return typeof at === 'string' ? at : undefined;
}
