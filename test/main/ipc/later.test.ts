import { describe, expect, it } from 'vitest';
import { later, methodsOf } from '../../../main/ipc/later.ts';
import { contract } from '../../../shared/contract/index.ts';

describe('handlers of an area', () => {
  it('are those whose names begin with it', () => {
    const named = Object.keys(contract).filter((method) => /^(?:runs|vectors)\./.test(method));
    expect(methodsOf('runs', 'vectors').sort()).toEqual(named.sort());
  });

  it('are loaded once, with the first request, and answer in order', async () => {
    let loads = 0;
    const seen: number[] = [];
    const handlers = later(['docs.delete'], async () => {
      loads++;
      return {
        'docs.delete': ({ id }) => {
          seen.push(id);
          return { done: true };
        },
      };
    });
    expect(loads).toBe(0);
    await Promise.all([1, 2, 3].map((id) => handlers['docs.delete']({ id })));
    await handlers['docs.delete']({ id: 4 });
    expect({ loads, seen }).toEqual({ loads: 1, seen: [1, 2, 3, 4] });
  });

  it('are loaded again after a failure, and wait for what must be open', async () => {
    let loads = 0;
    let isOpen = false;
    const load = async () => {
      if (++loads === 1) throw new Error('unreadable');
      return { 'docs.delete': () => ({ done: isOpen }) as { done: true } };
    };
    const handlers = later(['docs.delete'], load, async () => {
      await new Promise((later) => setImmediate(later));
      isOpen = true;
    });
    await expect(handlers['docs.delete']({ id: 1 })).rejects.toThrow('unreadable');
    await expect(handlers['docs.delete']({ id: 1 })).resolves.toEqual({ done: true });
  });
});
