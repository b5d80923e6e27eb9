/** Word vectors: the registry, what is being trained, and looks into them. */
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { In } from '../../shared/contract/index.ts';
import type { PointsRequest, VectorTraining } from '../../shared/domain/vectors.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';
import { uploadFile } from './upload.ts';

export const useVectors = () =>
  useQuery({ queryKey: keys.vectorList, queryFn: () => call('vectors.list', {}) });

export const useVectorTrainings = () =>
  useQuery({ queryKey: keys.vectorTrainings, queryFn: () => call('vectors.trainings', {}) });

/** Call once. */
export function keepVectorsFresh(client: QueryClient): void {
  listen('vectors.training', (training) => seeTraining(client, training));
  listen('vectors.changed', () => {
    void client.invalidateQueries({ queryKey: keys.vectorList });
    void client.invalidateQueries({ queryKey: keys.vectorTrainings });
  });
}

function seeTraining(client: QueryClient, training: VectorTraining): void {
  client.setQueryData<VectorTraining[]>(keys.vectorTrainings, (known) => {
    if (known === undefined) return undefined;
    const others = known.filter(({ id }) => id !== training.id);
    return [...others, training].sort((a, b) => b.id - a.id);
  });
}

export interface VectorRequest extends Omit<In<'vectors.train'>, 'uploadIds'> {
  readonly files: readonly File[];
}

/** Sends the files first; `sent` is told the share of all bytes, 0..1. */
export async function startVectorTraining(
  { files, ...request }: VectorRequest,
  sent: (fraction: number) => void,
): Promise<VectorTraining> {
  return call('vectors.train', { ...request, uploadIds: await sendAll(files, sent) });
}

async function sendAll(files: readonly File[], sent: (fraction: number) => void): Promise<string[]> {
  const bytes = Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  const uploadIds: string[] = [];
  let before = 0;
  for (const file of files) {
    const start = before;
    uploadIds.push(await uploadFile(file, (fraction) => sent((start + fraction * file.size) / bytes)));
    before += file.size;
  }
  return uploadIds;
}

export async function importVectorFile(
  file: File,
  { name, unit }: Pick<In<'vectors.import'>, 'name' | 'unit'>,
  sent: (fraction: number) => void,
  signal: AbortSignal,
) {
  const uploadId = await uploadFile(file, sent, signal);
  return call('vectors.import', { uploadId, name, ...(unit === undefined ? {} : { unit }) });
}

export function useControlTraining() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In<'vectors.control'>) => call('vectors.control', input),
    onSettled: () => client.invalidateQueries({ queryKey: keys.vectorTrainings }),
  });
}

function useVectorsChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: keys.vectorList }),
  });
}

export const useRenameVectors = () =>
  useVectorsChange((input: In<'vectors.rename'>) => call('vectors.rename', input));
export const useDeleteVectors = () => useVectorsChange((id: number) => call('vectors.delete', { id }));
export const useExportVectors = () =>
  useMutation({ mutationFn: (input: In<'vectors.export'>) => call('vectors.export', input) });

const NEIGHBOURS = 30;
const SUGGESTIONS = 12;

/** Vectors never change, so answers about them stay. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

export const useNeighbours = (id: number, token: string | null) =>
  useQuery({
    queryKey: keys.vectorNeighbours(id, token ?? ''),
    queryFn: () => call('vectors.neighbours', { id, token: token ?? '', count: NEIGHBOURS }),
    enabled: token !== null && token.trim() !== '',
    placeholderData: keepPreviousData,
    ...FOREVER,
  });

export const useTokens = (id: number, text: string) =>
  useQuery({
    queryKey: keys.vectorTokens(id, text),
    queryFn: () => call('vectors.tokens', { id, text, limit: SUGGESTIONS }),
    enabled: text.trim() !== '',
    ...FOREVER,
  });

/** Places of words; the last picture stays until the next one is there. */
export const usePoints = (request: PointsRequest) =>
  useQuery({
    queryKey: keys.vectorPoints(request),
    queryFn: () => call('vectors.points', request),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 600_000,
    ...FOREVER,
  });

/** Share done of the picture that is being computed, 0..1. */
export function useProjecting(id: number, active: boolean): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    setShare(0);
    if (!active) return;
    return listen('vectors.projecting', (told) => {
      if (told.id === id) setShare(told.share);
    });
  }, [id, active]);
  return share;
}
