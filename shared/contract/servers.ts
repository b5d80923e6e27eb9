/** Requests and events about servers on the network; part of the contract. Answered to windows of this machine only. */
import { z } from 'zod';
import {
  Fingerprint,
  ListenAddress,
  ListenPort,
  ServerOffer,
  ServersStatus,
  SharingStatus,
  TypedAddress,
} from '../domain/server.ts';
import { Nothing } from './common.ts';

export const serversContract = {
  'servers.status': { input: Nothing, output: ServersStatus },
  /** Asks a server for its certificate and whether it is one of ours; sends nothing else. */
  'servers.check': { input: z.object({ address: TypedAddress }), output: ServerOffer },
  /** Shows the server's workspace in all windows. The certificate is remembered; no other is accepted from this address. */
  'servers.connect': {
    input: z.object({ address: TypedAddress, fingerprint: Fingerprint }),
    output: ServersStatus,
  },
  /** Signs out from the server and shows the workspace of this machine. */
  'servers.disconnect': { input: Nothing, output: ServersStatus },
  'servers.forget': { input: z.object({ address: TypedAddress }), output: ServersStatus },

  'sharing.get': { input: Nothing, output: SharingStatus },
  /** Serves the open workspace until it is stopped or the app ends. */
  'sharing.start': { input: z.object({ address: ListenAddress, port: ListenPort }), output: SharingStatus },
  'sharing.stop': { input: Nothing, output: SharingStatus },
} as const;

export const serversEvents = {
  'servers.changed': ServersStatus,
  'sharing.changed': Nothing,
} as const;
