/** Settings of several runs side by side. */
import type { RunSettings } from '../../../../shared/domain/training.ts';
import { applies } from '../../../../shared/run-settings.ts';
import { type SettingValue, settingOrder, settingValueOf } from '../../../lib/form-settings.ts';

export interface SettingRow {
  readonly key: string;
  /** A value a run; undefined where the setting has no effect on that run. */
  readonly values: readonly (SettingValue | undefined)[];
  readonly differs: boolean;
}

/** One row a setting that at least one of the runs uses. */
export function diffSettings(runs: readonly RunSettings[]): SettingRow[] {
  const keys = new Set(runs.flatMap((run) => ['task', ...settingOrder(run.task)]));
  const sameTask = new Set(runs.map(({ task }) => task)).size === 1;
  return [...keys].flatMap((key) => {
    if (key === 'task' && sameTask) return [];
    const values = runs.map((settings) =>
      applies(key, settings) ? settingValueOf(settings, key) : undefined,
    );
    if (values.every((value) => value === undefined)) return [];
    return [{ key, values, differs: new Set(values).size > 1 }];
  });
}
