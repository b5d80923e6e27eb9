/** Data sets, training runs and models. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { In } from '../../shared/contract/index.ts';
import type { RunPoint, RunSummary } from '../../shared/domain/training.ts';
import { mergePoints, thin } from '../lib/curves.ts';
import { call, listen } from './client.ts';
import { request, useAnswer } from './requests.ts';
import { stoppable } from './stoppable.ts';
import { pointsOf, seeRun } from './training-events.ts';
import { uploadInTurn } from './upload.ts';

export const useDataSets = () => useAnswer('datasets.list', {});

/** Lets go of uploads; a failure leaves them to the next start. */
export function discardUploads(uploadIds: readonly string[]): void {
  for (const uploadId of uploadIds) void call('files.discard', { uploadId }).catch(() => undefined);
}

/** A document of a data set never changes, so it is fetched once; not before it is `wanted`. */
const documentQuery = (id: number | undefined, number: number, wanted: boolean) => ({
  ...request('datasets.document', { id: id ?? 0, number }),
  enabled: id !== undefined && wanted,
});

/** Returns a document of a set with entities. */
export const useLabelledDocument = (id: number | undefined, number: number, wanted = true) =>
  useQuery({
    ...documentQuery(id, number, wanted),
    select: (document) => ('entities' in document ? document : undefined),
  });

/** Returns a document of a set with labels. */
export const useClassifiedDocument = (id: number | undefined, number: number, wanted = true) =>
  useQuery({
    ...documentQuery(id, number, wanted),
    select: (document) => ('labels' in document ? document : undefined),
  });

export const useRuns = () => useAnswer('runs.list', {});

export const useRunDetails = (ids: readonly number[]) =>
  useQueries({ queries: ids.map((id) => request('runs.get', { id })) });

const pointsQuery = (id: number) => ({ queryKey: pointsOf(id), queryFn: () => fetchPoints(id) });
export const usePoints = (id: number) => useQuery(pointsQuery(id));
export const useAllPoints = (ids: readonly number[]) => useQueries({ queries: ids.map(pointsQuery) });

/** The curve so far, with the points that arrive while it is on its way. */
async function fetchPoints(id: number): Promise<readonly RunPoint[]> {
  const meanwhile: RunPoint[] = [];
  const stop = listen('run.points', ({ runId, points }) => {
    if (runId === id) meanwhile.push(...points);
  });
  try {
    const [curve] = await call('runs.points', { ids: [id] });
    return thin(mergePoints(curve?.points ?? [], meanwhile));
  } finally {
    stop();
  }
}

/** A request that answers with a run in its newest state. */
function useRunRequest<M extends 'runs.start' | 'runs.control'>(method: M) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In<M>): Promise<RunSummary> => call(method, input),
    onSuccess: (run) => seeRun(client, run),
  });
}

export const useStartRun = () => useRunRequest('runs.start');
export const useControlRun = () => useRunRequest('runs.control');

export const useModels = () => useAnswer('models.list', {});

/** Sends the files of a model's folder one after the other; `sent` is told the share of all bytes, 0..1. */
export async function importModel(
  files: readonly File[],
  name: string,
  sent: (fraction: number) => void,
  signal: AbortSignal,
) {
  const uploadIds = await uploadInTurn(files, sent, signal);
  return call('models.import', { uploadIds, name });
}

/** Evaluations under way: they go on while one looks at other things. */
const evaluating = new Map<string, AbortController>();

/** A model, a data set and, for joint decoding with a model of relations, a tagger. */
export interface EvaluationOf {
  readonly model: number;
  readonly data: number;
  readonly tagger?: number | undefined;
}

const evaluationKey = ({ model, data, tagger }: EvaluationOf): string[] => [
  'evaluation',
  `${model} ${data} ${tagger ?? ''}`,
];

async function evaluate(of: EvaluationOf) {
  const { model: id, ...rest } = of;
  const [, key = ''] = evaluationKey(of);
  const controller = new AbortController();
  evaluating.set(key, controller);
  try {
    return await stoppable(controller.signal, (ticket) => call('models.evaluate', { id, ...rest, ticket }));
  } finally {
    if (evaluating.get(key) === controller) evaluating.delete(key);
  }
}

/** Stops an evaluation in main too; asked for again it begins anew. */
export function useStopEvaluation() {
  const client = useQueryClient();
  return (of: EvaluationOf): void => {
    evaluating.get(evaluationKey(of)[1]!)?.abort();
    client.removeQueries({ queryKey: evaluationKey(of) });
  };
}

/** Evaluates a model on a data set once; kept as long as the window is open. */
export const useEvaluation = (of: EvaluationOf) =>
  useQuery({
    queryKey: evaluationKey(of),
    queryFn: () => evaluate(of),
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Compares two models on a data set when asked; the result is kept as long as the window is open. */
export function useComparison(first: number, second: number, data: number) {
  const client = useQueryClient();
  const queryKey = ['comparison', `${first} ${second} ${data}`];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      stoppable(signal, (ticket) => call('models.compare', { first, second, data, ticket })),
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    start: () => void query.refetch(),
    stop: () => void client.cancelQueries({ queryKey }),
    comparison: query.data,
    error: query.error,
    busy: query.isFetching,
  };
}

/** Asks a classifier about a text; a newer question cancels the one before. */
export function useTryModel(id: number) {
  const abort = useRef<AbortController | null>(null);
  return useMutation({
    mutationFn: (text: string) => {
      abort.current?.abort();
      abort.current = new AbortController();
      return stoppable(abort.current.signal, (ticket) => call('models.try', { id, text, ticket }));
    },
  });
}
