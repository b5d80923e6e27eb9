/** Selects the tfjs backend, a global of tfjs, for the duration of a call. */
import { enableProdMode, engine } from '@tensorflow/tfjs-core';

export { version_core as tfjsVersion } from '@tensorflow/tfjs-core';

enableProdMode(); // disables console messages and NaN checks per op

/**
 * Runs `body` with the tfjs backend `name` as the current one. `body` must be synchronous, so that nothing else runs
 * on the wrong backend. The backend must be registered and, if it starts up asynchronously, started.
 */
export function withBackend<T>(name: string, body: () => T): T {
  const tf = engine();
  const outer = tf.backendName;
  if (outer === name) return body();
  activate(name);
  try {
    return body();
  } finally {
    if (outer) activate(outer);
  }
}

function activate(name: string): void {
  // setBackend is asynchronous only for backends that are not started.
  void engine().setBackend(name);
}
