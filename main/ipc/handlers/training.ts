import type { Handlers } from '../../../shared/contract/index.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import { starterStates } from '../../inference/starter-files.ts';
import * as dataSets from '../../services/data/data-sets.ts';
import { DEFAULT_FIELDS } from '../../services/data/seal-documents.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import { attentionInBackground } from '../../services/graph/attention.ts';
import { probeInBackground } from '../../services/graph/probe.ts';
import { similarityInBackground } from '../../services/graph/similarity.ts';
import { exportToWorkspace } from '../../services/models/model-export.ts';
import { importModel } from '../../services/models/model-import.ts';
import { compareStored, evaluateModel, measureInt8, tryModel } from '../../services/models/model-scores.ts';
import * as models from '../../services/models/models.ts';
import { cancellableWithProgress, type Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, Extract<keyof Handlers, `datasets.${string}` | `models.${string}`>>;

export const trainingHandlers = (session: () => Session, uploads: Uploads): Part => ({
  'datasets.list': () => dataSets.listDataSets(session()),
  'datasets.import': ({ uploadId, name, task, fields, skipRefused }) =>
    uploads.consume([uploadId], (files) => {
      const { name: fileName, path } = files[0]!;
      if (isOfKind('entities', task) || isOfKind('relations', task) || isOfKind('texts', task))
        return dataSets.importDataSet(session(), { path, fileName, task }, name);
      const kind = {
        task,
        fields: fields ?? DEFAULT_FIELDS,
        ...(skipRefused === undefined ? {} : { skipRefused }),
      };
      return dataSets.importDataSet(session(), { path, fileName, ...kind }, name);
    }),
  'datasets.preview': ({ uploadId, task, fields }) => {
    const { name, path } = uploads.get(uploadId);
    return dataSets.previewDataSet(session(), { path, fileName: name }, task, fields);
  },
  'datasets.ofRecords': ({ name }) => dataSets.corpusOfRecords(session(), name),
  'datasets.delete': ({ id }) => {
    dataSets.deleteDataSet(session(), id);
    return { done: true };
  },
  'datasets.leakage': ({ train, dev }) => dataSets.leakage(session(), train, dev),
  'datasets.document': ({ id, number }) => dataSets.getDocument(session(), id, number),
  'models.starter': () => starterStates(),
  'models.list': () => models.listModels(session()),
  'models.rename': ({ id, name }) => models.renameModel(session(), id, name),
  'models.delete': ({ id }) => {
    models.deleteModel(session(), id);
    return { done: true };
  },
  'models.use': ({ id, inUse }) => models.useModel(session(), id, inUse),
  'models.useInt8': ({ id, useInt8 }) => models.useInt8(session(), id, useInt8),
  'models.measureInt8': ({ id, data }) => measureInt8(session(), id, data),
  'models.evaluate': (request) => evaluateModel(session(), request),
  'models.compare': (request) => compareStored(session(), request),
  'models.probe': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => probeInBackground(session(), request, watch)),
  'models.similarity': ({ ticket, ...request }) =>
    cancellableWithProgress(session(), ticket, (watch) => similarityInBackground(session(), request, watch)),
  'models.attention': (request) => attentionInBackground(session(), request),
  'models.try': (request) => tryModel(session(), request),
  'models.export': ({ id }) => ({ path: exportToWorkspace(session(), id) }),
  'models.import': ({ uploadIds, name }) =>
    uploads.consume(uploadIds, async (files) => {
      const named = files.map(({ name: sent, path }) => ({ name: sent.replace(/^.*[\\/]/, ''), path }));
      return (await importModel(session(), named, name)).card;
    }),
});
