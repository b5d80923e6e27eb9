/** Parses the JSON files of a model folder. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { parseShallowJson } from '../../reading/json.ts';
import { LIMITS } from '../../reading/limits.ts';
import { badFile } from './tensor-data.ts';

/** @throws AppError `bad-input` for a file that is too large, nested too deeply or no JSON text in UTF-8 */
export function readJson(name: string, bytes: Uint8Array): unknown {
  if (bytes.byteLength > LIMITS.settingsBytes) throw badFile(name, message('models.file-too-large'));
  try {
    return parseShallowJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('bad-input', 'models.no-json-text', { name }, { cause });
  }
}
