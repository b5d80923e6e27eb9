/** `serve`: other people's browsers work in this workspace, over the network. */
import { message } from '../../shared/messages/message.ts';
import { givenPassphrase } from '../passphrase.ts';
import { configDir, defaultWorkspace } from '../workspace/paths.ts';
import { note, UsageError } from './command.ts';
import type { Options, RunOptions } from './options.ts';

const PORT = 8443;

export async function serve(
  _args: readonly string[],
  options: Options<'serve'>,
  { serve: start }: RunOptions,
): Promise<void> {
  const { address, cert, key } = options;
  if (address === undefined) throw new UsageError('cli.needs', { command: 'serve', what: '--address' });
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('cli.needs', { command: 'serve', what: '--cert FILE --key FILE' });
  if (start === undefined) throw new Error('this program was started without its server');
  const passphrase = givenPassphrase(options['passphrase-file']);
  await start({
    dir: options.workspace ?? defaultWorkspace(),
    configDir: configDir(),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...{ address, port: portOf(options.port), names: options.name ?? [], api: options.api ?? false },
    ...(cert === undefined || key === undefined ? {} : { certificate: { cert, key } }),
    ready: (urls, fingerprint) => {
      note(message('serve.ready', { urls: urls.join(' ') }));
      note(message('serve.fingerprint', { fingerprint }));
    },
  });
}

function portOf(value: string | undefined): number {
  const port = Number(value ?? PORT);
  if (/^\d+$/.test(value ?? String(PORT)) && port <= 65_535) return port;
  throw new UsageError('cli.takes', { option: '--port', value: value ?? '', form: message('cli.port') });
}
