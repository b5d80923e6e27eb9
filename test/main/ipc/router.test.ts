import { describe, expect, it } from 'vitest';
import { route } from '../../../main/ipc/router.ts';
import { contract, type Handlers } from '../../../shared/contract/index.ts';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { saying } from '../../helpers/words.ts';

const answers: Partial<Handlers> = {
  'settings.get': () => {
    throw new AppError('locked', plainText('locked'), { kept: plainText('all'), hint: plainText('unlock') });
  },
  'docs.list': () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  },
  'docs.revision': ({ id, number }) => ({ text: `${id}/${number}` }),
  // safe: deliberately a wrong answer, which output checking must notice
  'engine.status': () => ({ state: 'dancing' }) as never,
};
const handlers = answers as Handlers; // safe: only the methods above are called

const ask = (method: unknown, ...[input]: unknown[]) => route(handlers, method, input, { checkOutput: true });

describe('router', () => {
  it('refuses unknown methods, those of Object.prototype too', async () => {
    for (const method of ['nope', '__proto__', 'constructor', 'toString', '', 42, null, { a: 1 }]) {
      expect(await ask(method, {})).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    }
  });

  it('refuses wrong payloads for every method, naming the method', async () => {
    for (const method of Object.keys(contract)) {
      for (const input of [undefined, null, 7, 'text']) {
        const reply = await ask(method, input);
        expect(reply).toMatchObject({ ok: false, error: { code: 'bad-request' } });
        expect(JSON.stringify(reply)).toContain(method);
      }
    }
  });

  it('parses input and envelopes the value', async () => {
    expect(await ask('docs.revision', { id: 3, number: 2 })).toEqual({ ok: true, value: { text: '3/2' } });
    expect(await ask('docs.revision', { id: '3', number: 2 })).toMatchObject({ ok: false });
    expect(await ask('docs.revision', { id: -1, number: 2 })).toMatchObject({ ok: false });
  });

  it('carries errors as data: code, message, what was kept, what to do', async () => {
    expect(await ask('settings.get', {})).toEqual({
      ok: false,
      error: { code: 'locked', message: saying('locked'), kept: saying('all'), hint: saying('unlock') },
    });
    const full = await ask('docs.list', {});
    expect(full).toMatchObject({ ok: false, error: { code: 'disk-full' } });
    expect(JSON.stringify(full)).toContain('intact');
  });

  it('notices output that breaks the contract when asked to', async () => {
    expect(await ask('engine.status', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(await route(handlers, 'engine.status', {}, { checkOutput: false })).toMatchObject({ ok: true });
  });
});
