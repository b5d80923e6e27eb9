/** Word vectors: the registry, what is being trained, and looks into them. */
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { In } from '../../shared/contract/index.ts';
import type { PointsRequest, VectorTraining } from '../../shared/domain/vectors.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';
import { useAnswer, useChange } from './requests.ts';
import { uploadFile, uploadInTurn } from './upload.ts';

export const useVectors = () => useAnswer(keys.vectorList, 'vectors.list', {});
export const useVectorTrainings = () => useAnswer(keys.vectorTrainings, 'vectors.trainings', {});

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
export const startVectorTraining = async (
  { files, ...request }: VectorRequest,
  sent: (fraction: number) => void,
): Promise<VectorTraining> =>
  call('vectors.train', { ...request, uploadIds: await uploadInTurn(files, sent) });

export async function importVectorFile(
  file: File,
  { name, unit }: Pick<In<'vectors.import'>, 'name' | 'unit'>,
  sent: (fraction: number) => void,
  signal: AbortSignal,
) {
  const uploadId = await uploadFile(file, sent, signal);
  return call('vectors.import', { uploadId, name, ...(unit === undefined ? {} : { unit }) });
}

export const useControlTraining = () => useChange('vectors.control', keys.vectorTrainings);
export const useRenameVectors = () => useChange('vectors.rename', keys.vectorList);
export const useDeleteVectors = () => useChange('vectors.delete', keys.vectorList);
export const useExportVectors = () => useChange('vectors.export');

export const useNeighbours = (id: number, token: string | null) =>
  useAnswer(
    keys.vectorNeighbours(id, token ?? ''),
    'vectors.neighbours',
    token !== null && token.trim() !== '' && { id, token, count: 30 },
    { placeholderData: keepPreviousData },
  );

export const useTokens = (id: number, text: string) =>
  useAnswer(keys.vectorTokens(id, text), 'vectors.tokens', text.trim() !== '' && { id, text, limit: 12 });

/** Places of words; the last picture stays until the next one is there. */
export const usePoints = (request: PointsRequest) =>
  useAnswer(keys.vectorPoints(request), 'vectors.points', request, {
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 600_000,
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
