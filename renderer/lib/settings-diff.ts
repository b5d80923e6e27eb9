/** Settings of several runs side by side. */
import type { NerSettings } from '../../shared/domain/training.ts';
import { applies, SETTING_ORDER, type SettingKey } from './ner-settings.ts';

export interface SettingRow {
  readonly key: SettingKey;
  /** A value a run; undefined where the setting has no effect on that run's network, or the run trains no tagger. */
  readonly values: readonly (NerSettings[SettingKey] | undefined)[];
  readonly differs: boolean;
}

/** One row a setting that at least one of the runs uses. */
export function diffSettings(runs: readonly (NerSettings | undefined)[]): SettingRow[] {
  return SETTING_ORDER.flatMap((key) => {
    const values = runs.map((settings) =>
      settings !== undefined && applies(key, settings) ? settings[key] : undefined,
    );
    if (values.every((value) => value === undefined)) return [];
    return [{ key, values, differs: new Set(values).size > 1 }];
  });
}
