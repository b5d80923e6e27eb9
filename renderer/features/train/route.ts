/** Route within the training console and its drafts; the window keeps them while other views are shown. */
import type { EvaluationOf } from '../../api/training.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { type GridDraft, startGrid } from './grid/grid-draft.ts';
import { ALL_ERRORS, type ErrorFilter } from './reports/error-list.ts';
import { type RunDraft, startDraft } from './run-draft.ts';
import { DEFAULT_SORT, type RunSort, type RunStateFilter } from './runs/run-list.ts';

export type RunTab = 'curves' | 'types' | 'calibration' | 'confusion' | 'errors' | 'settings';

export type SimilarityOf = { readonly model: number } | { readonly vectors: number };

export type TrainRoute =
  | { readonly kind: 'runs' }
  | { readonly kind: 'new' }
  /** Copies of the texts of the run in the form, with words filled by an encoder. */
  | { readonly kind: 'augment' }
  /** First sequences of the pre-training run in the form. */
  | { readonly kind: 'samples' }
  | { readonly kind: 'run'; readonly id: number }
  | { readonly kind: 'compare'; readonly ids: readonly number[] }
  | { readonly kind: 'grids' }
  | { readonly kind: 'grid-new' }
  | { readonly kind: 'grid'; readonly id: number }
  | { readonly kind: 'data' }
  | { readonly kind: 'models'; readonly id?: number }
  | { readonly kind: 'vectors' }
  | { readonly kind: 'batch' }
  | { readonly kind: 'vectors-new' }
  /** The words of one set of vectors: their neighbours and their picture. */
  | { readonly kind: 'vectors-set'; readonly id: number }
  /** Probing of an encoder by the graph. */
  | { readonly kind: 'probe'; readonly model: number }
  /** Attention pictures of an encoder. */
  | { readonly kind: 'attention'; readonly model: number }
  /** Similarity of an entity's names by a model or by vectors. */
  | { readonly kind: 'similarity'; readonly of: SimilarityOf }
  /** Evaluation of a model on a data set. */
  | ({ readonly kind: 'evaluation' } & EvaluationOf);

export interface RunTableState {
  readonly text: string;
  readonly states: RunStateFilter;
  readonly sort: RunSort;
  /** Runs picked for a comparison. */
  readonly picked: readonly number[];
}

/** Open parts of a run or evaluation, restored on return from the editor. */
export interface ReportView {
  readonly of: string;
  readonly tab: RunTab;
  readonly errors: ErrorFilter;
  /** Number of the error shown, in the report's list. */
  readonly chosen: number | null;
}

/** The view of that run or evaluation; the first tab where another one was open before. */
export const viewOf = (view: ReportView, of: string, first: RunTab): ReportView =>
  view.of === of ? view : { of, tab: first, errors: ALL_ERRORS, chosen: null };

export interface TrainState {
  readonly route: Store<TrainRoute>;
  readonly draft: Store<RunDraft>;
  readonly grid: Store<GridDraft>;
  readonly table: Store<RunTableState>;
  readonly view: Store<ReportView>;
}

export const createTrainState = (): TrainState => ({
  route: createStore<TrainRoute>({ kind: 'runs' }),
  draft: createStore<RunDraft>(startDraft()),
  grid: createStore<GridDraft>(startGrid()),
  table: createStore<RunTableState>({ text: '', states: 'all', sort: DEFAULT_SORT, picked: [] }),
  view: createStore<ReportView>({ of: '', tab: 'curves', errors: ALL_ERRORS, chosen: null }),
});
