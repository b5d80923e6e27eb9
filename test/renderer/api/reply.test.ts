import { describe, expect, it } from 'vitest';
import { toAppError, unwrap } from '../../../renderer/api/reply.ts';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

describe('unwrap', () => {
  it('gives the value of a good reply', () => {
    expect(unwrap({ ok: true, value: [1, 2] })).toEqual([1, 2]);
    expect(unwrap({ ok: true, value: undefined })).toBeUndefined();
  });

  it('throws the error of a failed one, with all its words', () => {
    const [message, kept, hint] = ['m', 'k', 'h'].map(plainText);
    const error = { code: 'conflict', message, kept, hint };
    expect(() => unwrap({ ok: false, error })).toThrow(AppError);
    try {
      unwrap({ ok: false, error });
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'conflict', message: 'm', localized: message, kept, hint });
    }
  });

  it('takes nothing else for a reply', () => {
    for (const junk of [
      undefined,
      null,
      1,
      'ok',
      {},
      { ok: true },
      { ok: false },
      { ok: false, error: { code: 'odd' } },
    ]) {
      expect(() => unwrap(junk)).toThrow(/unknown form/);
    }
  });
});

describe('toAppError', () => {
  it('keeps an AppError and wraps the rest', () => {
    const error = new AppError('io', plainText('x'));
    expect(toAppError(error)).toBe(error);
    expect(toAppError(new TypeError('odd'))).toMatchObject({ code: 'internal', message: 'odd' });
    expect(toAppError('odd')).toMatchObject({ code: 'internal', message: 'odd' });
  });
});
