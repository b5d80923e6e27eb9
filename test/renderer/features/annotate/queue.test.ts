/** States of documents in the queue. */
import { describe, expect, it } from 'vitest';
import { queueState } from '../../../../renderer/features/annotate/queue.ts';
import { QueueEntry } from '../../../../shared/domain/project.ts';

function stateWith(layer: object | null) {
  const own = { person: '甲', state: 'open', accepted: 0, suggested: 0, version: 0, updatedAt: '', ...layer };
  const head = { id: 1, name: 'd', position: 0, chars: 1, lockedAt: null, assigned: [] };
  return queueState(QueueEntry.parse({ ...head, layers: layer === null ? [] : [own] }), '甲');
}

describe('a document of the queue', () => {
  it.each([
    ['without a layer', null, 'fresh'],
    ['that was only opened', {}, 'fresh'],
    ['with the suggestions of its opening', { suggested: 3, version: 1 }, 'fresh'],
    ['with imported annotations', { accepted: 3, version: 1 }, 'open'],
    ['with a decided suggestion', { suggested: 2, accepted: 1, version: 2 }, 'open'],
    ['emptied again', { version: 2 }, 'open'],
    ['finished without annotations', { state: 'done' }, 'done'],
  ])('%s', (_case, layer, state) => {
    expect(stateWith(layer)).toBe(state);
  });
});
