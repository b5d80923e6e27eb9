/** Runs in a table: which are shown and in what order. */
import { readsEncoder } from '../../../../shared/domain/front-settings.ts';
import { isUnfinished, type RunState, type RunSummary } from '../../../../shared/domain/training.ts';

export type RunColumn = 'state' | 'name' | 'network' | 'data' | 'best' | 'epochs' | 'speed' | 'time' | 'date';
export interface RunSort {
  readonly column: RunColumn;
  readonly descending: boolean;
}
export const DEFAULT_SORT: RunSort = { column: 'date', descending: true };

export type RunStateFilter = 'all' | 'unfinished' | RunState;

/** Returns the architecture of a run in one word: `bilstm-crf`, `bert-crf · mini`, `bigru · my-vectors`, `mlm+sop · mini`. */
export function networkName({ settings }: Pick<RunSummary, 'settings'>): string {
  if (settings.task === 'pretrain')
    return `mlm${settings.pair === 'none' ? '' : `+${settings.pair}`} · ${settings.encoder}`;
  const { network, encoder, front, vectors } = settings;
  if (readsEncoder(settings)) return `${network} · ${encoder}`;
  if (front !== 'vectors' || vectors === undefined) return network;
  return `${network} · ${vectors.split(/[\\/]/).at(-1)}`; // of a file its name
}

/** Runs in one of the states in which every word of the text stands somewhere. */
export function filterRuns(runs: readonly RunSummary[], text: string, states: RunStateFilter): RunSummary[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return runs.filter((run) => {
    if (states === 'unfinished' ? !isUnfinished(run.state) : states !== 'all' && run.state !== states)
      return false;
    const read = [run.name, networkName(run), run.train.name, run.dev.name].join('\n').toLowerCase();
    return words.every((word) => read.includes(word));
  });
}

/** Sorted by one column; runs that have nothing there come last, whichever the direction; newest first among equals. */
export const sortRuns = (runs: readonly RunSummary[], { column, descending }: RunSort): RunSummary[] =>
  runs
    .map((run) => ({ run, key: keyOf(run, column) }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined) {
        if (a.key !== b.key) return a.key === undefined ? 1 : -1;
        return b.run.id - a.run.id;
      }
      const order =
        typeof a.key === 'string' ? a.key.localeCompare(String(b.key), 'zh') : a.key - Number(b.key);
      return (descending ? -order : order) || b.run.id - a.run.id;
    })
    .map(({ run }) => run);

const STATE_RANK: Readonly<Record<RunState, number>> = {
  running: 0,
  queued: 1,
  paused: 2,
  interrupted: 3,
  failed: 4,
  cancelled: 5,
  finished: 6,
};

function keyOf(run: RunSummary, column: RunColumn): string | number | undefined {
  switch (column) {
    case 'state':
      return STATE_RANK[run.state];
    case 'name':
      return run.name;
    case 'network':
      return networkName(run);
    case 'data':
      return run.train.name;
    case 'best':
      return run.best?.score;
    case 'epochs':
      return run.progress?.epoch;
    case 'speed':
      return run.progress?.tokensPerSecond;
    case 'time':
      return run.progress?.seconds;
    case 'date':
      return run.createdAt;
  }
}

export type RunAction = 'pause' | 'resume' | 'cancel';

/** Returns the actions on a run. A run queued behind nothing was left by an earlier process. */
export function actionsOf(state: RunState, queuedBehind: boolean): readonly (RunAction | 'delete')[] {
  switch (state) {
    case 'queued':
      return [queuedBehind ? 'pause' : 'resume', 'cancel'];
    case 'running':
      return ['pause', 'cancel'];
    case 'paused':
    case 'interrupted':
      return ['resume', 'cancel', 'delete'];
    case 'failed':
      return ['resume', 'delete'];
    case 'finished':
    case 'cancelled':
      return ['delete'];
  }
}
