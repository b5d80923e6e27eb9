/** One annotated document: selection and mode. Knows neither Monaco nor React. */
import type { AdjudicationGroup } from '../../../../shared/domain/adjudication.ts';
import type { Item, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OpenDocument } from '../../../../shared/domain/project.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { PossibleRelation } from '../schema/type-letters.ts';
import type { Edit, EditContext } from './edits.ts';
import { trimmed } from './fragments.ts';
import type { LayerSession } from './layer-session.ts';

/** The text as it is shown; offsets are those of the stored text. */
export interface CaretView {
  caret(): number;
  /** Puts the caret without telling the controller, and brings it into view. */
  place(offset: number, words?: Span): void;
  /** Selects words, as with the mouse; tells the controller. */
  select(words: Span, backwards?: boolean): void;
  /** The end of the selection that moves. */
  head(): { readonly anchor: number; readonly head: number };
  focus(): void;
}

export type Mode =
  | { readonly kind: 'edit' }
  /** A relation's beginning is chosen, its other end not yet. */
  | { readonly kind: 'relate'; readonly from: number }
  /** Several types of relation are possible. */
  | {
      readonly kind: 'choose';
      readonly from: number;
      readonly to: number;
      readonly options: readonly PossibleRelation[];
    }
  /** Suggestions one by one. */
  | { readonly kind: 'review' };

/** Messages to the annotator, by the key of their words. */
type ControllerMessage =
  | 'locked'
  | 'reviewing'
  | 'selectWords'
  | 'chooseSpan'
  | 'twin'
  | 'noSuggestions'
  | 'reviewDone'
  | 'noRelationType'
  | 'relationTwin'
  | 'noMore'
  | 'lastFragment'
  | 'noItems'
  | 'chooseDifference'
  | 'cannotTake'
  | 'notOfWords'
  | 'allDecided';

export interface ControllerEvents {
  say(message: ControllerMessage): void;
  marked(count: number, words: string): void;
}

/** State that the parts of the annotation controller share, and the one way to make an edit. */
export class AnnotationState {
  readonly document: OpenDocument;
  readonly schema: AnnotationSchema;
  readonly session: LayerSession;
  readonly person: string;
  /** The item that actions are about. */
  readonly chosen: Store<number | null> = createStore<number | null>(null);
  /** Words selected in the text; null while the caret only stands. */
  readonly words: Store<Span | null> = createStore<Span | null>(null);
  readonly mode: Store<Mode> = createStore<Mode>({ kind: 'edit' });
  /** The type that Enter gives: the one given last. */
  readonly lastType: Store<string>;
  /** A place that is shown before it is given, as while an edge is dragged. */
  readonly draft: Store<readonly Span[] | null> = createStore<readonly Span[] | null>(null);
  /** The span that a relation would reach, while one is drawn with the mouse. */
  readonly target: Store<number | null> = createStore<number | null>(null);
  /** The layer is another person's. */
  readonly reviewing: boolean;
  /** The layer can only be read: its document is archived, or it is another person's. */
  readonly locked: boolean;
  /** The annotators' readings side by side, in the gold layer. */
  readonly groups: readonly AdjudicationGroup[];
  readonly events: ControllerEvents;
  /** The text on screen; null until it is shown. */
  view: CaretView | null = null;
  /** Adds to an edit what follows from it, before it is made. */
  completeEdit: (edit: Edit) => Edit = (edit) => edit;

  constructor(
    document: OpenDocument,
    schema: AnnotationSchema,
    person: string,
    session: LayerSession,
    events: ControllerEvents,
    groups: readonly AdjudicationGroup[] = [],
    reviewing = false,
  ) {
    this.document = document;
    this.schema = schema;
    this.person = person;
    this.session = session;
    this.events = events;
    this.groups = groups;
    this.reviewing = reviewing;
    this.locked = reviewing || document.lockedAt !== null;
    this.lastType = createStore(schema.spans[0]?.name ?? '');
  }

  attach(view: CaretView | null): void {
    this.view = view;
  }

  get text(): string {
    return this.document.text;
  }

  get layer() {
    return this.session.layer.get();
  }

  get item(): Item | undefined {
    return this.layer.get(this.chosen.get());
  }

  get span(): SpanItem | undefined {
    const { item } = this;
    return item?.kind === 'span' ? item : undefined;
  }

  /** The selected words without white space at their ends. */
  selectedWords(): Span | null {
    const words = this.words.get();
    return words && trimmed(this.text, words);
  }

  focus(): void {
    this.view?.focus();
  }

  dispose(): void {
    this.session.dispose();
  }

  /** Chooses nothing when the chosen item is gone. */
  keepChosen(): void {
    if (this.item === undefined) this.chosen.set(null);
  }

  /** False, and a message, while the document is locked. */
  mayEdit(): boolean {
    if (this.locked) this.events.say(this.reviewing ? 'reviewing' : 'locked');
    return !this.locked;
  }

  /** Makes an edit; false when there is none or the document is locked. */
  perform(edit: Edit | null): boolean {
    if (!this.mayEdit() || edit === null) return false;
    this.session.do(this.completeEdit(edit));
    return true;
  }

  context(): EditContext {
    return {
      layer: this.layer,
      text: this.text,
      nextItem: this.session.nextItem,
      person: this.person,
      at: new Date().toISOString(),
    };
  }
}
