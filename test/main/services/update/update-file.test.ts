/** Update files: only the maker's, unchanged, for this system and not older. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appVersion } from '../../../../main/resources.ts';
import { readUpdate } from '../../../../main/services/update/install.ts';
import { isOlder, openUpdate, packUpdate } from '../../../../main/services/update/update-file.ts';
import { newHome } from '../../../helpers/e2e.ts';

const keys = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey, privateKey } = keys();
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const update = { version: '9.0.0', architecture, installer: Buffer.from('an installer') };

it('comes back as it was packed', () => {
  expect(openUpdate(packUpdate(update, privateKey), publicKey)).toEqual(update);
});

it('is refused after a change of any byte, cut anywhere, or lengthened', () => {
  const file = packUpdate(update, privateKey);
  for (let at = 0; at < file.length; at++) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openUpdate(changed, publicKey)).toThrow(/update/);
    expect(() => openUpdate(file.subarray(0, at), publicKey)).toThrow(/update/);
  }
  expect(() => openUpdate(Buffer.concat([file, Buffer.from('x')]), publicKey)).toThrow(/update/);
});

it('is refused from anybody but the maker of this build', () => {
  expect(() => openUpdate(packUpdate(update, keys().privateKey), publicKey)).toThrow('not signed');
});

it('is refused for another system, when older, and by a build without a key', () => {
  const { dir } = newHome();
  const [file, key] = [join(dir, 'update'), join(dir, 'key.pem')];
  writeFileSync(key, publicKey);
  const read = (changes: Partial<typeof update>) => {
    writeFileSync(file, packUpdate({ ...update, ...changes }, privateKey));
    return readUpdate(file, key).version;
  };
  expect(read({})).toBe('9.0.0');
  expect(read({ version: appVersion() })).toBe(appVersion());
  expect(() => read({ architecture: 'other' })).toThrow('other');
  expect(() => read({ version: '0.0.9' })).toThrow('0.0.9');
  expect(() => readUpdate(file, join(dir, 'none'))).toThrow('no key');
});

it('orders versions by number', () => {
  expect([isOlder('0.9.0', '0.10.0'), isOlder('1.0.0', '0.9.9'), isOlder('1.0.0', '1.0.0')]).toEqual([
    true,
    false,
    false,
  ]);
});
