import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatchQueue } from '../../../../main/db/batch/batch-queue.ts';
import { connectionOf } from '../../../../main/db/batch/connect.ts';

const refused = (url: string, id: string) =>
  expect(() => connectionOf(url), url).toThrow(
    expect.objectContaining({ localized: expect.objectContaining({ id }) }),
  );

describe('connection to a queue', () => {
  it('is plain on this machine, and verified TLS to any other', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect(connectionOf(`postgresql://a@${host}:5433/b`)).toMatchObject({
        ssl: false,
        port: 5433,
        database: 'b',
      });
    expect(connectionOf('postgresql:///b?host=/run/postgresql&user=a')).toMatchObject({
      ssl: false,
      host: '/run/postgresql',
    });
    for (const host of ['db.example.org', '192.168.1.20', 'localhost.example.org', '[2001:db8::1]'])
      expect(connectionOf(`postgresql://a:p%40ss@${host}/b`)).toMatchObject({
        ssl: { rejectUnauthorized: true },
        password: 'p@ss',
      });
    expect(connectionOf('postgresql://a@localhost/b?sslmode=verify-full').ssl).toMatchObject({
      rejectUnauthorized: true,
    });
  });

  it('cannot be made without verification, or with what is no such address', () => {
    for (const mode of ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'no-verify'])
      refused(`postgresql://a@db.example.org/b?sslmode=${mode}`, 'batch.tls-only');
    for (const url of [
      '',
      'db',
      'http://db.example.org/b',
      'postgresql://db.example.org',
      'postgresql://db.example.org/b?options=-c%20x',
      'postgresql://db.example.org/b?uselibpqcompat=true',
      'postgresql://a:%ZZ@localhost/b',
      'postgresql://a@localhost/%E0%A4%A',
      'postgresql://a@localhost/b?port=99999999',
      'postgresql://a@localhost/b?port=-1',
    ])
      refused(url, 'batch.wrong-url');
    // devices never end, and other files are no certificates: neither is read into an error
    for (const file of ['/dev/zero', '/proc/self/environ', '/etc/passwd', '/', '/no/such/file'])
      refused(`postgresql://a@db.example.org/b?sslrootcert=${file}`, 'batch.no-certificates');
  });

  it('never tells the password of an address', () => {
    try {
      connectionOf('postgresql://a:secret@host/b?x=1');
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain('secret');
    }
    expect.assertions(1);
  });

  it('says what is wrong with a server that is away, or is none', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(BatchQueue.open(`postgresql://a@127.0.0.1:${port}/b`, 'worker')).rejects.toThrow();
    await expect(BatchQueue.open('postgresql://a@127.0.0.1:1/b', 'worker')).rejects.toMatchObject({
      code: 'io',
      localized: { id: 'batch.unreachable' },
    });
    await expect(BatchQueue.open('postgresql://a@no-such-host.invalid/b', 'worker')).rejects.toMatchObject({
      localized: { id: 'batch.unreachable' },
    });
  });
});
