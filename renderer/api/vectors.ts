/** Word vectors: the registry, what is being trained, and looks into them. */
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { In } from '../../shared/contract/index.ts';
import { STARTER, STARTER_WORDS } from '../../shared/domain/starter.ts';
import type { PointsRequest, VectorsCard, VectorTraining } from '../../shared/domain/vectors.ts';
import { call, listen } from './client.ts';
import { useAnswer } from './requests.ts';
import { uploadFile, uploadInTurn } from './upload.ts';

export const useVectors = () => useAnswer('vectors.list', {});

/** The workspace's word vectors and the built-in ones, to choose from. */
export function useVectorChoices(): Pick<VectorsCard, 'name' | 'unit' | 'dimension'>[] {
  const own = (useVectors().data ?? []).filter(({ graph }) => graph === undefined);
  return own.some(({ name }) => name === STARTER) ? own : [...own, STARTER_WORDS];
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

export const useNeighbours = (id: number, token: string | null) =>
  useAnswer('vectors.neighbours', token !== null && token.trim() !== '' && { id, token, count: 30 }, {
    placeholderData: keepPreviousData,
  });

/** Places of words; the last picture stays until the next one is there. */
export const usePoints = (request: PointsRequest) =>
  useAnswer('vectors.points', request, {
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
