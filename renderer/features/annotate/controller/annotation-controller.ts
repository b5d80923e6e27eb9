/** The annotation controller: one document's state, and its parts with every action by name. */
import { endOf, type SpanItem, startOf } from '../../../../shared/domain/annotation.ts';
import { Adjudication } from './adjudication.ts';
import { AnnotationState } from './annotation-state.ts';
import * as edits from './edits.ts';
import { RelationActions } from './relation-actions.ts';
import { Selection } from './selection.ts';
import { SpanActions } from './span-actions.ts';
import { Suggestions } from './suggestions.ts';

export class AnnotationController extends AnnotationState {
  readonly selection = new Selection(this);
  readonly spans = new SpanActions(this);
  readonly relations = new RelationActions(this);
  readonly adjudication = new Adjudication(this, this.selection);
  readonly suggestions = new Suggestions(this, this.selection, this.adjudication);

  /** Handles a click on the text: the other end of a relation that is being drawn, else a choice. */
  click(offset: number | null, meant: SpanItem | undefined): void {
    if (!this.relations.takeClick(offset, meant)) this.selection.click(offset, meant);
  }

  /** Enter: makes a span of the selected words, accepts a suggestion, or selects the words of the chosen span. */
  enter(): void {
    const { item } = this;
    if (this.selectedWords() !== null) this.spans.give(this.lastType.get());
    else if (item?.status === 'suggested') this.suggestions.accept();
    else if (item?.kind === 'span') this.selection.selectWords({ start: startOf(item), end: endOf(item) });
    else this.events.say('selectWords');
  }

  /** Removes the chosen item, or rejects it when it is a suggestion. */
  remove(): void {
    const { item } = this;
    if (item === undefined) return this.events.say('chooseSpan');
    if (item.status === 'suggested') return this.suggestions.reject();
    const after = this.mode.get().kind === 'review' ? this.suggestions.following(item) : null;
    this.perform(edits.removeItems(this.context(), [item.id]));
    this.chosen.set(null);
    if (after !== null) this.selection.choose(after);
  }

  undo(): void {
    if (!this.mayEdit()) return;
    this.session.undo();
    this.keepChosen();
  }

  redo(): void {
    if (!this.mayEdit()) return;
    this.session.redo();
    this.keepChosen();
  }
}
