import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedKey, openSealed, sealBytes } from '../../../main/workspace/sealed-bytes.ts';

const key = randomBytes(32);

describe('sealed bytes', () => {
  it('hold any text, and never twice the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string(), (text, place) => {
        const sealed = sealBytes(key, place, text);
        expect(openSealed(key, place, sealed).toString('utf8')).toBe(Buffer.from(text).toString('utf8'));
        expect(sealBytes(key, place, text).equals(sealed)).toBe(false);
      }),
    );
  });

  it('open with no other key, at no other place, and with no bit changed', () => {
    const sealed = sealBytes(key, 'record 1', '患者发热三天');
    const refused = (bytes: Uint8Array, place = 'record 1', other: Uint8Array = key) =>
      expect(() => openSealed(other, place, bytes)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    refused(sealed, 'record 1', randomBytes(32));
    refused(sealed, 'record 2');
    refused(sealed.subarray(0, 20));
    refused(new Uint8Array());
    for (let bit = 0; bit < 8 * sealed.length; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      refused(changed);
    }
  });

  it('come with keys that differ by purpose and are the same each time', () => {
    expect(derivedKey(key, 'a')).toEqual(derivedKey(key, 'a'));
    expect(derivedKey(key, 'a')).not.toEqual(derivedKey(key, 'b'));
    expect(derivedKey(key, 'a')).not.toEqual(new Uint8Array(key));
    expect(derivedKey(key, 'a')).toHaveLength(32);
  });
});
