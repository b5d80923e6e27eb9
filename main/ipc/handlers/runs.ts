import type { Handlers } from '../../../shared/contract/index.ts';
import { getDataSet } from '../../services/data/data-sets.ts';
import { previewAugmentation } from '../../services/runs/run-augmented.ts';
import { estimateOf, recipesOf } from '../../services/runs/run-estimate.ts';
import { exportRunReport } from '../../services/runs/run-report.ts';
import { samplesInBackground } from '../../services/runs/run-samples.ts';
import type { Runs } from '../../services/runs/runs.ts';
import { cancellableWithProgress, type Session } from '../../services/session/session.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `runs.${string}`>>;

export const runHandlers = (session: () => Session, runs: () => Runs): Part => ({
  'runs.list': () => runs().list(),
  'runs.get': ({ id }) => runs().get(id),
  'runs.points': ({ ids }) => runs().points(ids),
  'runs.recipes': ({ train }) => recipesOf(session(), getDataSet(session(), train)),
  'runs.estimate': ({ settings, train }) => estimateOf(session(), settings, getDataSet(session(), train)),
  'runs.augmented': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => previewAugmentation(session(), request, watch)),
  'runs.samples': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => samplesInBackground(session(), request, watch)),
  'runs.start': (request) => runs().start(request),
  'runs.control': ({ id, action }) => runs().control(id, action),
  'runs.delete': ({ id }) => {
    runs().remove(id);
    return { done: true };
  },
  'runs.report': ({ id, format }) => toFileData(exportRunReport(session(), runs(), id, format)),
});
