/** Fine-tuning of an encoder (Devlin et al. 2019): its first token, [CLS], through its pooler. */
import { invariant } from '../../../../shared/assert.ts';
import { bertPool, bertPoolerSpec } from '../bert/model.ts';
import { type Network, type NetworkInput, NO_DROPOUT } from './network.ts';

/** tanh(W x_[CLS] + b), [B, H]. Throws where the front is no encoder. */
export function clsText(_config: unknown, { encoder }: NetworkInput): Network {
  invariant(encoder !== undefined, 'text classifier: only an encoder has [CLS]');
  return {
    width: encoder.hidden_size,
    params: bertPoolerSpec(encoder),
    dropout: NO_DROPOUT,
    run: (params, { x }) => bertPool(params, x), // [B, H]
  };
}
