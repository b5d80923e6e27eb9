import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Home } from '../../helpers/app.ts';
import { cliProcess } from '../../helpers/cli.ts';

describe('compiled code', () => {
  it('is kept between runs of a child process too, which its parent kills', () => {
    const home = new Home();
    onTestFinished(() => home.remove());
    const [from, to] = [join(home.dir, 'a.bio'), join(home.dir, 'out')];
    writeFileSync(from, '头\tB-symptom\n痛\tI-symptom\n\n');
    const env = {
      NODE_COMPILE_CACHE: undefined,
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      XDG_CACHE_HOME: join(home.dir, 'cache'),
    };
    const convert = () => cliProcess(home, ['convert', from, '--to', 'brat', '--out', to], { env }).err;
    const entry =
      /reading cache from .* for \S* ?\S*(services\/background\/entry\.ts|dist\/main\/background\.js).* success/;
    expect(convert()).not.toMatch(entry);
    expect(convert()).toMatch(entry);
  });
});
