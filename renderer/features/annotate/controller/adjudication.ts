/** Adjudication: steps from difference to difference and decides each. */
import { type Decision, GoldPlan } from '../../../../shared/adjudication/gold-plan.ts';
import {
  differencesOf,
  groupOfItem,
  groupsInGold,
  type OpenGroup,
} from '../../../../shared/adjudication/groups-in-gold.ts';
import { type Item, startOf, wordsOf } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import type { AnnotationState } from './annotation-state.ts';
import type { Edit } from './edits.ts';
import type { Layer } from './layer.ts';
import type { Selection } from './selection.ts';

/** Name of a decision in the history. */
type Take = 'reading' | 'none' | 'merge' | 'own';

export class Adjudication {
  readonly #state: AnnotationState;
  readonly #selection: Selection;
  #seen: { readonly layer: Layer; readonly groups: readonly OpenGroup[] } | undefined;

  constructor(state: AnnotationState, selection: Selection) {
    this.#state = state;
    this.#selection = selection;
    state.completeEdit = (edit) => this.#withDecisions(edit);
  }

  get adjudicating(): boolean {
    return this.#state.groups.length > 0;
  }

  #groups(): readonly OpenGroup[] {
    const { layer } = this.#state;
    if (this.#seen?.layer !== layer)
      this.#seen = { layer, groups: groupsInGold(this.#state.groups, layer.items.values()) };
    return this.#seen.groups;
  }

  /** Returns the annotators' differences in the order of the text, with the gold layer's items. */
  differences(): readonly OpenGroup[] {
    return differencesOf(this.#groups());
  }

  /** The group that decisions are about. */
  get difference(): OpenGroup | undefined {
    return this.adjudicating ? groupOfItem(this.#groups(), this.#state.chosen.get() ?? 0) : undefined;
  }

  takeReading(number: number): void {
    this.#decide('reading', { take: 'readings', readings: [number] });
  }

  /** Keeps the chosen reading too, as a nested one; the others of its group still wait. */
  keepReading(): void {
    const chosen = this.#state.chosen.get();
    const reading = this.difference?.readings.findIndex(({ item }) => item?.id === chosen) ?? -1;
    this.#decide('reading', { take: 'also', reading });
  }

  takeNone(): void {
    this.#decide('none', { take: 'readings', readings: [] });
  }

  mergeReadings(extent: 'union' | 'shared'): void {
    this.#decide('merge', { take: 'merge', extent });
  }

  /** The selected words instead of what annotators marked there. */
  takeOwn(): void {
    const words = this.#state.selectedWords();
    if (words === null) return this.#state.events.say('selectWords');
    const open = this.difference ?? this.differences().find((one) => one.open && meets(one, words));
    if (open?.group.kind === 'span') this.#decide('own', { take: 'own', fragments: [words] }, open);
    else this.#state.events.say(open === undefined ? 'chooseDifference' : 'notOfWords');
  }

  /** True when the item is a reading whose group is still open. */
  isReading(item: Item): boolean {
    return item.status === 'suggested' && groupOfItem(this.#groups(), item.id) !== undefined;
  }

  /** Rejects one reading, while the others still wait. */
  letGo(item: Item): boolean {
    const reading = this.difference?.readings.findIndex((one) => one.item?.id === item.id) ?? -1;
    return reading >= 0 && this.#decide('none', { take: 'not', reading });
  }

  #decide(take: Take, decision: Decision, open = this.difference): boolean {
    if (open === undefined || !open.open) {
      this.#state.events.say('chooseDifference');
      return false;
    }
    const edit = this.#edit(open, take, decision);
    if (edit === null) {
      this.#state.events.say('cannotTake');
      return false;
    }
    const at = this.differences().indexOf(open);
    if (!this.#state.perform(edit)) return false;
    this.#state.words.set(null);
    this.#goTo(1, at - 1);
    return true;
  }

  #edit(open: OpenGroup, take: Take, decision: Decision): Edit | null {
    const { person, at, nextItem, layer } = this.#state.context();
    const plan = new GoldPlan({
      items: layer.items,
      groups: this.#groups(),
      schema: this.#state.schema,
      nextItem,
      person,
      at,
    });
    if (!plan.decide(open, decision)) return null;
    const { changes } = plan;
    const settled = changes.find(
      ({ before, after }) => after?.status === 'accepted' && before !== after,
    )?.after;
    return {
      action: 'adjudicate',
      detail: this.#detail(open, take, settled ?? null, changes.length),
      changes,
    };
  }

  #detail(open: OpenGroup, take: Take, settled: Item | null, count: number): Edit['detail'] {
    const [first] = open.readings;
    const about = settled ?? first?.reading;
    const readings = settled?.provenance.readings ?? first?.reading.votes ?? [];
    const annotators = [...new Set(readings.map(({ annotator }) => annotator))].join('、').slice(0, 200);
    const words = about?.kind === 'span' ? wordsOf(this.#state.text, about).slice(0, 60) : '';
    return { take, type: about?.type ?? '', words, annotators, count };
  }

  /** Decides the groups of readings that an edit accepts, in the same step. */
  #withDecisions(edit: Edit): Edit {
    if (edit.action === 'adjudicate' || !this.adjudicating) return edit;
    const changes = new Map(edit.changes.map((change) => [change.id, change]));
    for (const { before, after } of edit.changes) {
      if (before?.status !== 'suggested' || after?.status !== 'accepted') continue;
      const open = groupOfItem(this.#groups(), before.id);
      const decided = open && this.#edit(open, 'reading', { take: 'changed', item: after });
      for (const change of decided?.changes ?? [])
        if (!changes.has(change.id)) changes.set(change.id, change);
    }
    return { ...edit, changes: [...changes.values()] };
  }

  /** Chooses the next or previous group that waits for a decision; from the caret where none is chosen. */
  stepDifference(direction: 1 | -1): void {
    const all = this.differences();
    const open = this.difference;
    const at = open === undefined ? -1 : all.indexOf(open);
    if (at >= 0) return this.#goTo(direction, at);
    const caret = this.#state.view?.caret() ?? 0;
    const after = all.findIndex((one) => one.open && this.#placeOf(one) >= caret);
    if (after < 0) this.#goTo(direction, direction === 1 ? -1 : all.length);
    else this.#goTo(direction, direction === 1 ? after - 1 : after);
  }

  /** Moves from a difference to the nearest open one, round the end of the text. */
  #goTo(direction: 1 | -1, from: number): void {
    const all = this.differences();
    for (let n = 1; n <= all.length; n++) {
      const one = all[(from + direction * n + 2 * all.length) % all.length]!;
      const item = one.open
        ? one.readings.find((reading) => reading.item?.status === 'suggested')?.item
        : null;
      if (item != null) return this.#selection.choose(item.id);
    }
    this.#state.chosen.set(null);
    this.#state.events.say('allDecided');
  }

  /** Labels of the document come before all of it. */
  #placeOf({ readings }: OpenGroup): number {
    const item = readings.find((one) => one.item?.status === 'suggested')?.item;
    const span = item?.kind === 'relation' ? this.#state.layer.get(item.from) : item;
    return span?.kind === 'span' ? startOf(span) : 0;
  }

  /** Puts the caret somewhere in the text, as after a jump from a list. */
  lookAt(offset: number): void {
    this.#state.view?.place(offset);
    this.#selection.caretMoved(offset, null);
  }
}

const meets = ({ group }: OpenGroup, { start, end }: Span): boolean =>
  group.readings.some(
    (reading) =>
      reading.kind === 'span' && reading.fragments.some((one) => one.start < end && start < one.end),
  );
