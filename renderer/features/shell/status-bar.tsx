import { useTranslation } from 'react-i18next';
import { assertNever } from '../../../shared/assert.ts';
import { useAnswer } from '../../api/requests.ts';
import { useEngine, useJobs } from '../../api/system.ts';
import { useRuns } from '../../api/training.ts';
import { transport } from '../../api/transport.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatClock, formatCount, formatDuration, formatPercent, messageText } from '../../lib/format.ts';
import type { Store } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ActiveDocument, ActiveLayer, ModelState, SaveState, View } from '../../lib/workbench.ts';

interface StatusBarProps {
  readonly view: View;
  readonly active: Store<ActiveDocument | null>;
  /** The annotation layer on screen. */
  readonly layer: Store<ActiveLayer | null>;
  /** Asked for by a click on the state of saving. */
  readonly onSave: () => void;
  readonly onJobs: () => void;
  readonly onRun: (id: number) => void;
  readonly onExperiment: (id: number) => void;
}

/** Dictionary and engine at the left; at the right the document that is on screen. */
export function StatusBar({ view, active, layer, onSave, onJobs, onRun, onExperiment }: StatusBarProps) {
  const { t } = useTranslation();
  const engine = useEngine();
  const lost = useStore(transport.connection) === 'lost';
  const server = useStore(transport.servers)?.current ?? null;
  const running = useJobs().find((job) => job.state === 'running');
  return (
    <footer className="status-bar" data-testid="status-bar" role="contentinfo" aria-label={t('status.bar')}>
      {server !== null && (
        <span data-testid="status-server">
          {t('status.server', { address: server.address.replace('https://', '') })}
        </span>
      )}
      {lost && <span className="engine-state is-stopped">{t('status.lost')}</span>}
      {!lost && engine !== undefined && (
        <>
          <span data-testid="status-linker">
            {t('status.linker', { names: formatCount(engine.names), entities: formatCount(engine.entities) })}
          </span>
          <span
            className={`engine-state is-${engine.state}`}
            data-testid="status-engine"
            data-state={engine.state}
          >
            {t(`status.engine.${engine.state}`)}
          </span>
        </>
      )}
      {running !== undefined && (
        <button type="button" onClick={onJobs} data-testid="status-job">
          {t('status.job', { title: running.title, percent: percent(running.fraction) })}
        </button>
      )}
      <TrainingStatus onRun={onRun} />
      <ExperimentStatus onExperiment={onExperiment} />
      <span className="spacer" />
      {view === 'editor' && <DocumentStatus active={active} onSave={onSave} />}
      {view === 'annotate' && <LayerStatus active={layer} />}
      {view !== 'editor' && <UnsavedStatus active={active} onSave={onSave} />}
    </footer>
  );
}

const percent = (fraction: number | undefined): string =>
  fraction === undefined ? '…' : `${Math.floor(fraction * 100)} %`;

/** The run under way, or one that waits to be resumed; a click goes there. */
function TrainingStatus({ onRun }: Pick<StatusBarProps, 'onRun'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const runs = useRuns().data ?? [];
  const run =
    runs.find(({ state }) => state === 'running') ?? runs.find(({ state }) => state === 'interrupted');
  if (run === undefined) return null;
  const { progress } = run;
  const done =
    progress === undefined || progress.totalSteps === 0
      ? '…'
      : formatPercent(progress.step / progress.totalSteps);
  const eta = progress?.etaSeconds;
  return (
    <button
      type="button"
      onClick={() => onRun(run.id)}
      data-testid="status-run"
      data-state={run.state}
      title={run.name}
    >
      {run.state === 'interrupted'
        ? t('status.interrupted', { name: run.name })
        : t('status.training', { done })}
      {run.state === 'running' &&
        eta !== undefined &&
        ` · ${t('status.eta', { time: formatDuration(eta, language) })}`}
    </button>
  );
}

/** Shows how far a running experiment is. */
function ExperimentStatus({ onExperiment }: Pick<StatusBarProps, 'onExperiment'>) {
  const { t } = useTranslation();
  const all = useAnswer('experiments.list', {}).data ?? [];
  const one =
    all.find(({ state }) => state === 'running') ?? all.find(({ state }) => state === 'interrupted');
  if (one === undefined) return null;
  const { id, name, state, counts } = one;
  const values = { name, done: counts.finished, total: counts.total };
  return (
    <button
      type="button"
      onClick={() => onExperiment(id)}
      data-testid="status-experiment"
      data-state={state}
      title={name}
    >
      {t(state === 'interrupted' ? 'status.experimentInterrupted' : 'status.experiment', values)}
    </button>
  );
}

function DocumentStatus({ active, onSave }: Pick<StatusBarProps, 'active' | 'onSave'>) {
  const { t } = useTranslation();
  const document = useStore(active);
  if (document === null) return null;
  const { mentions, annotating, model, chars, save, mixedEol } = document;
  return (
    <>
      <ModelStatus model={model} />
      {mixedEol && <span title={t('status.mixedEolHint')}>{t('status.mixedEol')}</span>}
      <span data-testid="status-mentions">
        {mentions === null
          ? annotating && t('status.annotating')
          : t('status.mentions', { n: formatCount(mentions) })}
      </span>
      <span data-testid="status-chars">{t('status.chars', { n: formatCount(chars) })}</span>
      <SaveButton save={save} onSave={onSave} />
    </>
  );
}

function SaveButton({ save, onSave }: { readonly save: SaveState } & Pick<StatusBarProps, 'onSave'>) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`save-state is-${save.kind}`}
      data-testid="status-saved"
      data-state={save.kind}
      title={t('command.save')}
      onClick={onSave}
    >
      <SaveText save={save} />
    </button>
  );
}

/** A record that is not on screen says only what must not be overlooked: its text is not stored. */
function UnsavedStatus({ active, onSave }: Pick<StatusBarProps, 'active' | 'onSave'>) {
  const document = useStore(active);
  if (document === null || !['dirty', 'failed', 'conflict'].includes(document.save.kind)) return null;
  return (
    <>
      <span className="muted">{document.title}</span>
      <SaveButton save={document.save} onSave={onSave} />
    </>
  );
}

function LayerStatus({ active }: { readonly active: StatusBarProps['layer'] }) {
  const shown = useStore(active);
  return shown === null ? null : <LayerCounts shown={shown} />;
}

/** Shows the layer's owner, its counts, and the progress of the queue. */
function LayerCounts({ shown: { layer: store, person, chars, documents, done } }: { shown: ActiveLayer }) {
  const { t } = useTranslation();
  const layer = useStore(store);
  return (
    <>
      <span data-testid="status-layer">
        {person === null ? t('status.gold') : t('status.layerOf', { person })}
      </span>
      <span data-testid="status-items">
        {t('status.items', {
          spans: formatCount(layer.spans.length),
          relations: formatCount(layer.relations.length),
        })}
      </span>
      <span data-testid="status-layer-chars">{t('status.chars', { n: formatCount(chars) })}</span>
      <span data-testid="status-progress">{t('status.documents', { done, n: documents })}</span>
    </>
  );
}

/** The model that highlights besides the dictionary, or why it does not. */
function ModelStatus({ model }: { readonly model: ModelState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  switch (model.kind) {
    case 'unknown':
    case 'none':
      return null;
    case 'used':
      return (
        <span className="status-model" data-testid="status-model" title={t('status.modelHint')}>
          {t('status.model', { name: model.name })}
        </span>
      );
    case 'failed':
      return (
        <span
          className="status-model is-failed"
          data-testid="status-model"
          title={messageText(model.error.localized, language)}
        >
          {t('status.modelFailed')}
        </span>
      );
    default:
      return assertNever(model);
  }
}

function SaveText({ save }: { readonly save: SaveState }) {
  const { t } = useTranslation();
  if (save.kind === 'saved') return t('status.saved', { time: formatClock(save.at) });
  return t(`status.${save.kind}`);
}
