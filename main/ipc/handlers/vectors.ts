import type { Handlers } from '../../../shared/contract/index.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import type { Session } from '../../services/session/session.ts';
import type { VectorClient } from '../../services/vectors/vector-client.ts';
import { exportVectors, importVectors } from '../../services/vectors/vector-exchange.ts';
import type { VectorTrainings } from '../../services/vectors/vector-trainings.ts';
import * as vectors from '../../services/vectors/vectors.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `vectors.${string}`>>;

export interface VectorServices {
  readonly client: VectorClient;
  readonly trainings: VectorTrainings;
}

export function vectorHandlers(
  session: () => Session,
  uploads: Uploads,
  services: () => VectorServices,
): Part {
  const known = (id: number): number => vectors.getVectors(session(), id).id;
  return {
    'vectors.list': () => vectors.listVectors(session()),
    'vectors.rename': ({ id, name }) => vectors.renameVectors(session(), id, name),
    'vectors.delete': ({ id }) => {
      vectors.deleteVectors(session(), id);
      return { done: true };
    },
    'vectors.import': ({ uploadId, name, unit }) =>
      uploads.consume([uploadId], ([file]) =>
        importVectors(session(), services().client, { file: file!, name, unit: unit ?? null }),
      ),
    'vectors.export': async ({ id, format }) => ({
      path: await exportVectors(session(), services().client, id, format),
    }),
    'vectors.neighbours': ({ id, token, count }) =>
      services().client.ask('neighbours', { id: known(id), token, count }),
    'vectors.tokens': ({ id, text, limit }) =>
      services().client.ask('tokens', { id: known(id), text, limit }),
    'vectors.points': (request) => {
      known(request.id);
      const tell = (share: number) => session().emit('vectors.projecting', { id: request.id, share });
      return services().client.ask('points', request, tell);
    },
    'vectors.trainings': () => services().trainings.list(),
    'vectors.train': ({ uploadIds, ...request }) =>
      services().trainings.start({ ...request, files: uploadIds.map((id) => uploads.take(id)) }),
    'vectors.control': ({ id, action }) => services().trainings.control(id, action),
  };
}
