import type { Out } from '../../../../shared/contract/index.ts';
import { RecipeTask } from '../../../../shared/domain/recipes.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useDataSets } from '../../../api/training.ts';
import { type DraftReading, type RunDraft, readTexts, type SettingTexts, textsOf } from '../run-draft.ts';

/** Returns the id of the chosen training set where it is one of the task. */
export function useTrainSet({ task, train }: RunDraft): number | undefined {
  return (useDataSets().data ?? []).find((set) => set.id === train && set.task === task)?.id;
}

interface RecipeReading {
  readonly choices: Out<'runs.recipes'> | undefined;
  /** Settings of the chosen recipe, else those of the form. */
  readonly texts: SettingTexts;
  /** Without settings until those of a recipe are known. */
  readonly reading: DraftReading;
  readonly error: unknown;
}

/** Reads the settings of the form: those of its recipe, else those set by hand. */
export function useDraftReading(draft: RunDraft): RecipeReading {
  const { task, recipe } = draft;
  const train = useTrainSet(draft);
  const { data: choices, error } = useAnswer(
    'runs.recipes',
    train !== undefined && RecipeTask.safeParse(task).success && { train },
  );
  if (recipe === null)
    return { choices, texts: draft.texts, reading: readTexts(task, draft.texts), error: null };
  const settings = choices?.find((choice) => choice.recipe === recipe)?.settings;
  if (settings === undefined) return { choices, texts: draft.texts, reading: { problems: {} }, error };
  return { choices, texts: textsOf(task, settings), reading: { settings, problems: {} }, error };
}
