/** Decisions about many suggestions. */
import { expect, it } from 'vitest';
import type { Adjudication } from '../../../../../renderer/features/annotate/controller/adjudication.ts';
import type { AnnotationState } from '../../../../../renderer/features/annotate/controller/annotation-state.ts';
import type { Edit } from '../../../../../renderer/features/annotate/controller/edits.ts';
import { Layer } from '../../../../../renderer/features/annotate/controller/layer.ts';
import { Selection } from '../../../../../renderer/features/annotate/controller/selection.ts';
import { Suggestions } from '../../../../../renderer/features/annotate/controller/suggestions.ts';
import { createStore } from '../../../../../renderer/lib/store.ts';
import type { Item } from '../../../../../shared/domain/annotation.ts';
import { span } from '../annotate-items.ts';

it.each(['accept', 'reject'] as const)('%s all is about what the list shows under its filter', (decision) => {
  const items = [span(1, [[0, 2]], '症状'), span(2, [[3, 5]], '疾病')].map((item) => ({
    ...item,
    status: 'suggested' as const,
  }));
  const performed: Edit[] = [];
  const layer = Layer.of(items);
  const context = { text: '', layer, person: '甲', at: '', nextItem: 3 };
  const stand = {
    layer,
    context: () => context,
    perform: (edit: Edit) => performed.push(edit) > 0,
    mode: { get: () => ({ kind: 'edit' }) },
    chosen: { set: () => undefined },
    events: { say: () => undefined },
  };
  const suggestions = new Suggestions(
    stand as unknown as AnnotationState, // safe: the parts that decideAll uses
    {} as Selection, // safe: not used
    { isReading: () => false } as unknown as Adjudication, // safe: the part that decideAll uses
  );
  suggestions.inList = ({ type }) => type === '疾病';
  suggestions.decideAll(decision);
  expect(performed.map(({ changes }) => changes.map(({ id }) => id))).toEqual([[2]]);
  suggestions.inList = () => true;
  suggestions.decideAll(decision);
  expect(performed[1]?.changes.map(({ id }) => id)).toEqual([1, 2]);
});

it('a review goes through suggested spans, then relations, round and round, and on after each decision', () => {
  const relation = (id: number): Item => ({
    ...{ kind: 'relation', id, type: '治疗', from: 1, to: 2, attributes: {}, note: '', status: 'suggested' },
    provenance: { kind: 'human', name: '甲' },
  });
  const items = [
    span(1, [[0, 2]], '疾病'),
    { ...span(2, [[3, 5]], '药物'), status: 'suggested' as const },
    ...[3, 4].map(relation),
  ];
  const layer = Layer.of(items);
  const chosen = createStore<number | null>(1);
  const state = {
    layer,
    ...{ chosen, words: createStore(null), mode: createStore({ kind: 'review' }), view: null },
    get item() {
      return layer.get(chosen.get());
    },
    get span() {
      const item = layer.get(chosen.get());
      return item?.kind === 'span' ? item : undefined;
    },
  } as unknown as AnnotationState; // safe: the parts that a selection and a review use
  const selection = new Selection(state);
  const suggestions = new Suggestions(state, selection, {} as Adjudication); // safe: not used
  suggestions.review();
  const seen = [chosen.get()];
  for (const direction of [1, 1, 1, -1] as const) {
    selection.stepItem(direction);
    seen.push(chosen.get());
  }
  expect(seen).toEqual([2, 3, 4, 2, 4]);
  expect(suggestions.following(layer.get(2)!)).toBe(3);
  expect(suggestions.following(layer.get(4)!)).toBe(2);
});
