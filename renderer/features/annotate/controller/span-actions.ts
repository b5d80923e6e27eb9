/** Edits of spans: extent, type, attributes, note, link; and labels of the document. */
import type { ConceptLink, Item, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { AttributeType, LabelType } from '../../../../shared/domain/annotation-schema.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import type { AnnotationState } from './annotation-state.ts';
import * as edits from './edits.ts';
import { type Edge, merged, movedEdge, nudged, without } from './fragments.ts';

export class SpanActions {
  readonly #state: AnnotationState;

  constructor(state: AnnotationState) {
    this.#state = state;
  }

  /** A type's key: gives it to the selected words, else to the chosen span. */
  give(type: string): void {
    const words = this.#state.selectedWords();
    const { span } = this.#state;
    if (words !== null) this.#add(type, [words]);
    else if (span !== undefined) {
      this.#state.lastType.set(type);
      this.#state.perform(edits.setType(this.#state.context(), span, type));
    } else this.#state.events.say('selectWords');
  }

  #add(type: string, places: readonly Span[]): void {
    this.#state.lastType.set(type);
    const context = this.#state.context();
    const edit = edits.addSpan(context, type, places);
    if (edit === null) return this.#state.events.say('twin');
    if (!this.#state.perform(edit)) return;
    this.#state.words.set(null);
    this.#state.chosen.set(context.nextItem);
    this.#state.view?.place(places.at(-1)?.end ?? 0);
  }

  /** Adds the selected words to the chosen span. */
  addFragment(): void {
    const { span } = this.#state;
    const words = this.#state.selectedWords();
    if (span === undefined) return this.#state.events.say('chooseSpan');
    if (words === null) return this.#state.events.say('selectWords');
    this.#resize(span, merged([...span.fragments, words]));
    this.#state.words.set(null);
    this.#state.view?.place(words.end);
  }

  /** Takes the selected words, or the fragment at the caret, out of the chosen span. */
  cutFragment(): void {
    const { span } = this.#state;
    if (span === undefined) return this.#state.events.say('chooseSpan');
    const caret = this.#state.view?.caret() ?? 0;
    const cut =
      this.#state.selectedWords() ??
      span.fragments.find(({ start, end }) => start <= caret && caret <= end) ??
      span.fragments.at(-1)!;
    const rest = without(span.fragments, cut);
    if (rest.length === 0) return this.#state.events.say('lastFragment');
    this.#resize(span, rest);
    this.#state.words.set(null);
    this.#state.view?.place(rest[0]?.start ?? 0);
  }

  /** Moves an outer edge of the chosen span by one character. */
  nudge(edge: Edge, direction: 1 | -1): void {
    const { span } = this.#state;
    if (span === undefined) return this.#state.events.say('chooseSpan');
    const places = nudged(this.#state.text, span.fragments, edge, direction);
    if (places === null) return this.#state.events.say('noMore');
    this.#resize(span, places);
    this.#state.view?.place(edge === 'start' ? (places[0]?.start ?? 0) : (places.at(-1)?.end ?? 0));
  }

  /** While an edge is dragged, and when it is let go. */
  drag(index: number, edge: Edge, offset: number, done: boolean): void {
    const { span } = this.#state;
    if (span === undefined) return this.#state.draft.set(null); // it was removed elsewhere meanwhile
    const places = movedEdge(span.fragments, index, edge, offset);
    if (!done) {
      if (places !== null) this.#state.draft.set(places);
      return;
    }
    const last = places ?? this.#state.draft.get();
    this.#state.draft.set(null);
    if (last !== null) this.#resize(span, last);
  }

  /** An edge that was dragged stays where it was. */
  cancelDrag(): void {
    this.#state.draft.set(null);
  }

  #resize(span: SpanItem, places: readonly Span[]): void {
    this.#state.perform(edits.resizeSpan(this.#state.context(), span, places));
  }

  setAttribute(item: Item, attribute: AttributeType, value: string | null): void {
    this.#state.perform(edits.setAttribute(this.#state.context(), item, attribute, value));
  }

  /** The next value of an attribute of the chosen item. */
  turnAttribute(attribute: AttributeType): void {
    const { item } = this.#state;
    if (item === undefined) return this.#state.events.say('chooseSpan');
    if (attribute.kind === 'text') return;
    this.setAttribute(item, attribute, edits.nextValue(item, attribute));
  }

  setNote(item: Item, note: string): void {
    this.#state.perform(edits.setNote(this.#state.context(), item, note));
  }

  setLink(span: SpanItem, link: ConceptLink | null): void {
    this.#state.perform(edits.setLink(this.#state.context(), span, link));
  }

  toggleLabel(label: LabelType): void {
    this.#state.perform(edits.toggleLabel(this.#state.context(), label, this.#state.schema.labels));
  }
}
