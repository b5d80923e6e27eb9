/**
 * Agreement with PyTorch: outputs to 1e-4, losses and gradients to 1e-3 relative, on the executor that vitest's project
 * names. Reads the bert folder named by PARITY_DIR and the JSON files beside it, by the first part of their names.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'vitest';
import { PARITY_FOLDER } from '../helpers/public-data.ts';
import { checkAdamW, checkOutputs, checkTokens, checkTraining, readBertFolder } from './bert.ts';
import { checkCrf } from './crf.ts';
import { checkEmbert } from './embert.ts';
import { PARITY_EXECUTOR, type ParityExecutor, parityExecutor } from './executors.ts';
import { checkGru } from './gru.ts';
import { checkKebiolm } from './kebiolm.ts';
import { checkKge } from './kge.ts';
import { checkLstm } from './lstm.ts';
import { checkPepr } from './pepr.ts';
import { checkSmedbert } from './smedbert.ts';

type Check = (json: unknown, executor: ParityExecutor) => Promise<void>;
const CHECKS = new Map<string, Check>([
  ['crf', checkCrf],
  ['embert', checkEmbert],
  ['gru', checkGru],
  ['kebiolm', checkKebiolm],
  ['kge', checkKge],
  ['lstm', checkLstm],
  ['pepr', checkPepr],
  ['smedbert', checkSmedbert],
]);

if (process.env.PARITY_DIR === undefined && !existsSync(PARITY_FOLDER)) {
  describe('reference values', () => {
    it.skip('are not here: name a folder of them in PARITY_DIR', () => undefined);
  });
} else {
  const executor = parityExecutor(process.env[PARITY_EXECUTOR] ?? 'onnx:cpu');
  describe(executor.name, () => {
    describe('bert folder', () => {
      it('tokens', () => checkTokens(readBertFolder(PARITY_FOLDER)));
      it('outputs', () => checkOutputs(readBertFolder(PARITY_FOLDER), executor));
      it('losses and gradients', () => checkTraining(readBertFolder(PARITY_FOLDER), executor));
      it('AdamW steps', () => checkAdamW(readBertFolder(PARITY_FOLDER), executor));
    });

    const beside = dirname(PARITY_FOLDER);
    for (const name of readdirSync(beside).filter((file) => file.endsWith('.json'))) {
      const check = CHECKS.get(name.split(/[-_.]/)[0]!);
      if (check === undefined) it.skip(`${name}: no check for this kind of file yet`, () => undefined);
      else it(name, () => check(JSON.parse(readFileSync(join(beside, name), 'utf8')), executor));
    }
  });
}
