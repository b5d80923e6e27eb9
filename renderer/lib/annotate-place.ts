/** Where one is on the annotation screen; kept while other screens are shown. */
import type { Layer } from './annotation/layer.ts';
import { createStore, type Store } from './store.ts';

export type AnnotatePlace =
  | { readonly kind: 'projects' }
  | { readonly kind: 'new' }
  | { readonly kind: 'project'; readonly project: number }
  | { readonly kind: 'desk'; readonly project: number; readonly document: number | null }
  | {
      readonly kind: 'adjudicate';
      readonly project: number;
      readonly document: number | null;
      /** Where in the text to look first. */
      readonly at?: number;
    }
  /** What an edit decided about many differences. */
  | { readonly kind: 'decided'; readonly project: number; readonly edit: number };

/** The document on the desk. */
export interface ActiveLayer {
  /** Its items, as they are on screen. */
  readonly layer: Store<Layer>;
  /** Whose layer it is; null: the gold layer. */
  readonly person: string | null;
  readonly chars: number;
  /** Documents of the queue, and those of them that this person, or adjudication, has finished. */
  readonly documents: number;
  readonly done: number;
}

export interface AnnotateState {
  readonly place: Store<AnnotatePlace>;
  /** Null while no document is on the desk. */
  readonly active: Store<ActiveLayer | null>;
}

export const createAnnotateState = (): AnnotateState => ({
  place: createStore<AnnotatePlace>({ kind: 'projects' }),
  active: createStore<ActiveLayer | null>(null),
});
