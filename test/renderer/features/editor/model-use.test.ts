import { describe, expect, it } from 'vitest';
import { ModelUse } from '../../../../renderer/features/editor/model-use.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';

const damaged = (message = 'damaged') => new AppError('corrupt', plainText(message));

describe('ModelUse', () => {
  it('asks until it is known that there is no model, and again when models change', () => {
    const use = new ModelUse(() => undefined);
    expect(use.isAsked).toBe(true);
    use.answered({ name: 'ner' });
    expect(use.state.get()).toEqual({ kind: 'used', name: 'ner' });
    expect(use.isAsked).toBe(true);
    use.answered(null);
    expect(use.isAsked).toBe(false);
    use.forget();
    expect(use.isAsked).toBe(true);
  });

  it('tells each reason once, until a model has worked again', () => {
    const told: string[] = [];
    const use = new ModelUse(({ message }) => told.push(message));
    for (const message of ['a', 'a', 'b', 'b']) {
      use.refused(damaged(message));
      expect(use.isAsked).toBe(false);
      use.forget();
    }
    expect(told).toEqual(['a', 'b']);
    use.answered({ name: 'ner' });
    use.refused(damaged('b'));
    expect(told).toEqual(['a', 'b', 'b']);
    expect(use.state.get()).toMatchObject({ kind: 'failed', error: { message: 'b' } });
  });

  it('waits in silence for an engine that is down', () => {
    const use = new ModelUse(() => {
      throw new Error('told');
    });
    use.answered({ name: 'ner' });
    use.refused(new AppError('engine-down', plainText('stopped')));
    expect(use.state.get()).toEqual({ kind: 'unknown' });
  });

  it('does not disturb those who watch with what they know', () => {
    const use = new ModelUse(() => undefined);
    let changes = 0;
    use.state.subscribe(() => changes++);
    for (let i = 0; i < 3; i++) use.answered({ name: 'ner' });
    expect(changes).toBe(1);
  });
});
