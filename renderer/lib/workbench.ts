/** State that the parts of the window share without knowing each other; the app hands it around. */
import type { DocumentFull } from '../../shared/domain/document.ts';
import type { Span } from '../../shared/domain/span.ts';
import type { AppError } from '../../shared/result.ts';
import type { Store } from './store.ts';

export type SaveState =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** Somebody else saved a newer revision; both texts are whole until one is chosen. */
  | { readonly kind: 'conflict'; readonly theirs: DocumentFull };

/** The model that highlights records besides the dictionary. */
export type ModelState =
  /** Nobody has asked yet, or since models changed. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'used'; readonly name: string }
  | { readonly kind: 'failed'; readonly error: AppError };

/** The document in the front tab. */
export interface ActiveDocument {
  readonly id: number;
  readonly title: string;
  /** Grows with every change of the text. */
  readonly version: number;
  readonly text: () => string;
  readonly chars: number;
  /** Mentions found in this or an earlier version; null before the first answer. */
  readonly mentions: number | null;
  readonly annotating: boolean;
  readonly model: ModelState;
  readonly save: SaveState;
  readonly mixedEol: boolean;
}

/** Words that speak for something (weight above 0) or against it, or one end of a relation. */
export type MarkedWords = Span & ({ readonly weight: number } | { readonly role: 'head' | 'tail' });

export type RightTab = 'diagnosis' | 'mentions' | 'values' | 'relations' | 'similar' | 'history';

export type TextAction = 'undo' | 'redo' | 'tabMovesFocus';

export type CorrectionCommand = 'mention' | 'remove' | 'never' | 'undo';

/** Requests that other parts may make to the editor. */
export interface EditorHandle {
  /** Opens a document's tab; `offset` is a place in its stored text. */
  open(id: number, offset?: number): void;
  /** Selects words of the active document as they stood in `version`. */
  reveal(span: Span, version: number): void;
  /**
   * Marks words of the active document as they stood in `version`, instead of those marked before; null: none. `bring`
   * brings the first ones into view.
   */
  mark(words: readonly MarkedWords[] | null, version: number, bring?: boolean): void;
  showTab(tab: RightTab): void;
  newDocument(): void;
  paste(): void;
  /** Opens files as records; without files asks for them. */
  openFiles(files?: readonly File[]): void;
  archive(): void;
  /** Opens the review of what identifies the patient of the active document. */
  deidentify(): void;
  save(): void;
  closeTab(): void;
  stepTab(direction: 1 | -1): void;
  stepMention(direction: 1 | -1): void;
  /** Asks which template or phrase goes to the cursor. */
  insertTemplate(): void;
  showEntityCard(): void;
  /** Corrects the highlight at the cursor or selection: opens the form, removes it, never marks its words, undoes. */
  correct(how: CorrectionCommand): void;
  find(): void;
  /** Does what Monaco has keys of its own for. */
  trigger(action: TextAction): void;
  focus(): void;
}

export type View = 'editor' | 'patients' | 'annotate' | 'train' | 'graph' | 'settings';

/** The annotation layer on screen. */
export interface ActiveLayer {
  readonly layer: Store<{
    readonly spans: { readonly length: number };
    readonly relations: { readonly length: number };
  }>;
  /** The layer's owner; null for the gold layer. */
  readonly person: string | null;
  readonly chars: number;
  /** Documents of the queue. */
  readonly documents: number;
  /** Documents of the queue that this person, or adjudication, has finished. */
  readonly done: number;
}
