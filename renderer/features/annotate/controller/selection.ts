/** Caret and choice: which item or words actions are about, and how to move among them. */
import { endOf, type Item, type SpanItem, startOf } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import type { AnnotationState } from './annotation-state.ts';
import { sentenceStarts, stepSentence } from './sentences.ts';

export class Selection {
  readonly #state: AnnotationState;
  #starts: readonly number[] | undefined;
  #cancelPull: (() => void) | null = null;

  constructor(state: AnnotationState) {
    this.#state = state;
  }

  /** Follows the caret after a mouse click or key. `again`: the click was where the caret stood already. */
  caretMoved(offset: number, words: Span | null, again = false): void {
    this.#state.words.set(words);
    if (words !== null) return;
    const here = this.#state.layer.spans.at(offset);
    const mode = this.#state.mode.get();
    const at = here.findIndex(({ id }) => id === this.#state.chosen.get());
    const next = again && at !== -1 ? here[(at + 1) % here.length] : at === -1 ? here[0] : here[at];
    if (mode.kind === 'choose') this.#state.mode.set({ kind: 'edit' });
    this.#state.chosen.set(next?.id ?? null);
  }

  /**
   * A click on the text. `meant` is the span whose own line or letter was hit, if one was; else it is the innermost one
   * of the character at `offset`, and with another click on what is chosen already the next one outwards.
   */
  click(offset: number | null, meant: SpanItem | undefined): void {
    if (meant === undefined && offset !== null) {
      const again = this.#state.layer.spans.at(offset).some(({ id }) => id === this.#state.chosen.get());
      return this.caretMoved(offset, null, again);
    }
    this.#state.words.set(null);
    if (this.#state.mode.get().kind === 'choose') this.#state.mode.set({ kind: 'edit' });
    this.#state.chosen.set(meant?.id ?? null);
  }

  /** A double click takes a word; one that is a span already is chosen, to be worked on. */
  doubleClick(offset: number | null, words: Span): void {
    const span = this.#state.layer.spans
      .at(offset ?? words.start)
      .find((one) => words.start <= startOf(one) && endOf(one) <= words.end);
    if (span === undefined) return;
    this.#state.view?.place(startOf(span));
    this.#state.words.set(null);
    this.#state.chosen.set(span.id);
  }

  /** Chooses an item where it is: the text stays where it stands. */
  chooseHere(id: number): void {
    this.#state.words.set(null);
    if (this.#state.mode.get().kind !== 'review') this.#state.mode.set({ kind: 'edit' });
    this.#state.chosen.set(id);
  }

  /** Starts a drag that Escape ends by calling `cancel`; null ends it. */
  pulling(cancel: (() => void) | null): void {
    this.#cancelPull = cancel;
  }

  choose(id: number | null): void {
    const item = this.#state.layer.get(id);
    this.#state.words.set(null);
    this.#state.chosen.set(item?.id ?? null);
    const span = item?.kind === 'relation' ? this.#state.layer.get(item.from) : item;
    if (span?.kind === 'span')
      this.#state.view?.place(startOf(span), { start: startOf(span), end: endOf(span) });
  }

  /** Chooses the next span around the caret, from the innermost outwards. */
  cycle(): void {
    const caret = this.#state.view?.caret() ?? 0;
    this.caretMoved(caret, null, true);
  }

  step(direction: 1 | -1, wanted: (item: SpanItem) => boolean = () => true): boolean {
    const next = this.#state.layer.spans.step(
      this.#state.span ?? null,
      this.#state.view?.caret() ?? 0,
      direction,
      wanted,
    );
    if (next === undefined) return false;
    this.choose(next.id);
    return true;
  }

  /** Chooses the next or previous suggestion, round and round: spans from the caret on, then relations and labels. */
  stepSuggestion(direction: 1 | -1): boolean {
    const isSuggested = ({ status }: Item): boolean => status === 'suggested';
    const { items, spans } = this.#state.layer;
    const others = [...items.values()].filter((item) => item.kind !== 'span' && isSuggested(item));
    const all = [...spans.spans.filter(isSuggested), ...others];
    const at = all.findIndex(({ id }) => id === this.#state.chosen.get());
    if (at === -1 && this.step(direction, isSuggested)) return true;
    const next = at === -1 ? all[0] : all.at((at + direction) % all.length);
    if (next === undefined) return false;
    this.choose(next.id);
    return true;
  }

  stepItem(direction: 1 | -1): void {
    const suggested = this.#state.mode.get().kind === 'review';
    const found = suggested ? this.stepSuggestion(direction) : this.step(direction);
    if (!found) this.#state.events.say(suggested ? 'noSuggestions' : 'noItems');
  }

  /** Puts the caret at the next or previous sentence; `extend` takes the words in between. */
  stepSentence(direction: 1 | -1, extend: boolean): void {
    const { view } = this.#state;
    if (view === null) return;
    this.#starts ??= sentenceStarts(this.#state.text);
    const { anchor, head } = view.head();
    const next = stepSentence(this.#starts, this.#state.text.length, head, direction);
    if (extend && next !== anchor)
      view.select({ start: Math.min(anchor, next), end: Math.max(anchor, next) }, next < anchor);
    else {
      view.place(next);
      this.caretMoved(next, null);
    }
  }

  /** Selects words in the text, as with the mouse. */
  selectWords(words: Span): void {
    this.#state.view?.select(words);
  }

  /** Leaves drag, mode, selection or choice, one at a call; false when there is none. */
  escape(): boolean {
    if (this.#cancelPull !== null) this.#cancelPull();
    else if (this.#state.mode.get().kind !== 'edit') this.#state.mode.set({ kind: 'edit' });
    else if (this.#state.words.get() !== null) {
      this.#state.view?.place(this.#state.view.caret());
      this.#state.words.set(null);
    } else if (this.#state.chosen.get() !== null) this.#state.chosen.set(null);
    else return false;
    return true;
  }
}
