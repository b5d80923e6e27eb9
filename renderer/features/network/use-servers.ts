import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { In } from '../../../shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { transport } from '../../api/transport.ts';
import { flushUnsaved } from '../../lib/unsaved.ts';
import { useStore } from '../../lib/use-store.ts';
import { useConfirm } from '../../ui/use-confirm.ts';

/** The server in use and those known; `undefined` where the program of this window cannot connect to any. */
export function useServers() {
  const status = useStore(transport.servers);
  return status?.able === true ? status : undefined;
}

/**
 * Changes the workspace that the windows show. They save what they can first, and ask when something is left; the host's
 * answer loads them anew.
 */
export function useWorkspaceChange() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const leaving = async (): Promise<boolean> => {
    if (await flushUnsaved()) return true;
    const asked = Promise.withResolvers<boolean>();
    confirm({
      ...{ title: t('network.unsavedTitle'), body: t('network.unsavedBody'), ok: t('network.leave') },
      onOk: () => asked.resolve(true),
    });
    return asked.promise;
  };
  const connect = useMutation({
    mutationFn: async (to: In<'servers.connect'>) => (await leaving()) && call('servers.connect', to),
  });
  const disconnect = useMutation({
    mutationFn: async () => (await leaving()) && call('servers.disconnect', {}),
  });
  return { connect, disconnect };
}
