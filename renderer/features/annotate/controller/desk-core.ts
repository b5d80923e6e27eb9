/**
 * One document on the annotator's desk: what is chosen and what is being done. Knows neither Monaco nor React: a view
 * shows the caret and tells where it goes.
 */

import type { AdjudicationGroup } from '../../../../shared/domain/adjudication.ts';
import type { Fragment, Item, Span } from '../../../../shared/domain/annotation.ts';
import { endOf, startOf } from '../../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OpenDocument } from '../../../../shared/domain/project.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { PossibleRelation } from '../schema/type-letters.ts';
import type * as edits from './edits.ts';
import { trimmed } from './fragments.ts';
import type { LayerSession } from './layer-session.ts';
import { sentenceStarts, stepSentence } from './sentences.ts';

/** The text as it is shown; offsets are those of the stored text. */
export interface DeskView {
  caret(): number;
  /** Puts the caret without telling the desk, and brings it into view. */
  place(offset: number, words?: Fragment): void;
  /** Selects words, as with the mouse; tells the desk. */
  select(words: Fragment, backwards?: boolean): void;
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

/** What the desk has to say, by the name of its words. */
export type DeskMessage =
  | 'locked'
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

export interface DeskEvents {
  say(message: DeskMessage): void;
  marked(count: number, words: string): void;
}

export class DeskCore {
  readonly document: OpenDocument;
  readonly schema: AnnotationSchema;
  readonly session: LayerSession;
  readonly person: string;
  /** The item that actions are about. */
  readonly chosen: Store<number | null> = createStore<number | null>(null);
  /** Words selected in the text; null while the caret only stands. */
  readonly words: Store<Fragment | null> = createStore<Fragment | null>(null);
  readonly mode: Store<Mode> = createStore<Mode>({ kind: 'edit' });
  /** The type that Enter gives: the one given last. */
  readonly lastType: Store<string>;
  /** A place that is shown before it is given, as while an edge is dragged. */
  readonly draft: Store<readonly Fragment[] | null> = createStore<readonly Fragment[] | null>(null);
  /** The span that a relation would reach, while one is drawn with the mouse. */
  readonly target: Store<number | null> = createStore<number | null>(null);
  readonly locked: boolean;
  /** What annotators made, side by side, when this is the gold layer. */
  readonly groups: readonly AdjudicationGroup[];
  protected readonly events: DeskEvents;
  protected view: DeskView | null = null;
  #starts: readonly number[] | undefined;
  #cancelPull: (() => void) | null = null;

  constructor(
    document: OpenDocument,
    schema: AnnotationSchema,
    person: string,
    session: LayerSession,
    events: DeskEvents,
    groups: readonly AdjudicationGroup[] = [],
  ) {
    this.document = document;
    this.schema = schema;
    this.person = person;
    this.session = session;
    this.events = events;
    this.groups = groups;
    this.locked = document.lockedAt !== null;
    this.lastType = createStore(schema.spans[0]?.name ?? '');
  }

  attach(view: DeskView | null): void {
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

  get span(): Span | undefined {
    const { item } = this;
    return item?.kind === 'span' ? item : undefined;
  }

  /** The caret went somewhere by itself: by mouse or by key. `again`: a click where it stood already. */
  caretMoved(offset: number, words: Fragment | null, again = false): void {
    this.words.set(words);
    if (words !== null) return;
    const here = this.layer.spans.at(offset);
    const mode = this.mode.get();
    const at = here.findIndex(({ id }) => id === this.chosen.get());
    const next = again && at !== -1 ? here[(at + 1) % here.length] : at === -1 ? here[0] : here[at];
    if (mode.kind === 'choose') this.mode.set({ kind: 'edit' });
    this.chosen.set(next?.id ?? null);
  }

  /**
   * A click on the text. `meant` is the span whose own line or letter was hit, if one was; else it is the innermost one
   * of the character at `offset`, and with another click on what is chosen already the next one outwards.
   */
  click(offset: number | null, meant: Span | undefined): void {
    if (meant === undefined && offset !== null) {
      const again = this.layer.spans.at(offset).some(({ id }) => id === this.chosen.get());
      return this.caretMoved(offset, null, again);
    }
    this.words.set(null);
    if (this.mode.get().kind === 'choose') this.mode.set({ kind: 'edit' });
    this.chosen.set(meant?.id ?? null);
  }

  /** A double click takes a word; one that is a span already is chosen, to be worked on. */
  doubleClick(offset: number | null, words: Fragment): void {
    const span = this.layer.spans
      .at(offset ?? words.start)
      .find((one) => words.start <= startOf(one) && endOf(one) <= words.end);
    if (span === undefined) return;
    this.view?.place(startOf(span));
    this.words.set(null);
    this.chosen.set(span.id);
  }

  /** Chooses an item where it is: the text stays where it stands. */
  chooseHere(id: number): void {
    this.words.set(null);
    if (this.mode.get().kind !== 'review') this.mode.set({ kind: 'edit' });
    this.chosen.set(id);
  }

  /** Something is being pulled with the mouse; Escape calls `cancel`. Null when it is let go. */
  pulling(cancel: (() => void) | null): void {
    this.#cancelPull = cancel;
  }

  /** Chooses an item and shows it. */
  choose(id: number | null): void {
    const item = this.layer.get(id);
    this.words.set(null);
    this.chosen.set(item?.id ?? null);
    const span = item?.kind === 'relation' ? this.layer.get(item.from) : item;
    if (span?.kind === 'span') this.view?.place(startOf(span), { start: startOf(span), end: endOf(span) });
  }

  /** The next one around the caret, from the innermost outwards. */
  cycle(): void {
    const caret = this.view?.caret() ?? 0;
    this.caretMoved(caret, null, true);
  }

  step(direction: 1 | -1, wanted: (item: Span) => boolean = () => true): boolean {
    const next = this.layer.spans.step(this.span ?? null, this.view?.caret() ?? 0, direction, wanted);
    if (next === undefined) return false;
    this.choose(next.id);
    return true;
  }

  stepItem(direction: 1 | -1): void {
    const suggested = this.mode.get().kind === 'review';
    const found = this.step(direction, ({ status }) => !suggested || status === 'suggested');
    if (!found) this.events.say(suggested ? 'noSuggestions' : 'noItems');
  }

  /** Puts the caret at the next or previous sentence; `extend` takes the words in between. */
  stepSentence(direction: 1 | -1, extend: boolean): void {
    const view = this.view;
    if (view === null) return;
    this.#starts ??= sentenceStarts(this.text);
    const { anchor, head } = view.head();
    const next = stepSentence(this.#starts, this.text.length, head, direction);
    if (extend && next !== anchor)
      view.select({ start: Math.min(anchor, next), end: Math.max(anchor, next) }, next < anchor);
    else {
      view.place(next);
      this.caretMoved(next, null);
    }
  }

  /** Selects words in the text, as with the mouse. */
  selectWords(words: Fragment): void {
    this.view?.select(words);
  }

  /** The selected words without white space at their ends. */
  protected selectedWords(): Fragment | null {
    const words = this.words.get();
    return words && trimmed(this.text, words);
  }

  undo(): void {
    if (!this.#mayEdit()) return;
    this.session.undo();
    this.keepChosen();
  }

  redo(): void {
    if (!this.#mayEdit()) return;
    this.session.redo();
    this.keepChosen();
  }

  /** Leaves what is being done, one thing after the other; false when there is nothing to leave. */
  escape(): boolean {
    if (this.#cancelPull !== null) this.#cancelPull();
    else if (this.mode.get().kind !== 'edit') this.mode.set({ kind: 'edit' });
    else if (this.words.get() !== null) {
      this.view?.place(this.view.caret());
      this.words.set(null);
    } else if (this.chosen.get() !== null) this.chosen.set(null);
    else return false;
    return true;
  }

  focus(): void {
    this.view?.focus();
  }

  dispose(): void {
    this.session.dispose();
  }

  protected keepChosen(): void {
    if (this.item === undefined) this.chosen.set(null);
  }

  #mayEdit(): boolean {
    if (this.locked) this.events.say('locked');
    return !this.locked;
  }

  protected perform(edit: edits.Edit | null): boolean {
    if (!this.#mayEdit() || edit === null) return false;
    this.session.do(edit);
    return true;
  }

  protected context(): edits.EditContext {
    return {
      layer: this.layer,
      text: this.text,
      nextItem: this.session.nextItem,
      person: this.person,
      at: new Date().toISOString(),
    };
  }
}
