/** Runs the browser host as a program: prints the address, opens a browser where there is a display, ends cleanly. */

import { localeLanguage } from '../../shared/messages/language.ts';
import { message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { errorWords, toErrorData } from '../../shared/result.ts';
import { App, type AppOptions } from '../ipc/app.ts';
import { spawnNode } from '../processes/spawn-node.ts';
import { startBrowserHost } from './browser.ts';
import { openBrowser } from './open-browser.ts';
import { AppSharing } from './sharing.ts';
import { surviveStrayErrors } from './stray-errors.ts';
import { Switchboard } from './switchboard.ts';

export async function runBrowserHost(
  options: Omit<AppOptions, 'host' | 'keychain' | 'spawn'>,
  port: number,
): Promise<void> {
  const sharing = new AppSharing(options.configDir, () => app);
  const app: App = new App({ ...options, host: 'browser', spawn: spawnNode, sharing });
  try {
    await app.start();
  } catch (error) {
    const said = errorWords(toErrorData(error), localeLanguage(process.env));
    console.error([`Meridian cannot open ${options.dir}:`, ...said].join('\n'));
    process.exitCode = 1;
    return;
  }
  const switchboard = new Switchboard(app, options.configDir);
  const host = await startBrowserHost(() => switchboard.window(), port);
  surviveStrayErrors();
  const language = localeLanguage(process.env);
  for (const line of [message('hosts.ready', { url: host.url }), message('hosts.address-once')])
    console.log(words(line, language));
  const browser = openBrowser(host.url);
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    const closed = await Promise.allSettled([
      browser?.close(),
      switchboard
        .close()
        .then(() => host.close())
        .then(() => app.stop()),
    ]);
    for (const end of closed) if (end.status === 'rejected') console.error(end.reason);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}
