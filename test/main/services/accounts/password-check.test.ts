/** A department that signs in at once: all are answered in order, and one address cannot fill the queue. */
import { describe, expect, it } from 'vitest';
import { asked, startedApp } from '../../../helpers/apps.ts';
import { PASSWORD } from '../../../helpers/passwords.ts';

const people = (count: number) => Array.from({ length: count }, (_, n) => `人${n}`);
const accounts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, []]));

describe('people who sign in within the same second', () => {
  it('are all answered in order, 60 behind one address', async () => {
    const names = people(60);
    const app = await startedApp(accounts(names));
    const answered: string[] = [];
    const states = await Promise.all(
      names.map(async (name) => {
        const client = app.connect({ address: '192.0.2.1' });
        const { state } = await asked(client, 'account.signIn', { name, password: PASSWORD });
        answered.push(name);
        return state;
      }),
    );
    expect(new Set(states)).toEqual(new Set(['signed-in']));
    expect(answered).toEqual(names);
  });

  it('are refused beyond 64 of one address and 256 of all, and nobody else is', async () => {
    const app = await startedApp(accounts(['甲']));
    const wrong = (address: string) =>
      app.connect({ address }).invoke('account.signIn', { name: 'nobody', password: 'wrong' });
    const codes = async (replies: ReturnType<typeof wrong>[]) =>
      (await Promise.all(replies)).map((reply) => (reply.ok ? 'ok' : reply.error.message.id));
    const flood = Array.from({ length: 70 }, () => wrong('192.0.2.1'));
    const other = asked(app.connect({ address: '192.0.2.2' }), 'account.signIn', {
      name: '甲',
      password: PASSWORD,
    });
    const busy = (await codes(flood)).filter((id) => id === 'accounts.busy');
    expect(busy).toHaveLength(6);
    expect((await other).state).toBe('signed-in');
    const many = Array.from({ length: 5 * 64 }, (_, n) => wrong(`192.0.2.${n % 5}`));
    expect((await codes(many)).filter((id) => id === 'accounts.busy')).toHaveLength(64);
  });

  it('are told when the program stops before their turn', async () => {
    const names = people(20);
    const app = await startedApp(accounts(names));
    const replies = names.map((name) =>
      app.connect({ address: '192.0.2.1' }).invoke('account.signIn', { name, password: PASSWORD }),
    );
    await replies[0];
    await app.stop();
    const codes = (await Promise.all(replies)).map((reply) => (reply.ok ? 'ok' : reply.error.code));
    expect(codes[0]).toBe('ok');
    expect(codes.at(-1)).toBe('engine-down');
    expect(codes).not.toContain('internal');
  });
});
