/** Runs the browser host as a program: prints the address, opens a browser where there is a display, ends cleanly. */

import { localeLanguage } from '../../shared/messages/language.ts';
import { message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { errorWords, toErrorData } from '../../shared/result.ts';
import { App, type AppOptions } from '../ipc/app.ts';
import { spawnNode } from '../processes/spawn-node.ts';
import { startBrowserHost } from './browser.ts';
import { openBrowser } from './open-browser.ts';
import { surviveStrayErrors } from './stray-errors.ts';

export async function runBrowserHost(
  options: Omit<AppOptions, 'host' | 'keychain' | 'spawn'>,
  port: number,
): Promise<void> {
  const app = new App({ ...options, host: 'browser', spawn: spawnNode });
  try {
    await app.start();
  } catch (error) {
    const said = errorWords(toErrorData(error), localeLanguage(process.env));
    console.error([`Meridian cannot open ${options.dir}:`, ...said].join('\n'));
    process.exitCode = 1;
    return;
  }
  const host = await startBrowserHost(app, port);
  surviveStrayErrors();
  const language = localeLanguage(process.env);
  for (const line of [message('hosts.ready', { url: host.url }), message('hosts.address-once')])
    console.log(words(line, language));
  const browser = openBrowser(host.url);
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    const closed = await Promise.allSettled([browser?.close(), host.close().then(() => app.stop())]);
    for (const end of closed) if (end.status === 'rejected') console.error(end.reason);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}
