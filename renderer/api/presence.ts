/** Tells who else has a record or a document on screen. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Place } from '../../shared/domain/account.ts';
import { call, listen } from './client.ts';
import { keyOf, useAnswer } from './requests.ts';

/** Says what this window shows, null for nothing, and returns the names of others who have it on screen. */
export function usePresence(place: Place | null): readonly string[] {
  const client = useQueryClient();
  const { data } = useAnswer('presence.enter', place !== null && { place }, { gcTime: 0, staleTime: 0 });
  const key = place === null ? '' : `${place.kind} ${place.id}`;
  useEffect(() => {
    if (key === '') return;
    return () => void call('presence.enter', { place: null }).catch(() => undefined); // a lost window has left anyway
  }, [key]);
  useEffect(() => keepPresenceFresh(client), [client]);
  return data?.people ?? [];
}

const keepPresenceFresh = (client: QueryClient): (() => void) =>
  listen('presence.changed', ({ place, people }) =>
    client.setQueryData(keyOf('presence.enter', { place }), { people }),
  );
