/** Workspace, settings, engine, jobs and audit. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Out } from '../../shared/contract/index.ts';
import type { AuditExportFormat, AuditFilter } from '../../shared/domain/audit.ts';
import type { EngineStatus, Settings } from '../../shared/domain/system.ts';
import { call } from './client.ts';
import { keyOf, useAnswer } from './requests.ts';
import { noteAccount } from './window-owner.ts';

const LOCKED_POLL_MS = 3000;

/** Asked again while the workspace is locked, for another window may have opened it. */
export const useAppInfo = () =>
  useQuery({
    queryKey: keyOf('app.info', {}),
    queryFn: async () => {
      const info = await call('app.info', {});
      noteAccount(info.account);
      return info;
    },
    refetchInterval: ({ state }) => (state.data?.workspace.state === 'locked' ? LOCKED_POLL_MS : false),
  });

/** Returns whether the machine's administrator has decided a setting or part of the policy. */
export function useLocked(): (name: string) => boolean {
  const { data } = useAppInfo();
  return (name) => data?.locked?.includes(name) === true;
}

const DEFAULT_SETTINGS: Settings = {
  language: 'zh',
  theme: 'system',
  tourDone: true, // until the real ones are known, nobody is taken on a tour
  fontSize: 14,
  hiddenTypes: [],
  modelThreshold: 0,
  starterTagger: true,
  starterClassifier: true,
  starterDeid: true,
  openDocuments: [],
  activeDocument: null,
  documentFilters: [],
  recordSearches: [],
  recordOrder: 'added',
  shortcuts: {},
};

/** The settings; defaults while they are unknown, as in a locked workspace. */
export function useSettings(enabled = true): { readonly settings: Settings; readonly known: boolean } {
  const query = useAnswer('settings.get', enabled && {});
  return { settings: query.data ?? DEFAULT_SETTINGS, known: query.data !== undefined };
}

const SETTINGS = keyOf('settings.get', {});

/** Changes settings at once on screen and then in the workspace. */
export function useSaveSettings(): (change: Partial<Settings>) => void {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: Partial<Settings>) => call('settings.set', change),
    onMutate: (change) => {
      client.setQueryData<Settings>(SETTINGS, (old) => ({ ...(old ?? DEFAULT_SETTINGS), ...change }));
    },
    onError: () => client.invalidateQueries({ queryKey: SETTINGS }),
  });
  return mutation.mutate;
}

/** Engine state, first from `engine.status`, then from events. */
export function useEngine(enabled = true): EngineStatus | undefined {
  return useAnswer('engine.status', enabled && {}).data;
}

const CALIBRATION_POLL_MS = 700;

/** Follows a measurement of executors under way, whichever window began it. */
export const useCalibration = (measuring: boolean) =>
  useAnswer(
    'engine.calibration',
    {},
    {
      refetchInterval: ({ state }) =>
        measuring || state.data?.measuring !== undefined ? CALIBRATION_POLL_MS : false,
      refetchOnMount: 'always',
    },
  );

/** Running and past jobs, newest first. */
export const useJobs = (enabled = true) => useAnswer('jobs.list', enabled && {}).data ?? [];

export function useUnlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passphrase: string) => call('workspace.unlock', { passphrase }),
    onSuccess: () => client.invalidateQueries(),
  });
}

const AUDIT_PAGE = 200;

/** Newest entries first, in pages. */
export async function fetchAuditPage(filter: AuditFilter, before: number | undefined) {
  const entries = await call('audit.list', {
    ...filter,
    ...(before === undefined ? {} : { before }),
    limit: AUDIT_PAGE,
  });
  return { entries, more: entries.length === AUDIT_PAGE };
}

/** Fetches an export part by part; the browser may keep the parts on disk. */
export async function exportAudit(
  filter: AuditFilter,
  format: AuditExportFormat,
): Promise<{ name: string; content: Blob }> {
  const { id, name } = await call('audit.export', { ...filter, format });
  const parts: Blob[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const part: Out<'audit.exportPart'> = await call('audit.exportPart', { id, after });
    parts.push(new Blob([part.text]));
    after = part.next;
  }
  return { name, content: new Blob(parts) };
}
