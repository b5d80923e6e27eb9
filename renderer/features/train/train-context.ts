import { createContext, useContext } from 'react';
import type { TrainRoute, TrainState } from './route.ts';

interface Train {
  readonly state: TrainState;
  readonly go: (route: TrainRoute) => void;
  /** Asks for files of data sets. */
  readonly importData: () => void;
  readonly openDocument: (id: number, offset?: number) => void;
  /** Opens the page of an entity of the graph. */
  readonly openEntity: (id: number) => void;
}

export const TrainContext = createContext<Train | null>(null);

/** Returns the state and navigation of the training console. Throws outside of it. */
export function useTrain(): Train {
  const train = useContext(TrainContext);
  if (train === null) throw new Error('useTrain: not inside the training console');
  return train;
}
