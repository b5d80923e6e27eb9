/** Handlers of what no first screen asks for: their code is loaded with the first request for one of them. */
import { annotationContract } from '../../shared/contract/annotation.ts';
import { learningContract } from '../../shared/contract/learning.ts';
import { projectFilesContract } from '../../shared/contract/project-files.ts';
import { threadsContract } from '../../shared/contract/threads.ts';
import type { Uploads } from '../services/data/uploads.ts';
import type { TrainingServices } from '../services/runs/training-services.ts';
import type { Session } from '../services/session/session.ts';
import { keysOf, later, methodsOf } from './later.ts';

interface Training {
  /** Throws before `open` has been awaited. */
  readonly services: () => TrainingServices;
  readonly open: () => Promise<void>;
}

/** Returns the handlers of all areas that are loaded later. */
export function laterHandlers(session: () => Session, uploads: Uploads, training: Training) {
  return {
    ...later(methodsOf('kg', 'files'), async () =>
      (await import('./handlers/graph.ts')).graphHandlers(session, uploads),
    ),
    ...later(methodsOf('deid'), async () => (await import('./handlers/deid.ts')).deidHandlers(session)),
    ...later([...methodsOf('diagnosis'), 'cds.patientView'], async () =>
      (await import('./handlers/diagnosis.ts')).diagnosisHandlers(session),
    ),
    ...later(methodsOf('datasets', 'models'), async () =>
      (await import('./handlers/training.ts')).trainingHandlers(session, uploads),
    ),
    ...later(methodsOf('phrases'), async () =>
      (await import('./handlers/phrases.ts')).phraseHandlers(session, uploads),
    ),
    ...later([...keysOf(annotationContract), ...keysOf(threadsContract)], async () =>
      (await import('./handlers/annotation.ts')).annotationHandlers(session, uploads),
    ),
    ...later(keysOf(projectFilesContract), async () =>
      (await import('./handlers/project-files.ts')).projectFilesHandlers(session, uploads),
    ),
    ...trainingHandlers(session, uploads, training),
  };
}

function trainingHandlers(session: () => Session, uploads: Uploads, { services, open }: Training) {
  return {
    ...later(
      methodsOf('runs'),
      async () => (await import('./handlers/runs.ts')).runHandlers(session, () => services().runs),
      open,
    ),
    ...later(
      methodsOf('experiments'),
      async () =>
        (await import('./handlers/experiments.ts')).experimentHandlers(session, () => services().experiments),
      open,
    ),
    ...later(
      ['engine.calibration', 'engine.calibrate', 'engine.pin'],
      async () =>
        (await import('./handlers/executors.ts')).executorHandlers(session, () => services().calibration),
      open,
    ),
    ...later(
      [...keysOf(learningContract), 'annotation.setState'],
      async () =>
        (await import('./handlers/learning.ts')).learningHandlers(session, () => services().learning),
      open,
    ),
    ...later(
      methodsOf('vectors'),
      async () =>
        (await import('./handlers/vectors.ts')).vectorHandlers(session, uploads, () => services().vectors),
      open,
    ),
    ...later(
      methodsOf('batch'),
      async () => (await import('./handlers/batch.ts')).batchHandlers(() => services().batches),
      open,
    ),
  };
}
