import { Alert, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunSettings, TrainingTask } from '../../../../shared/domain/training.ts';
import { isRandomEncoder } from '../../../../shared/run-settings.ts';
import { useDataSets, useModels, useRuns, useStartRun } from '../../../api/training.ts';
import { GROUP_ORDER, type SettingGroup, settingsOf } from '../../../lib/form-settings.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { TrainRoute, TrainState } from '../route.ts';
import {
  changeSetting,
  type DraftReading,
  freeName,
  type RunDraft,
  readTexts,
  type SettingTexts,
  startDraft,
  switchTask,
  textsOf,
  usedKeys,
} from '../run-draft.ts';
import { CorpusChoice } from './corpus-choice.tsx';
import { DataChoice } from './data-choice.tsx';
import { needsEncoder } from './recipes.ts';
import { SettingField } from './setting-field.tsx';
import { settingsJson } from './settings-json.ts';
import { SettingsJsonDialog } from './settings-json-dialog.tsx';
import { TaskField } from './task-field.tsx';

interface NewRunPageProps {
  readonly state: TrainState;
  readonly go: (route: TrainRoute) => void;
  readonly onImportData: () => void;
}

/** The form of a new run. What is typed stays while one looks at other things. */
export function NewRunPage({ state, go, onImportData }: NewRunPageProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const draft = useStore(state.draft);
  const runs = useRuns().data ?? [];
  const models = useModels().data ?? [];
  const start = useStartRun();
  const [tried, setTried] = useState(false);
  const [pasting, setPasting] = useState(false);
  const sets = useDataSets().data ?? [];
  const Data = draft.task === 'pretrain' ? CorpusChoice : DataChoice;
  const reading = readTexts(draft.task, draft.texts);
  const change = (part: Partial<RunDraft>): void => state.draft.update((now) => ({ ...now, ...part }));
  const suggested = freeName(
    nameStem(draft),
    [...runs, ...models].map(({ name }) => name),
  );
  const name = draft.name ?? suggested;
  const encoders = models.filter(({ task }) => task === 'encoder').map((model) => model.name);

  const submit = (): void => {
    setTried(true);
    const { settings } = reading;
    const ofTask = (id: number | null): number | undefined =>
      sets.find((set) => set.id === id && set.task === draft.task)?.id;
    const train = ofTask(draft.train);
    const dev = ofTask(draft.dev) ?? (draft.task === 'pretrain' ? train : undefined);
    if (settings === undefined || train === undefined || dev === undefined || name.trim() === '') {
      requestAnimationFrame(focusFirstProblem);
      return;
    }
    start.mutate(
      { name: name.trim(), settings, train, dev },
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

  return (
    <form
      className="run-form"
      data-testid="run-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <header className="train-head">
        <h1>{t('train.newRun')}</h1>
        <span className="spacer" />
        <JsonButtons reading={reading} onPaste={() => setPasting(true)} />
        <Button data-testid="reset-form" onClick={() => state.draft.set(startDraft(draft.task))}>
          {t('train.form.reset')}
        </Button>
      </header>
      <div className="run-form-body">
        {draft.recipe !== null && needsEncoder(draft.recipe) && encoders.length === 0 && (
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
            task={draft.task}
            onTask={(task) => state.draft.update((now) => switchTask(now, task))}
          />
          <NameField name={name} tried={tried} onChange={(next) => change({ name: next })} />
          <Data draft={draft} tried={tried} onChange={change} onImportData={onImportData} />
        </section>
        <Groups
          task={draft.task}
          texts={draft.texts}
          reading={reading}
          encoders={encoders}
          onChange={(texts) => change({ texts })}
        />
      </div>
      <footer className="run-form-foot">
        {start.error !== null && <ErrorNote error={start.error} />}
        {tried && Object.keys(reading.problems).length > 0 && (
          <p className="field-error" role="alert">
            {t('train.form.problems', { n: Object.keys(reading.problems).length })}
          </p>
        )}
        <Button type="primary" htmlType="submit" loading={start.isPending} data-testid="start-run">
          {t('train.form.start')}
        </Button>
        <p className="muted">{t('train.form.startHint')}</p>
      </footer>
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
            }));
          }}
        />
      )}
    </form>
  );
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
  message?.closest('details')?.setAttribute('open', '');
  document.querySelector<HTMLElement>(`.run-form [aria-describedby~="${message?.id}"]`)?.focus();
}

interface NameFieldProps {
  readonly name: string;
  readonly tried: boolean;
  readonly onChange: (name: string) => void;
}

function NameField({ name, tried, onChange }: NameFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const missing = tried && name.trim() === '';
  return (
    <div className="setting-field">
      <label htmlFor={id}>{t('train.form.name')}</label>
      <Input
        id={id}
        value={name}
        maxLength={200}
        data-testid="run-name"
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
        {...(missing ? { status: 'error' as const, 'aria-invalid': true } : {})}
      />
      <p className={missing ? 'field-error' : 'muted'} id={`${id}-help`}>
        {t(missing ? 'train.form.nameMissing' : 'train.form.nameHelp')}
      </p>
    </div>
  );
}

interface GroupsProps {
  readonly task: TrainingTask;
  readonly texts: SettingTexts;
  readonly reading: DraftReading;
  readonly encoders: readonly string[];
  readonly onChange: (texts: SettingTexts) => void;
}

/** The settings that the network uses, by group; the rarely touched ones are folded away. */
function Groups({ task, texts, reading, encoders, onChange }: GroupsProps) {
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
        encoders={encoders}
        onChange={(value) => onChange(changeSetting(task, texts, key, value))}
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
  if (!folded) {
    return (
      <section className="setting-group">
        <h2>{t(`train.group.${group}`)}</h2>
        {children}
      </section>
    );
  }
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
