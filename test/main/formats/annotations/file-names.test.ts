import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../../main/formats/annotations/file-names.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';

const HOSTILE = [
  '..',
  '.',
  '',
  '../../etc/passwd',
  'C:\\x',
  'NUL',
  'con.txt',
  'a\u0000b',
  '病'.repeat(200),
  'x ',
  'x.',
];

describe('the name of a file for a name of a project', () => {
  it('can be written into its own folder, whatever people type', () => {
    const folder = join(temporaryDir(), 'exports');
    mkdirSync(folder);
    const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom(...HOSTILE));
    fc.assert(
      fc.property(name, (given) => {
        const path = join(folder, `${fileNameOf(given)}-2026-11-28-02-00-00.jsonl`);
        expect(dirname(path)).toBe(folder);
        writeFileSync(path, '');
        expect(fileNameOf(given)).not.toMatch(/[. ]$|^(nul|con|prn|aux)(\.|$)/i);
      }),
    );
  });

  it('is the name itself where that is one', () => {
    for (const name of ['病区 3', '2026-11 急诊', 'a.b']) expect(fileNameOf(name)).toBe(name);
  });
});
