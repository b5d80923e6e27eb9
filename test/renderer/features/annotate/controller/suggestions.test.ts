/** Decisions about many suggestions. */
import { expect, it } from 'vitest';
import type { Adjudication } from '../../../../../renderer/features/annotate/controller/adjudication.ts';
import type { AnnotationState } from '../../../../../renderer/features/annotate/controller/annotation-state.ts';
import type { Edit } from '../../../../../renderer/features/annotate/controller/edits.ts';
import { Layer } from '../../../../../renderer/features/annotate/controller/layer.ts';
import type { Selection } from '../../../../../renderer/features/annotate/controller/selection.ts';
import { Suggestions } from '../../../../../renderer/features/annotate/controller/suggestions.ts';
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
