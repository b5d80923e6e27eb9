/** `update FILE [--verify]` */
import { message } from '../../shared/messages/message.ts';
import { installUpdate, readUpdate } from '../services/update/install.ts';
import { only, print } from './command.ts';
import type { Options } from './options.ts';

export async function update(args: readonly string[], options: Options<'update'>): Promise<void> {
  const found = readUpdate(only(args, 'FILE'));
  const { version } = found;
  print(message('update.verified', { version }));
  if (options.verify) return;
  installUpdate(found);
  print(message('update.installed', { version }));
}
