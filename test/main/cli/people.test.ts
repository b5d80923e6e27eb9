/** `people` asks for no password that it could not use. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { people } from '../../../main/cli/people.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

describe('people reset-password', () => {
  it('names a mistyped path before it asks for a password', async () => {
    const dir = temporaryDir();
    const workspace = join(dir, 'typo');
    const reset = people(['reset-password', '王医生'], {
      workspace,
      'password-file': join(dir, 'a password that is never read'),
    });
    await expect(reset).rejects.toMatchObject({ localized: { id: 'workspace.none-here' } });
    expect(existsSync(workspace)).toBe(false);
  });
});
