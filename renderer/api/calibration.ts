/** Executors: what calibration found, measuring again, and the one that `auto` stands for. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CalibrationReport } from '../../shared/domain/training.ts';
import { call } from './client.ts';
import { keys } from './keys.ts';

const POLL_MS = 700;

/** Follows a measurement under way, whichever window began it. */
export const useCalibration = (measuring: boolean) =>
  useQuery({
    queryKey: keys.calibration,
    queryFn: () => call('engine.calibration', {}),
    refetchInterval: ({ state }) => (measuring || state.data?.measuring !== undefined ? POLL_MS : false),
    refetchOnMount: 'always',
  });

export function useMeasure() {
  const store = useStore();
  return useMutation({ mutationFn: () => call('engine.calibrate', {}), onSuccess: store });
}

export function usePin() {
  const store = useStore();
  return useMutation({
    mutationFn: (executor: string) => call('engine.pin', { executor }),
    onSuccess: store,
  });
}

function useStore(): (report: CalibrationReport) => void {
  const client = useQueryClient();
  return (report) => client.setQueryData(keys.calibration, report);
}
