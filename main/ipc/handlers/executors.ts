import type { Handlers } from '../../../shared/contract/index.ts';
import { type Calibration, pinExecutor } from '../../services/executors/calibration.ts';
import type { Session } from '../../services/session/session.ts';

type Part = Pick<Handlers, 'engine.calibration' | 'engine.calibrate' | 'engine.pin'>;

export const executorHandlers = (session: () => Session, calibration: () => Calibration): Part => ({
  'engine.calibration': () => calibration().report(),
  'engine.calibrate': () => calibration().measure(),
  'engine.pin': ({ executor }) => {
    pinExecutor(session(), executor);
    return calibration().report();
  },
});
