/** Which tfjs backend ops run on. tfjs keeps it in one global: every use goes through here and is undone. */
import { enableProdMode, engine } from '@tensorflow/tfjs-core';

export { version_core as tfjsVersion } from '@tensorflow/tfjs-core';

enableProdMode(); // no advertising on the console; checks of NaN per op off

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
  // setBackend is `async` for backends that start up asynchronously; for started ones all is done on return.
  void engine().setBackend(name);
}
