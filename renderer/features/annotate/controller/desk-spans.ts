/** Actions about spans and what is said of them. */
import type { ConceptLink, Fragment, Item, Span } from '../../../../shared/domain/annotation.ts';
import type { AttributeType, LabelType } from '../../../../shared/domain/annotation-schema.ts';
import { DeskCore } from './desk-core.ts';
import * as edits from './edits.ts';
import { type Edge, merged, movedEdge, nudged, without } from './fragments.ts';

export class SpanDesk extends DeskCore {
  /** A type's key: gives it to the selected words, else to the chosen span. */
  give(type: string): void {
    const words = this.selectedWords();
    const { span } = this;
    if (words !== null) this.#add(type, [words]);
    else if (span !== undefined) {
      this.lastType.set(type);
      this.perform(edits.setType(this.context(), span, type));
    } else this.events.say('selectWords');
  }

  #add(type: string, places: readonly Fragment[]): void {
    this.lastType.set(type);
    const context = this.context();
    const edit = edits.addSpan(context, type, places);
    if (edit === null) return this.events.say('twin');
    if (!this.perform(edit)) return;
    this.words.set(null);
    this.chosen.set(context.nextItem);
    this.view?.place(places.at(-1)?.end ?? 0);
  }

  /** Adds the selected words to the chosen span. */
  addFragment(): void {
    const { span } = this;
    const words = this.selectedWords();
    if (span === undefined) return this.events.say('chooseSpan');
    if (words === null) return this.events.say('selectWords');
    this.#resize(span, merged([...span.fragments, words]));
    this.words.set(null);
    this.view?.place(words.end);
  }

  /** Takes the selected words, or the fragment at the caret, out of the chosen span. */
  cutFragment(): void {
    const { span } = this;
    if (span === undefined) return this.events.say('chooseSpan');
    const caret = this.view?.caret() ?? 0;
    const cut =
      this.selectedWords() ??
      span.fragments.find(({ start, end }) => start <= caret && caret <= end) ??
      span.fragments.at(-1)!;
    const rest = without(span.fragments, cut);
    if (rest.length === 0) return this.events.say('lastFragment');
    this.#resize(span, rest);
    this.words.set(null);
    this.view?.place(rest[0]?.start ?? 0);
  }

  /** Moves an outer edge of the chosen span by one character. */
  nudge(edge: Edge, direction: 1 | -1): void {
    const { span } = this;
    if (span === undefined) return this.events.say('chooseSpan');
    const places = nudged(this.text, span.fragments, edge, direction);
    if (places === null) return this.events.say('noMore');
    this.#resize(span, places);
    this.view?.place(edge === 'start' ? (places[0]?.start ?? 0) : (places.at(-1)?.end ?? 0));
  }

  /** While an edge is dragged, and when it is let go. */
  drag(index: number, edge: Edge, offset: number, done: boolean): void {
    const { span } = this;
    if (span === undefined) return this.draft.set(null); // it was removed elsewhere meanwhile
    const places = movedEdge(span.fragments, index, edge, offset);
    if (!done) {
      if (places !== null) this.draft.set(places);
      return;
    }
    const last = places ?? this.draft.get();
    this.draft.set(null);
    if (last !== null) this.#resize(span, last);
  }

  /** An edge that was dragged stays where it was. */
  cancelDrag(): void {
    this.draft.set(null);
  }

  #resize(span: Span, places: readonly Fragment[]): void {
    this.perform(edits.resizeSpan(this.context(), span, places));
  }

  setAttribute(item: Item, attribute: AttributeType, value: string | null): void {
    this.perform(edits.setAttribute(this.context(), item, attribute, value));
  }

  /** The next value of an attribute of the chosen item. */
  turnAttribute(attribute: AttributeType): void {
    const { item } = this;
    if (item === undefined) return this.events.say('chooseSpan');
    if (attribute.kind === 'text') return;
    this.setAttribute(item, attribute, edits.nextValue(item, attribute));
  }

  setNote(item: Item, note: string): void {
    this.perform(edits.setNote(this.context(), item, note));
  }

  setLink(span: Span, link: ConceptLink | null): void {
    this.perform(edits.setLink(this.context(), span, link));
  }

  toggleLabel(label: LabelType): void {
    this.perform(edits.toggleLabel(this.context(), label, this.schema.labels));
  }
}
