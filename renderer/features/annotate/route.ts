/** Route within the annotation screen; kept while other screens are shown. */
import { createStore, type Store } from '../../lib/store.ts';
import type { ActiveLayer } from '../../lib/workbench.ts';

export type AnnotateRoute =
  | { readonly kind: 'projects' }
  | { readonly kind: 'new' }
  | { readonly kind: 'project'; readonly project: number }
  | { readonly kind: 'document'; readonly project: number; readonly document: number | null }
  /** A person's layer, to read. */
  | { readonly kind: 'review'; readonly project: number; readonly document: number; readonly person: string }
  | {
      readonly kind: 'adjudicate';
      readonly project: number;
      readonly document: number | null;
      /** Offset to show first. */
      readonly at?: number;
    }
  /** Outcome of a bulk decision. */
  | { readonly kind: 'decided'; readonly project: number; readonly edit: number };

export interface AnnotateState {
  readonly route: Store<AnnotateRoute>;
  /** Null while no document is on the controller. */
  readonly active: Store<ActiveLayer | null>;
}

export const createAnnotateState = (): AnnotateState => ({
  route: createStore<AnnotateRoute>({ kind: 'projects' }),
  active: createStore<ActiveLayer | null>(null),
});
