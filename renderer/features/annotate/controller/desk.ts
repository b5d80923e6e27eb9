/** The annotator's desk with every action by name; suggestions here, the rest in what it extends. */
import { endOf, type Item, startOf, wordsOf } from '../../../../shared/domain/annotation.ts';
import { AdjudicationDesk } from './desk-adjudication.ts';
import * as edits from './edits.ts';
import { occurrencesOf, unmarked } from './occurrences.ts';

export class AnnotationDesk extends AdjudicationDesk {
  /** Enter: a span of the selected words, or yes to a suggestion, or the words of the chosen span to work on. */
  enter(): void {
    const { item } = this;
    if (this.selectedWords() !== null) this.give(this.lastType.get());
    else if (item?.status === 'suggested') this.accept();
    else if (item?.kind === 'span') this.selectWords({ start: startOf(item), end: endOf(item) });
    else this.events.say('selectWords');
  }

  /** Takes the chosen item away, and chooses none. */
  remove(): void {
    const { item } = this;
    if (item === undefined) return this.events.say('chooseSpan');
    if (item.status === 'suggested') return this.reject();
    const after = this.mode.get().kind === 'review' ? this.#following(item) : null;
    this.perform(edits.removeItems(this.context(), [item.id]));
    this.chosen.set(null);
    if (after !== null) this.choose(after);
  }

  get suggestions(): Item[] {
    return [...this.layer.items.values()].filter(({ status }) => status === 'suggested');
  }

  /** Marks every other place of the chosen span's words, or of the selected ones, as suggestions to look through. */
  markAll(): void {
    const { span } = this;
    const selected = this.selectedWords();
    if (selected === null && span === undefined) return this.events.say('selectWords');
    const type = selected === null ? span!.type : this.lastType.get();
    const words =
      selected === null ? wordsOf(this.text, span!) : this.text.slice(selected.start, selected.end);
    const places = unmarked(occurrencesOf(this.text, words), type, this.layer.spans.spans);
    this.perform(edits.markAll(this.context(), type, words, places, true));
    this.events.marked(places.length, words);
    if (places.length === 0) return;
    this.words.set(null);
    this.review();
  }

  /** Goes through suggestions one by one, or stops doing so. */
  review(): void {
    if (this.suggestions.length === 0) return this.events.say('noSuggestions');
    this.mode.set({ kind: 'review' });
    if (this.item?.status !== 'suggested') this.step(1, ({ status }) => status === 'suggested');
  }

  /** In the gold layer the other readings of its group go with it. */
  accept(): void {
    const open = this.difference;
    if (open === undefined) return this.#decide('accept');
    this.takeReading(open.readings.findIndex(({ item }) => item?.id === this.chosen.get()));
  }

  reject(): void {
    if (this.item?.status === 'suggested' && this.letGo(this.item)) return;
    this.#decide('reject');
  }

  /** About the chosen suggestion, and on to the next in a review. */
  #decide(decision: 'accept' | 'reject'): void {
    const { item } = this;
    if (item?.status !== 'suggested') return this.events.say('noSuggestions');
    const reviewing = this.mode.get().kind === 'review';
    const next = reviewing ? this.#following(item) : null;
    if (!this.perform(edits.decide(this.context(), [item], decision))) return;
    if (next !== null && this.layer.get(next) !== undefined) this.choose(next);
    else if (reviewing) {
      this.mode.set({ kind: 'edit' });
      this.events.say('reviewDone');
    }
    if (decision === 'reject' && next === null) this.chosen.set(null);
  }

  /** The suggestion after this one. */
  #following(item: Item): number | null {
    const wanted = ({ status, id }: Item): boolean => status === 'suggested' && id !== item.id;
    if (item.kind === 'span') return this.layer.spans.step(item, startOf(item), 1, wanted)?.id ?? null;
    return this.suggestions.find(wanted)?.id ?? null;
  }

  /** Many suggestions as one edit. */
  decideAll(decision: 'accept' | 'reject', wanted: (item: Item) => boolean = () => true): void {
    // Readings of one group contradict each other: about them is decided group by group, or with the majority.
    const items = this.suggestions.filter((item) => wanted(item) && !this.isReading(item));
    if (items.length === 0) return this.events.say('noSuggestions');
    this.perform(edits.decide(this.context(), items, decision));
    if (this.suggestions.length === 0 && this.mode.get().kind === 'review') this.mode.set({ kind: 'edit' });
    if (this.item === undefined) this.chosen.set(null);
  }
}
