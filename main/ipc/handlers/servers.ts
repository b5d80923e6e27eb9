import type { Handlers } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/result.ts';
import type { Session } from '../../services/session/session.ts';
import { type Sharing, startSharing, stopSharing } from '../../services/workspace/sharing.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `${'servers' | 'sharing'}.${string}`>>;

/**
 * Windows of this program never get here with requests about servers: the switchboard of the host answers them before.
 * @param sharing of the client that asks; `undefined`: it is a browser on the network
 */
export function serverHandlers(session: () => Session, sharing: () => Sharing | undefined): Part {
  const own = (): Sharing => sharing() ?? notHere();
  return {
    'servers.status': () => ({ able: false, current: null, known: [] }),
    'servers.check': notHere,
    'servers.connect': notHere,
    'servers.disconnect': notHere,
    'servers.forget': notHere,
    'sharing.get': () => own().status(),
    'sharing.start': (request) => startSharing(session(), own(), request),
    'sharing.stop': () => stopSharing(session(), own()),
  };
}

function notHere(): never {
  throw new AppError('forbidden', 'servers.not-here');
}
