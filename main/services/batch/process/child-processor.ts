/** Opens a processor in a process of its own. */
import type { Spawn } from '../../../processes/child-process.ts';
import { ProcessClient } from '../../../processes/process-client.ts';
import type { OpenLocal } from '../local-batches.ts';
import type { BatchMethods } from './protocol.ts';

export const inChild =
  (spawn: Spawn): OpenLocal =>
  async (settings, parts) => {
    const client = new ProcessClient<BatchMethods>(spawn());
    try {
      await client.request('open', { settings, parts });
    } catch (error) {
      await client.kill();
      throw error;
    }
    return {
      process: (records) => client.request('process', records),
      cpuMs: () => client.request('cpuMs', null),
      close: () => client.kill(),
    };
  };
