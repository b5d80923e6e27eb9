/** Suggestions: made for other places of the same words, looked through, accepted or rejected. */
import { type Item, startOf, wordsOf } from '../../../../shared/domain/annotation.ts';
import type { Adjudication } from './adjudication.ts';
import type { AnnotationState } from './annotation-state.ts';
import * as edits from './edits.ts';
import { occurrencesOf, unmarked } from './occurrences.ts';
import type { Selection } from './selection.ts';

export class Suggestions {
  readonly #state: AnnotationState;
  readonly #selection: Selection;
  readonly #adjudication: Adjudication;

  constructor(state: AnnotationState, selection: Selection, adjudication: Adjudication) {
    this.#state = state;
    this.#selection = selection;
    this.#adjudication = adjudication;
  }

  /** Whether the list of items shows an item under its filter. */
  inList: (item: Item) => boolean = () => true;

  get all(): Item[] {
    return [...this.#state.layer.items.values()].filter(({ status }) => status === 'suggested');
  }

  /** Returns the selected words with the type used last, or those of the chosen span; says so when there are none. */
  wordsToMark(): { readonly words: string; readonly type: string } | null {
    const { span, text } = this.#state;
    const selected = this.#state.selectedWords();
    if (selected !== null)
      return { words: text.slice(selected.start, selected.end), type: this.#state.lastType.get() };
    if (span !== undefined) return { words: wordsOf(text, span), type: span.type };
    this.#state.events.say('selectWords');
    return null;
  }

  /** Marks every other place of the chosen span's words, or of the selected ones, as suggestions to look through. */
  markAll(): void {
    const wanted = this.wordsToMark();
    if (wanted === null) return;
    const { words, type } = wanted;
    const places = unmarked(occurrencesOf(this.#state.text, words), type, this.#state.layer.spans.spans);
    this.#state.perform(edits.markAll(this.#state.context(), type, words, places, true));
    this.#state.events.marked(places.length, words);
    if (places.length === 0) return;
    this.#state.words.set(null);
    this.review();
  }

  /** Goes through suggestions one by one, or stops doing so. */
  review(): void {
    if (this.all.length === 0) return this.#state.events.say('noSuggestions');
    this.#state.mode.set({ kind: 'review' });
    if (this.#state.item?.status !== 'suggested') this.#selection.stepSuggestion(1);
  }

  /** Accepts the chosen suggestion; in the gold layer the other readings of its group are removed. */
  accept(): void {
    const open = this.#adjudication.difference;
    if (open === undefined) return this.#decide('accept');
    this.#adjudication.takeReading(
      open.readings.findIndex(({ item }) => item?.id === this.#state.chosen.get()),
    );
  }

  reject(): void {
    if (this.#state.item?.status === 'suggested' && this.#adjudication.letGo(this.#state.item)) return;
    this.#decide('reject');
  }

  /** About the chosen suggestion, and on to the next in a review. */
  #decide(decision: 'accept' | 'reject'): void {
    const { item } = this.#state;
    if (item?.status !== 'suggested') return this.#state.events.say('noSuggestions');
    const reviewing = this.#state.mode.get().kind === 'review';
    const next = reviewing ? this.following(item) : null;
    if (!this.#state.perform(edits.decide(this.#state.context(), [item], decision))) return;
    if (next !== null && this.#state.layer.get(next) !== undefined) this.#selection.choose(next);
    else if (reviewing) {
      this.#state.mode.set({ kind: 'edit' });
      this.#state.events.say('reviewDone');
    }
    if (decision === 'reject' && next === null) this.#state.chosen.set(null);
  }

  /** Returns the id of the suggestion after this one, or null. */
  following(item: Item): number | null {
    const wanted = ({ status, id }: Item): boolean => status === 'suggested' && id !== item.id;
    const span =
      item.kind === 'span' ? this.#state.layer.spans.step(item, startOf(item), 1, wanted) : undefined;
    return (span ?? this.all.find(wanted))?.id ?? null;
  }

  /** Decides many suggestions as one edit. @param wanted absent: those that the list shows */
  decideAll(decision: 'accept' | 'reject', wanted = this.inList): void {
    // Readings of one group contradict each other: about them is decided group by group, or with the majority.
    const items = this.all.filter((item) => wanted(item) && !this.#adjudication.isReading(item));
    if (items.length === 0) return this.#state.events.say('noSuggestions');
    this.#state.perform(edits.decide(this.#state.context(), items, decision));
    if (this.all.length === 0 && this.#state.mode.get().kind === 'review')
      this.#state.mode.set({ kind: 'edit' });
    if (this.#state.item === undefined) this.#state.chosen.set(null);
  }
}
