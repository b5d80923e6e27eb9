/** Every network by its kind: settings in, network out. */
import { z } from 'zod';
import { assertNever } from '../../../../shared/assert.ts';
import { AvcnnConfig, avcnnText } from './avcnn.ts';
import { AvrnnConfig, avrnnText } from './avrnn.ts';
import { BigruConfig, bigruText, bigruTokens } from './bigru.ts';
import { BilstmConfig, bilstmText, bilstmTokens } from './bilstm.ts';
import { CnnConfig, cnnText } from './cnn.ts';
import { CnnGruConfig, cnnGruText } from './cnn-gru.ts';
import { CnnLstmConfig, cnnLstmText, cnnLstmTokens } from './cnn-lstm.ts';
import { DpcnnConfig, dpcnnText } from './dpcnn.ts';
import { DropoutBigruConfig, dropoutBigruText } from './dropout-bigru.ts';
import { LstmConfig, lstmTokens } from './lstm.ts';
import type { Network, NetworkInput } from './network.ts';
import { StaresgruCnnConfig, staresgruCnnText, staresgruCnnTokens } from './staresgru-cnn.ts';

/** Networks that give features of every token. */
export const TokenBodyConfig = z.discriminatedUnion('kind', [
  LstmConfig,
  BilstmConfig,
  BigruConfig,
  CnnLstmConfig,
  StaresgruCnnConfig,
]);
export type TokenBodyConfig = z.infer<typeof TokenBodyConfig>;

/** Networks that give features of a whole text. */
export const TextBodyConfig = z.discriminatedUnion('kind', [
  CnnConfig,
  CnnLstmConfig,
  CnnGruConfig,
  BilstmConfig,
  BigruConfig,
  DropoutBigruConfig,
  AvrnnConfig,
  AvcnnConfig,
  DpcnnConfig,
  StaresgruCnnConfig,
]);
export type TextBodyConfig = z.infer<typeof TextBodyConfig>;

export function tokenBody(config: TokenBodyConfig, input: NetworkInput): Network {
  switch (config.kind) {
    case 'lstm':
      return lstmTokens(config, input);
    case 'bilstm':
      return bilstmTokens(config, input);
    case 'bigru':
      return bigruTokens(config, input);
    case 'cnn-lstm':
      return cnnLstmTokens(config, input);
    case 'staresgru-cnn':
      return staresgruCnnTokens(config, input);
    default:
      return assertNever(config);
  }
}

export function textBody(config: TextBodyConfig, input: NetworkInput): Network {
  switch (config.kind) {
    case 'cnn':
      return cnnText(config, input);
    case 'cnn-lstm':
      return cnnLstmText(config, input);
    case 'cnn-gru':
      return cnnGruText(config, input);
    case 'bilstm':
      return bilstmText(config, input);
    case 'bigru':
      return bigruText(config, input);
    case 'dropout-bigru':
      return dropoutBigruText(config, input);
    case 'avrnn':
      return avrnnText(config, input);
    case 'avcnn':
      return avcnnText(config, input);
    case 'dpcnn':
      return dpcnnText(config, input);
    case 'staresgru-cnn':
      return staresgruCnnText(config, input);
    default:
      return assertNever(config);
  }
}
