import type { Handlers } from '../../../shared/contract/index.ts';
import { experimentDifferences } from '../../services/experiments/differences.ts';
import { exportExperiment } from '../../services/experiments/experiment-report.ts';
import type { Experiments } from '../../services/experiments/experiments.ts';
import { cancellableWithProgress, type Session } from '../../services/session/session.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `experiments.${string}`>>;

export const experimentHandlers = (session: () => Session, experiments: () => Experiments): Part => ({
  'experiments.list': () => experiments().list(),
  'experiments.get': ({ id }) => experiments().get(id),
  'experiments.start': (request) => experiments().start(request),
  'experiments.control': ({ id, action }) => experiments().control(id, action),
  'experiments.delete': ({ id }) => {
    experiments().remove(id);
    return { done: true };
  },
  'experiments.differences': ({ id, ticket, ...options }) =>
    cancellableWithProgress(session(), ticket, (watch) =>
      experimentDifferences(session(), id, options, watch),
    ),
  'experiments.report': ({ id, format }) =>
    toFileData(exportExperiment(session(), experiments(), id, format)),
});
