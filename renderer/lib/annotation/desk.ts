/**
 * One document on the annotator's desk: what is chosen, what is being done, and every action by name. Knows neither
 * Monaco nor React: a view shows the caret and tells where it goes.
 */

import type { AdjudicationGroup } from '../../../shared/domain/adjudication.ts';
import type { ConceptLink, Fragment, Item, Relation, Span } from '../../../shared/domain/annotation.ts';
import { endOf, startOf, wordsOf } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema, AttributeType, LabelType } from '../../../shared/domain/annotation-schema.ts';
import type { OpenDocument } from '../../../shared/domain/project.ts';
import { createStore, type Store } from '../store.ts';
import {
  groupOfItem,
  mergeReadings,
  type OpenGroup,
  openGroups,
  takeNone,
  takeReading,
} from './adjudication.ts';
import * as edits from './edits.ts';
import { type Edge, merged, movedEdge, nudged, trimmed, without } from './fragments.ts';
import type { LayerSession } from './layer-session.ts';
import { type PossibleRelation, relationsBetween } from './letters.ts';
import { occurrencesOf, unmarked } from './occurrences.ts';
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
  | 'allDecided';

export interface DeskEvents {
  say(message: DeskMessage): void;
  marked(count: number, words: string): void;
}

export class AnnotationDesk {
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
  readonly locked: boolean;
  /** What annotators made, side by side, when this is the gold layer. */
  readonly groups: readonly AdjudicationGroup[];
  readonly #events: DeskEvents;
  #view: DeskView | null = null;
  #starts: readonly number[] | undefined;

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
    this.#events = events;
    this.groups = groups;
    this.locked = document.lockedAt !== null;
    this.lastType = createStore(schema.spans[0]?.name ?? '');
  }

  attach(view: DeskView | null): void {
    this.#view = view;
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

  // — choosing

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

  /** Chooses an item and shows it. */
  choose(id: number | null): void {
    const item = this.layer.get(id);
    this.words.set(null);
    this.chosen.set(item?.id ?? null);
    const span = item?.kind === 'relation' ? this.layer.get(item.from) : item;
    if (span?.kind === 'span') this.#view?.place(startOf(span), { start: startOf(span), end: endOf(span) });
  }

  /** The next one around the caret, from the innermost outwards. */
  cycle(): void {
    const caret = this.#view?.caret() ?? 0;
    this.caretMoved(caret, null, true);
  }

  step(direction: 1 | -1, wanted: (item: Span) => boolean = () => true): boolean {
    const next = this.layer.spans.step(this.span ?? null, this.#view?.caret() ?? 0, direction, wanted);
    if (next === undefined) return false;
    this.choose(next.id);
    return true;
  }

  stepItem(direction: 1 | -1): void {
    const suggested = this.mode.get().kind === 'review';
    const found = this.step(direction, ({ status }) => !suggested || status === 'suggested');
    if (!found) this.#events.say(suggested ? 'noSuggestions' : 'noItems');
  }

  /** Puts the caret at the next or previous sentence; `extend` takes the words in between. */
  stepSentence(direction: 1 | -1, extend: boolean): void {
    const view = this.#view;
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
    this.#view?.select(words);
  }

  // — spans

  /** A type's key: gives it to the selected words, else to the chosen span. */
  give(type: string): void {
    const words = this.#selectedWords();
    const { span } = this;
    if (words !== null) this.#add(type, [words]);
    else if (span !== undefined) {
      this.lastType.set(type);
      this.#do(edits.setType(this.#context(), span, type));
    } else this.#events.say('selectWords');
  }

  /** Enter: a span of the selected words, or yes to a suggestion, or the words of the chosen span to work on. */
  enter(): void {
    const { item } = this;
    if (this.#selectedWords() !== null) this.give(this.lastType.get());
    else if (item?.status === 'suggested') this.accept();
    else if (item?.kind === 'span') this.selectWords({ start: startOf(item), end: endOf(item) });
    else this.#events.say('selectWords');
  }

  #selectedWords(): Fragment | null {
    const words = this.words.get();
    return words && trimmed(this.text, words);
  }

  #add(type: string, places: readonly Fragment[]): void {
    this.lastType.set(type);
    const context = this.#context();
    const edit = edits.addSpan(context, type, places);
    if (edit === null) return this.#events.say('twin');
    if (!this.#do(edit)) return;
    this.words.set(null);
    this.chosen.set(context.nextItem);
    this.#view?.place(places.at(-1)?.end ?? 0);
  }

  /** Takes the chosen item away, and chooses none. */
  remove(): void {
    const { item } = this;
    if (item === undefined) return this.#events.say('chooseSpan');
    if (item.status === 'suggested') return this.reject();
    const after = this.mode.get().kind === 'review' ? this.#following(item) : null;
    this.#do(edits.removeItems(this.#context(), [item.id]));
    this.chosen.set(null);
    if (after !== null) this.choose(after);
  }

  /** Adds the selected words to the chosen span. */
  addFragment(): void {
    const { span } = this;
    const words = this.#selectedWords();
    if (span === undefined) return this.#events.say('chooseSpan');
    if (words === null) return this.#events.say('selectWords');
    this.#resize(span, merged([...span.fragments, words]));
    this.words.set(null);
    this.#view?.place(words.end);
  }

  /** Takes the selected words, or the fragment at the caret, out of the chosen span. */
  cutFragment(): void {
    const { span } = this;
    if (span === undefined) return this.#events.say('chooseSpan');
    const caret = this.#view?.caret() ?? 0;
    const cut =
      this.#selectedWords() ??
      span.fragments.find(({ start, end }) => start <= caret && caret <= end) ??
      span.fragments.at(-1)!;
    const rest = without(span.fragments, cut);
    if (rest.length === 0) return this.#events.say('lastFragment');
    this.#resize(span, rest);
    this.words.set(null);
    this.#view?.place(rest[0]?.start ?? 0);
  }

  /** Moves an outer edge of the chosen span by one character. */
  nudge(edge: Edge, direction: 1 | -1): void {
    const { span } = this;
    if (span === undefined) return this.#events.say('chooseSpan');
    const places = nudged(this.text, span.fragments, edge, direction);
    if (places === null) return this.#events.say('noMore');
    this.#resize(span, places);
    this.#view?.place(edge === 'start' ? (places[0]?.start ?? 0) : (places.at(-1)?.end ?? 0));
  }

  /** While an edge is dragged, and when it is let go. */
  drag(index: number, edge: Edge, offset: number, done: boolean): void {
    const { span } = this;
    if (span === undefined) return;
    const places = movedEdge(span.fragments, index, edge, offset);
    if (!done) {
      if (places !== null) this.draft.set(places);
      return;
    }
    const last = places ?? this.draft.get();
    this.draft.set(null);
    if (last !== null) this.#resize(span, last);
  }

  #resize(span: Span, places: readonly Fragment[]): void {
    this.#do(edits.resizeSpan(this.#context(), span, places));
  }

  setAttribute(item: Item, attribute: AttributeType, value: string | null): void {
    this.#do(edits.setAttribute(this.#context(), item, attribute, value));
  }

  /** The next value of an attribute of the chosen item. */
  turnAttribute(attribute: AttributeType): void {
    const { item } = this;
    if (item === undefined) return this.#events.say('chooseSpan');
    if (attribute.kind === 'text') return;
    this.setAttribute(item, attribute, edits.nextValue(item, attribute));
  }

  setNote(item: Item, note: string): void {
    this.#do(edits.setNote(this.#context(), item, note));
  }

  setLink(span: Span, link: ConceptLink | null): void {
    this.#do(edits.setLink(this.#context(), span, link));
  }

  toggleLabel(label: LabelType): void {
    this.#do(edits.toggleLabel(this.#context(), label, this.schema.labels));
  }

  // — relations

  /** Marks the chosen span as the beginning; the second time makes the relation to what is chosen then. */
  relate(): void {
    const { span } = this;
    const mode = this.mode.get();
    if (this.schema.relations.length === 0) return this.#events.say('noRelationType');
    if (span === undefined) return this.#events.say('chooseSpan');
    if (mode.kind !== 'relate') this.mode.set({ kind: 'relate', from: span.id });
    else if (mode.from === span.id) this.mode.set({ kind: 'edit' });
    else this.join(mode.from, span.id);
  }

  /** A relation between two spans: at once where only one type fits, else the types to choose from. */
  join(from: number, to: number): void {
    const [a, b] = [this.layer.get(from), this.layer.get(to)];
    this.mode.set({ kind: 'edit' });
    if (a?.kind !== 'span' || b?.kind !== 'span' || a === b) return;
    const options = relationsBetween(this.schema.relations, a.type, b.type);
    const [only] = options;
    if (only === undefined) return this.#events.say('noRelationType');
    if (options.length === 1) this.makeRelation(a, b, only);
    else this.mode.set({ kind: 'choose', from, to, options });
  }

  makeRelation(a: Span, b: Span, { type, turned }: PossibleRelation): void {
    this.mode.set({ kind: 'edit' });
    const context = this.#context();
    const [from, to] = turned ? [b, a] : [a, b];
    const edit = edits.addRelation(context, type.name, from, to, type.symmetric);
    if (edit === null) return this.#events.say('relationTwin');
    if (this.#do(edit)) this.chosen.set(context.nextItem);
  }

  /** A key of a relation's type, while types are to be chosen or a relation is chosen. */
  giveRelation(name: string): void {
    const mode = this.mode.get();
    const { item } = this;
    if (mode.kind === 'choose') {
      const option = mode.options.find(({ type }) => type.name === name);
      const [a, b] = [this.layer.get(mode.from), this.layer.get(mode.to)];
      if (option !== undefined && a?.kind === 'span' && b?.kind === 'span') this.makeRelation(a, b, option);
    } else if (item?.kind === 'relation') this.setRelationType(item, name);
    else if (mode.kind === 'relate' && this.span !== undefined && this.span.id !== mode.from) {
      const [a, b] = [this.layer.get(mode.from), this.span];
      if (a?.kind !== 'span') return;
      const option = relationsBetween(this.schema.relations, a.type, b.type).find(
        ({ type }) => type.name === name,
      );
      if (option === undefined) this.#events.say('noRelationType');
      else this.makeRelation(a, b, option);
    } else this.relate();
  }

  setRelationType(relation: Relation, type: string): void {
    this.#do(edits.setType(this.#context(), relation, type));
  }

  turnRelation(): void {
    const { item } = this;
    if (item?.kind === 'relation') this.#do(edits.turnRelation(this.#context(), item));
  }

  // — suggestions

  get suggestions(): Item[] {
    return [...this.layer.items.values()].filter(({ status }) => status === 'suggested');
  }

  /** Marks every other place of the chosen span's words, or of the selected ones, as suggestions to look through. */
  markAll(): void {
    const { span } = this;
    const selected = this.#selectedWords();
    if (selected === null && span === undefined) return this.#events.say('selectWords');
    const type = selected === null ? span!.type : this.lastType.get();
    const words =
      selected === null ? wordsOf(this.text, span!) : this.text.slice(selected.start, selected.end);
    const places = unmarked(occurrencesOf(this.text, words), type, this.layer.spans.spans);
    this.#do(edits.markAll(this.#context(), type, words, places, true));
    this.#events.marked(places.length, words);
    if (places.length === 0) return;
    this.words.set(null);
    this.review();
  }

  /** Goes through suggestions one by one, or stops doing so. */
  review(): void {
    if (this.suggestions.length === 0) return this.#events.say('noSuggestions');
    this.mode.set({ kind: 'review' });
    if (this.item?.status !== 'suggested') this.step(1, ({ status }) => status === 'suggested');
  }

  accept(): void {
    this.#decide('accept');
  }

  reject(): void {
    this.#decide('reject');
  }

  /** About the chosen suggestion, and on to the next in a review. */
  #decide(decision: 'accept' | 'reject'): void {
    const { item } = this;
    if (item?.status !== 'suggested') return this.#events.say('noSuggestions');
    const reviewing = this.mode.get().kind === 'review';
    const next = reviewing ? this.#following(item) : null;
    if (!this.#do(edits.decide(this.#context(), [item], decision))) return;
    if (next !== null && this.layer.get(next) !== undefined) this.choose(next);
    else if (reviewing) {
      this.mode.set({ kind: 'edit' });
      this.#events.say('reviewDone');
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
    const items = this.suggestions.filter(wanted);
    if (items.length === 0) return this.#events.say('noSuggestions');
    this.#do(edits.decide(this.#context(), items, decision));
    if (this.suggestions.length === 0 && this.mode.get().kind === 'review') this.mode.set({ kind: 'edit' });
    if (this.item === undefined) this.chosen.set(null);
  }

  // — adjudication

  /** The groups that differ, with what the gold layer has of them. */
  openGroups(): OpenGroup[] {
    return openGroups(this.groups, this.layer);
  }

  /** About the group of the chosen item: one of its readings, all melted into one, or none of them. */
  settle(what: number | 'merge' | 'none'): void {
    const groups = this.openGroups();
    const group = groupOfItem(groups, this.chosen.get() ?? 0);
    if (group === undefined) return this.#events.say('chooseDifference');
    const context = this.#context();
    const edit =
      what === 'merge'
        ? mergeReadings(context, group)
        : what === 'none'
          ? takeNone(context, group)
          : takeReading(context, group, what);
    if (!this.#do(edit)) return;
    this.#keepChosen();
    this.nextDifference();
  }

  /** Chooses the first reading of the next group that waits for a decision, after the caret. */
  nextDifference(): void {
    const caret = this.#view?.caret() ?? 0;
    const open = this.openGroups().filter((group) => group.open);
    const placed = open.flatMap(({ readings }) => {
      const item = readings.find((one) => one.item?.status === 'suggested')?.item;
      if (item == null) return [];
      const from = item.kind === 'relation' ? this.layer.get(item.from) : item;
      return [{ id: item.id, at: from?.kind === 'span' ? startOf(from) : 0 }];
    });
    const next = placed.find(({ at }) => at >= caret) ?? placed[0];
    if (next !== undefined) return this.choose(next.id);
    this.chosen.set(null);
    this.#events.say('allDecided');
  }

  // — all else

  undo(): void {
    if (!this.#mayEdit()) return;
    this.session.undo();
    this.#keepChosen();
  }

  redo(): void {
    if (!this.#mayEdit()) return;
    this.session.redo();
    this.#keepChosen();
  }

  /** Leaves what is being done, one thing after the other; false when there is nothing to leave. */
  escape(): boolean {
    if (this.mode.get().kind !== 'edit') this.mode.set({ kind: 'edit' });
    else if (this.words.get() !== null) {
      this.#view?.place(this.#view.caret());
      this.words.set(null);
    } else if (this.chosen.get() !== null) this.chosen.set(null);
    else return false;
    return true;
  }

  focus(): void {
    this.#view?.focus();
  }

  dispose(): void {
    this.session.dispose();
  }

  #keepChosen(): void {
    if (this.item === undefined) this.chosen.set(null);
  }

  #mayEdit(): boolean {
    if (this.locked) this.#events.say('locked');
    return !this.locked;
  }

  #do(edit: edits.Edit | null): boolean {
    if (!this.#mayEdit() || edit === null) return false;
    this.session.do(edit);
    return true;
  }

  #context(): edits.EditContext {
    return {
      layer: this.layer,
      text: this.text,
      nextItem: this.session.nextItem,
      person: this.person,
      at: new Date().toISOString(),
    };
  }
}
