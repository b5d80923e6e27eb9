import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Bridge } from '../../../shared/contract/index.ts';

const listeners: { readonly event: string; readonly notify: (data: unknown) => void }[] = [];
const bridge: Bridge = {
  host: 'browser',
  invoke: () => new Promise(() => undefined),
  on: (event, listener) => {
    listeners.push({ event, notify: listener });
    return () => undefined;
  },
};

afterEach(() => vi.unstubAllGlobals());

it('asks again when a change comes before the first answer', async () => {
  vi.stubGlobal('window', { meridian: bridge });
  const { keepFresh, queryClient } = await import('../../../renderer/api/query-client.ts');
  keepFresh();
  const asked: ((model: string) => void)[] = [];
  const shown = new QueryObserver<string>(queryClient, {
    queryKey: ['diagnosis', 'model', 1, 1],
    queryFn: () => new Promise((answer) => asked.push(answer)),
  });
  const stop = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  for (const { event, notify } of listeners) if (event === 'models.changed') notify({});
  asked[0]?.('the model before');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.('the model now');
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('the model now'));
  expect(asked).toHaveLength(2);
  stop();
  queryClient.clear();
});
