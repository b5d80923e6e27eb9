import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../../main/services/accounts/password.ts';
import { NewPassword } from '../../../../shared/domain/account.ts';

describe('passwords', () => {
  it('are kept as scrypt with a salt of their own, however they are composed', async () => {
    const [one, two] = [await hashPassword('café-größe'), await hashPassword('café-größe')];
    expect(one).toMatchObject({ kdf: 'scrypt', n: 2 ** 17, r: 8, p: 1 });
    expect(one.salt).not.toBe(two.salt);
    expect(one.hash).not.toBe(two.hash);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await isPassword('café-größe'.normalize('NFD'), one)).toBe(true);
    expect(await isPassword('cafe-größe', one)).toBe(false);
    expect(await isPassword('', one)).toBe(false);
    expect(await isPassword('café-größe', undefined)).toBe(false);
  });

  it('are none that people guess first', () => {
    for (const weak of [
      '12345678',
      '87654321',
      'abcdefgh',
      'Password',
      'ＰＡＳＳＷＯＲＤ',
      '88888888',
      'ababababab',
      'admin123',
    ])
      expect(NewPassword.safeParse(weak).success, weak).toBe(false);
    for (const good of ['春眠不觉晓处处闻啼鸟', '12345679', 'a long password'])
      expect(NewPassword.safeParse(good).success, good).toBe(true);
  });

  it('have a least length, counted in characters', () => {
    expect(NewPassword.safeParse('1234567').success).toBe(false);
    expect(NewPassword.safeParse('😀😀😀😀').success).toBe(false); // 8 code units
    expect(NewPassword.safeParse('12345670').success).toBe(true);
    expect(NewPassword.safeParse('一二三四五六七八').success).toBe(true);
    expect(NewPassword.safeParse('x'.repeat(201)).success).toBe(false);
  });
});
