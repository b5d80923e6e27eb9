/** Sequences that a pre-training run would read first, before it is started. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { PretrainSample } from '../../../shared/domain/pretrain-sample.ts';
import type { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import type { PretrainTrainInput, RunStorage } from '../../engine/train/run-types.ts';
import type { Watch } from '../background/background.ts';
import type { Session } from '../session/session.ts';
import type { SamplesRequest, TrainRequest } from './process/protocol.ts';
import { inputOf } from './run-input.ts';
import { planRun, type RunRequest, requestOf } from './run-plan.ts';

/** Number of no run. */
const NO_RUN = 0;
const NAME = 'samples';

/** @throws AppError as the start of the run does */
export function planSamples(
  session: Session,
  run: Omit<RunRequest, 'name'> & { readonly settings: PretrainSettings },
): TrainRequest {
  const plan = planRun(session, { ...run, name: NAME });
  return requestOf(session, { ...plan, id: NO_RUN });
}

/** Makes the sequences in the background. @throws AppError as the start of the run does; `cancelled` */
export const samplesInBackground = (
  session: Session,
  { settings, train, dev, ...samples }: Omit<Parsed<'runs.samples'>, 'ticket'>,
  watch: Watch,
): Promise<PretrainSample[]> =>
  session.background.run(
    'samples',
    { ...samples, request: planSamples(session, { settings, train, dev }) },
    watch,
  );

/** Makes the sequences in this process. @throws AppError as training does */
export async function runSamples({ request, ...samples }: SamplesRequest): Promise<PretrainSample[]> {
  const { input } = await inputOf(request, request.fileKey, forgetful());
  const { pretrainSamples } = await import('../../engine/tasks/pretrain/samples.ts'); // loads the tensor library
  return pretrainSamples(input as PretrainTrainInput, samples); // safe: the settings are those of pre-training
}

/** Storage of a run that is never started. */
const forgetful = (): RunStorage => ({ read: () => undefined, write: () => undefined });
