/** Makes a model of several in the registry. It holds them whole: they may be deleted afterwards. */
import { ClassifySettings } from '../../../shared/domain/classification.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { type EnsembleDev, makeEnsemble } from '../../engine/train/ensemble.ts';
import { findDataSet, getDataSet, readClassifiedSet, readDataSet } from '../data/data-sets.ts';
import type { Session } from '../session/session.ts';
import { findModel, loadModel, refuseTaken, saveModel } from './models.ts';
import { metricsOf } from './report-metrics.ts';

interface NewEnsemble {
  readonly name: string;
  /** Names of models. */
  readonly members: readonly string[];
  /** Id of the data set on which shares are fitted; absent: the dev set of the first member. */
  readonly data?: number | undefined;
}

/** @throws AppError `not-found`, `conflict` when the name is taken, or naming a member that does not fit */
export async function createEnsemble(
  session: Session,
  { name, members, data }: NewEnsemble,
): Promise<ModelCard> {
  refuseTaken(session, name);
  const cards = members.map((member) => findModel(session, member));
  const [first] = cards;
  if (first === undefined || first.task === 'encoder')
    throw new AppError('bad-request', 'models.encoder-alone', {}, { hint: 'hint.train-tagger' });
  if (cards.some(({ task }) => isOfKind('relations', task)))
    throw new AppError('bad-request', 'models.no-relations-together');
  const dev = devOf(session, first, data);
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const given = cards.map((card) => ({ name: card.name, files: loadModel(session, card.id).files }));
    const { files, report } = await makeEnsemble(given, dev, { executor });
    const trainSet = cards.every((card) => card.dataHash === first.dataHash) ? first.trainSet : undefined;
    return saveModel(session, {
      name,
      files,
      origin: 'ensemble',
      metrics: metricsOf(report),
      devSet: dev.devName,
      ...(trainSet === undefined ? {} : { trainSet }),
      ...(trainSet === undefined || first.dataHash === undefined ? {} : { dataHash: first.dataHash }),
    });
  } finally {
    await executor.dispose();
  }
}

function devOf(
  session: Session,
  { name, task, devSet, settings }: ModelCard,
  data: number | undefined,
): EnsembleDev {
  if (data === undefined && devSet === undefined)
    throw new AppError('bad-request', 'models.no-dev-set', { name }, { hint: 'hint.name-data-set' });
  const { id, name: devName } =
    data === undefined ? findDataSet(session, devSet!) : getDataSet(session, data);
  if (isOfKind('labels', task))
    return {
      task,
      devName,
      dev: readClassifiedSet(session, id),
      settings:
        settings !== undefined && settings.task === task ? settings : ClassifySettings.parse({ task }),
    };
  return { task: 'ner', devName, dev: readDataSet(session, id) };
}
