/** Neither the session's token nor a passphrase can be read off a child process, whatever kind it is. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBrowser } from '../../main/hosts/open-browser.ts';
import { appRoot } from '../../main/resources.ts';
import { CHROMIUM, ELECTRON, Program } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import { descendants, type Seen, see } from '../helpers/proc.ts';
import { appendText, skipTour, waitForHighlights, waitForSaved } from '../helpers/screen.ts';

const PASSPHRASE = '正确的口令 horse';
const secrets = { MERIDIAN_PASSPHRASE: PASSPHRASE, MERIDIAN_NEW_PASSPHRASE: `another ${PASSPHRASE}` };
const linux = process.platform === 'linux';
const hasDisplay = Boolean(process.env.DISPLAY);

function expectNoSecret(processes: readonly Seen[], token = 'token='): void {
  for (const { cmdline, environ } of processes) {
    expect(`${cmdline}\n${environ}`).not.toContain('horse');
    expect(cmdline).not.toContain('token=');
    expect(`${cmdline}\n${environ}`).not.toContain(token);
  }
}

/** Returns the descendants of a process as soon as they are as wanted. */
async function descendantsOnce(pid: number, wanted: (all: readonly Seen[]) => boolean): Promise<Seen[]> {
  await expect.poll(() => wanted(descendants(pid))).toBe(true);
  return descendants(pid);
}

describe.skipIf(!linux)('processes of plain Node', () => {
  it('each kind is started without passphrases', async () => {
    const home = newHome();
    const program = new Program(
      [process.execPath, join(appRoot, 'test', 'helpers', 'spawn-every-child.ts')],
      {
        ...home.env,
        ...secrets,
      },
    );
    const children = (await program.printed(/pids: (.*)\./)).split(' ').map(Number);
    const seen = children.flatMap(see);
    expect(see(program.pid)[0]?.environ).toContain('horse'); // there to be inherited
    expect(seen).toHaveLength(6);
    expectNoSecret(seen);
    await program.end('SIGTERM');
  });
});

describe.skipIf(!linux || CHROMIUM === '' || !hasDisplay)('the browser that the host opens', () => {
  it('asks for the address with the token, which no argument holds, and leaves no profile', async () => {
    const home = newHome();
    mkdirSync(join(home.dir, 'bin'));
    symlinkSync(CHROMIUM, join(home.dir, 'bin', 'chromium'));
    vi.stubEnv('PATH', `${join(home.dir, 'bin')}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      const script =
        "const tell = () => fetch('/at/' + location.hash.slice(1)); onhashchange = tell; tell();";
      response
        .setHeader('content-type', 'text/html')
        .end(`<title>Meridian</title><script>${script}</script>`);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // safe: a listening TCP server has one
    const token = '0123456789abcdef'.repeat(4);
    const browser = openBrowser(`http://127.0.0.1:${port}/#token=${token}`);
    await expect.poll(() => asked).toContain(`/at/token=${token}`);
    const processes = descendants(process.pid);
    expect(processes.some(({ cmdline }) => cmdline.includes(`--app=http://127.0.0.1:${port}/\n`))).toBe(true);
    expect(processes.some(({ cmdline }) => cmdline.includes('--type=renderer'))).toBe(true);
    expectNoSecret(processes, token);
    const profiles = () =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`meridian-browser-${process.pid}-`));
    expect(profiles()).toHaveLength(1);
    await browser?.close();
    expect(profiles()).toEqual([]);
  });
});

describe.skipIf(!linux || ELECTRON === '' || !hasDisplay)('Electron', () => {
  it('opens a locked workspace by MERIDIAN_PASSPHRASE without any process inheriting it', async () => {
    const home = newHome();
    expect(cli(home, ['workspace', 'info'], { env: secrets }).code).toBe(0);
    const program = new Program([process.execPath, join(appRoot, 'main', 'start.ts')], {
      ...home.env,
      ...secrets,
      ELECTRON_OVERRIDE_DIST_PATH: join(ELECTRON, '..'),
    });
    onTestFinished(() => program.end('SIGTERM'));
    const processes = await descendantsOnce(
      program.pid,
      (all) =>
        all.some(({ cmdline }) => cmdline.includes('--type=renderer')) &&
        all.some(({ cmdline }) => cmdline.includes('node.mojom.NodeService')), // the engine of an open workspace
    );
    expect(processes.some(({ cmdline }) => cmdline.includes('--type=zygote'))).toBe(true);
    expectNoSecret(processes);
  });

  const leavesNoText = async (end: 'close' | 'kill') => {
    const home = newHome();
    const temporary = join(home.dir, 'temporary');
    mkdirSync(temporary);
    const app = await startApp('electron', home, { env: { TMPDIR: temporary } });
    await waitForHighlights(app.page);
    await skipTour(app.page);
    const text = '患者家属补述：既往对青霉素过敏。';
    await appendText(app.page, text);
    await waitForSaved(app.page);
    await app.page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await app[end]();
    const files = filesUnder(home.dir).filter((file) => !file.startsWith(home.workspace));
    for (const file of files) {
      const bytes = readFileSync(file);
      for (const encoding of ['utf8', 'utf16le'] as const)
        expect(bytes.includes(Buffer.from(text.slice(0, 12), encoding)), file).toBe(false);
    }
    expect(files.some((file) => file.endsWith('Preferences'))).toBe(true); // the profile is among them
    if (end === 'close') expect(filesUnder(temporary)).toEqual([]);
  };
  it('leaves no text in its profile or temporary files after close', () => leavesNoText('close'));
  it('leaves no text in its profile or temporary files after kill', { tags: ['long'] }, () =>
    leavesNoText('kill'),
  );
});

const filesUnder = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
