/** Gives every file of end-to-end tests an X server of its own: windows on one display take the focus from each other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';

/** Without a reset when the last window has gone, which refuses the window of the next test meanwhile. */
const OPTIONS = ['-noreset', '-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'];
const server = spawn('Xvfb', OPTIONS, { stdio: ['ignore', 'pipe', 'ignore'] });
afterAll(() => void server.kill());
const [number] = await once(server.stdout, 'data');
process.env.DISPLAY = `:${String(number).trim()}`;
delete process.env.WAYLAND_DISPLAY;
