import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecipeTask } from '../../../../shared/domain/recipes.ts';
import { type ModelCard, type RunSettings, TrainingTask } from '../../../../shared/domain/training.ts';
import { isRandomEncoder } from '../../../../shared/run-settings.ts';
import { useDataSets, useModels, useRuns, useStartRun } from '../../../api/training.ts';
import { GROUP_ORDER, type SettingGroup, settingsOf } from '../../../lib/form-settings.ts';
import { useStore } from '../../../lib/use-store.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import {
  changeBeginning,
  changeSetting,
  type DraftReading,
  freeName,
  type RunDraft,
  type SettingTexts,
  startDraft,
  switchTask,
  textsOf,
  usedKeys,
} from '../run-draft.ts';
import { useTrain } from '../train-context.ts';
import { AblationDialog } from './ablation-dialog.tsx';
import { CorpusChoice } from './corpus-choice.tsx';
import { DataChoice } from './data-choice.tsx';
import { needsEncoder } from './presets.ts';
import { ByHand, Needs, RecipeChoice } from './recipe-choice.tsx';
import { RunForm } from './run-form.tsx';
import { SettingField } from './setting-field.tsx';
import { settingsJson } from './settings-json.ts';
import { SettingsJsonDialog } from './settings-json-dialog.tsx';
import { TaskField } from './task-field.tsx';
import { TextField } from './text-field.tsx';
import { useDraftReading } from './use-draft-reading.ts';

/** The form of a new run. What is typed stays while one looks at other things. */
export function NewRunPage() {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const draft = useStore(state.draft);
  const runs = useRuns().data ?? [];
  const models = useModels().data ?? [];
  const [pasting, setPasting] = useState(false);
  const Data = draft.task === 'pretrain' ? CorpusChoice : DataChoice;
  const { choices, texts, reading, error: recipeError } = useDraftReading(draft);
  const change = (part: Partial<RunDraft>): void => state.draft.update((now) => ({ ...now, ...part }));
  const suggested = freeName(
    nameStem({ ...draft, texts }),
    [...runs, ...models].map(({ name }) => name),
  );
  const name = draft.name ?? suggested;

  const recipeTask = RecipeTask.safeParse(draft.task).data;
  const { submit, sets, tried, error, busy } = useRunStart(reading, name);

  return (
    <RunForm
      title={t('train.newRun')}
      testId="run-form"
      error={error ?? recipeError}
      start={{ label: t('train.form.start'), testId: 'start-run', busy }}
      hint={t('train.form.startHint')}
      onSubmit={submit}
      tools={
        <>
          {draft.task === 'pretrain' && <PretrainTools settings={reading.settings} sets={sets} />}
          <JsonButtons reading={reading} onPaste={() => setPasting(true)} />
          <Button data-testid="reset-form" onClick={() => state.draft.set(startDraft(draft.task))}>
            {t('train.form.reset')}
          </Button>
        </>
      }
      notes={
        <>
          {tried && Object.keys(reading.problems).length > 0 && (
            <p className="field-error" role="alert">
              {t('train.form.problems', { n: Object.keys(reading.problems).length })}
            </p>
          )}
          <Needs
            draft={draft}
            settings={reading.settings}
            onBudget={({ steps, epochs }) =>
              change({ texts: { ...texts, steps: String(steps), epochs: String(epochs) } })
            }
          />
        </>
      }
    >
      {draft.recipe === null &&
        draft.preset !== null &&
        needsEncoder(draft.preset) &&
        models.every(({ task }) => task !== 'encoder') && (
          <Alert
            type="info"
            showIcon
            className="form-note"
            title={t('train.form.noEncoder')}
            action={<Button onClick={() => go({ kind: 'models' })}>{t('train.models.import')}</Button>}
          />
        )}
      <section className="setting-group">
        <h2>{t('train.form.what')}</h2>
        <TaskField
          tasks={TrainingTask.options}
          task={draft.task}
          onTask={(task) => state.draft.update((now) => switchTask(now, task))}
        />
        <TextField
          name={t('train.form.name')}
          value={name}
          testId="run-name"
          maxLength={200}
          help={t('train.form.nameHelp')}
          problem={tried && name.trim() === '' ? t('train.form.nameMissing') : undefined}
          onChange={(next) => change({ name: next })}
        />
        <Data draft={draft} tried={tried} onChange={change} />
      </section>
      {recipeTask !== undefined && (
        <RecipeChoice
          task={recipeTask}
          chosen={draft.recipe}
          choices={choices}
          onChoose={(recipe) => change({ recipe })}
        />
      )}
      <ByHand isRecipe={draft.recipe !== null}>
        <Groups
          task={draft.task}
          texts={texts}
          reading={reading}
          models={models}
          onChange={(changed) => change({ texts: changed, recipe: null })}
        />
      </ByHand>
      {pasting && (
        <SettingsJsonDialog
          task={draft.task}
          onClose={() => setPasting(false)}
          onSettings={(settings) => {
            setPasting(false);
            state.draft.update((now) => ({
              ...switchTask(now, settings.task),
              texts: textsOf(settings.task, settings),
              recipe: null,
              preset: null,
            }));
          }}
        />
      )}
    </RunForm>
  );
}

interface PretrainToolsProps {
  readonly settings: RunSettings | undefined;
  readonly sets: ReturnType<typeof useRunStart>['sets'];
}

/** Tools of pre-training before a start: a look at built samples, and an ablation of the form's settings. */
function PretrainTools({ settings, sets }: PretrainToolsProps) {
  const { t } = useTranslation();
  const { go } = useTrain();
  const [ablating, setAblating] = useState(false);
  const ready = settings !== undefined && sets !== undefined;
  return (
    <>
      <Button data-testid="look-at-samples" onClick={() => go({ kind: 'samples' })}>
        {t('pretrain.samples.look')}
      </Button>
      <Button
        data-testid="ablate"
        disabled={!ready}
        title={t('pretrain.ablation.hint')}
        onClick={() => setAblating(true)}
      >
        {t('pretrain.ablation.open')}
      </Button>
      {ablating && ready && (
        <AblationDialog settings={settings} sets={sets} onClose={() => setAblating(false)} />
      )}
    </>
  );
}

/** Starts the run of the form, or goes to the first field with a problem. */
function useRunStart(reading: DraftReading, name: string) {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const notices = useNotices();
  const draft = useStore(state.draft);
  const runs = useRuns().data ?? [];
  const all = useDataSets().data ?? [];
  const start = useStartRun();
  const [tried, setTried] = useState(false);
  const ofTask = (id: number | null): number | undefined =>
    all.find((set) => set.id === id && set.task === draft.task)?.id;
  const train = ofTask(draft.train);
  const dev = ofTask(draft.dev) ?? (draft.task === 'pretrain' ? train : undefined);
  const sets = train === undefined || dev === undefined ? undefined : { train, dev };
  const submit = (): void => {
    setTried(true);
    const { settings } = reading;
    if (settings === undefined || sets === undefined || name.trim() === '') {
      requestAnimationFrame(focusFirstProblem);
      return;
    }
    start.mutate(
      { name: name.trim(), settings, ...sets },
      {
        onSuccess: (run) => {
          const same = runs.find(({ configHash }) => configHash === run.configHash);
          if (same !== undefined) notices.note(t('train.form.sameConfig', { name: same.name }));
          state.draft.update((now) => ({ ...now, name: null }));
          go({ kind: 'run', id: run.id });
        },
      },
    );
  };
  return { submit, sets, tried, error: start.error, busy: start.isPending };
}

/** Returns the stem of a run's name: its network, or the encoder in pre-training. */
function nameStem({ task, texts }: RunDraft): string {
  if (task !== 'pretrain') return String(texts.network);
  const encoder = String(texts.encoder);
  return isRandomEncoder(encoder) ? `bert-${encoder}` : encoder;
}

/** Goes to the first field with a message, opening the group it lies in. */
function focusFirstProblem(): void {
  const message = document.querySelector('.run-form .field-error[id]');
  for (let group = message?.closest('details'); group; group = group.parentElement?.closest('details'))
    group.setAttribute('open', '');
  document.querySelector<HTMLElement>(`.run-form [aria-describedby~="${message?.id}"]`)?.focus();
}

interface GroupsProps {
  readonly task: TrainingTask;
  readonly texts: SettingTexts;
  readonly reading: DraftReading;
  readonly models: readonly ModelCard[];
  readonly onChange: (texts: SettingTexts) => void;
}

/** The settings that the network uses, by group; the rarely touched ones are folded away. */
function Groups({ task, texts, reading, models, onChange }: GroupsProps) {
  const used = usedKeys(task, texts);
  return GROUP_ORDER.map((group) => {
    const keys = settingsOf(task, group).filter((key) => used.includes(key));
    if (keys.length === 0) return null;
    const fields = keys.map((key) => (
      <SettingField
        key={key}
        task={task}
        setting={key}
        value={texts[key] ?? ''}
        problem={reading.problems[key]}
        models={models}
        onChange={(value) =>
          onChange(
            key === 'from'
              ? changeBeginning(task, texts, String(value), models)
              : changeSetting(task, texts, key, value, models),
          )
        }
      />
    ));
    const broken = keys.some((key) => reading.problems[key] !== undefined);
    return (
      <Group
        key={group}
        group={group}
        folded={group === 'optimisation' || group === 'advanced'}
        broken={broken}
      >
        {fields}
      </Group>
    );
  });
}

interface GroupProps {
  readonly group: SettingGroup;
  readonly folded: boolean;
  readonly broken: boolean;
  readonly children: React.ReactNode;
}

function Group({ group, folded, broken, children }: GroupProps) {
  const { t } = useTranslation();
  if (!folded)
    return (
      <section className="setting-group">
        <h2>{t(`train.group.${group}`)}</h2>
        {children}
      </section>
    );
  return (
    <details className="setting-group" data-testid={`group-${group}`}>
      <summary>
        <h2>{t(`train.group.${group}`)}</h2>
        {broken && <span className="field-error">{t('train.form.groupProblem')}</span>}
      </summary>
      {children}
    </details>
  );
}

interface JsonButtonsProps {
  readonly reading: DraftReading;
  readonly onPaste: () => void;
}

/** Settings in and out as JSON, the form that the command line takes. */
function JsonButtons({ reading: { settings }, onPaste }: JsonButtonsProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const copy = (whole: RunSettings): void =>
    void navigator.clipboard
      .writeText(settingsJson(whole))
      .then(() => notices.done(t('train.form.copied')), notices.fail);
  return (
    <>
      <Button data-testid="paste-settings" onClick={onPaste}>
        {t('train.form.paste')}
      </Button>
      <Button
        disabled={settings === undefined}
        data-testid="copy-settings"
        onClick={() => settings !== undefined && copy(settings)}
      >
        {t('train.form.copy')}
      </Button>
    </>
  );
}
