/** Lists of phrases on the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';
import { phraseTexts, phraseTriples } from '../../helpers/phrase-texts.ts';

it('mines, shows, segments, edits, exchanges and deletes a list', () => {
  const home = new Home();
  onTestFinished(() => home.remove());
  const path = (name: string) => join(home.dir, name);
  writeFileSync(path('names.tsv'), phraseTriples());
  writeFileSync(path('texts.txt'), phraseTexts().join('\n'));
  const run = (...args: string[]) => cli(home, [...args, '--plain']);
  expect(run('kg', 'import', path('names.tsv'), '--format', 'triples').code).toBe(0);

  expect(run('phrases', 'mine', '--name', 'terms')).toMatchObject({ code: 2 });
  const wrong = run('phrases', 'mine', '--corpus', path('texts.txt'), '--name', 'terms', '--min-count', '1');
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--min-count') });
  const mined = run('phrases', 'mine', '--corpus', path('texts.txt'), '--name', 'terms', '--json');
  expect(mined.code, mined.err).toBe(0);
  expect(JSON.parse(mined.out)).toMatchObject({
    name: 'terms',
    card: { settings: { minCount: 10, seed: 1 } },
  });
  expect(run('phrases', 'mine', '--corpus', path('texts.txt'), '--name', 'terms').err).toContain('already');

  expect(run('phrases', 'list').out).toMatch(/terms .* 0 +0/);
  expect(run('phrases', 'show', 'terms', '障碍', '--long').out).toMatch(/再生\|障碍性\|贫血 +graph +\d+/);
  expect(run('phrases', 'segment', 'terms', '缺铁性贫血').out).toBe('缺铁性|贫血\n');
  const edited = run('phrases', 'edit', 'terms', '再生障碍性|贫血', '肺炎', '--state', 'accepted', '--json');
  expect(JSON.parse(edited.out)).toMatchObject([
    { cuts: [5], edited: true, state: 'accepted' },
    { cuts: [], edited: false, state: 'accepted' },
  ]);
  expect(run('phrases', 'points', 'terms', 'on', 'end', '铁').out).toContain('1 ');
  expect(run('phrases', 'segment', 'terms', '缺铁性贫血').out).toBe('缺铁|性贫血\n');

  expect(run('phrases', 'export', 'terms', '--out', path('terms.tsv')).code).toBe(0);
  expect(readFileSync(path('terms.tsv'), 'utf8')).toContain('phrase\t再生障碍性|贫血\tgraph\t');
  expect(run('phrases', 'import', path('terms.tsv'), '--name', 'copy').code).toBe(0);
  const shown = (list: string) => run('phrases', 'show', list, '--json').out;
  expect(shown('copy')).toBe(shown('terms'));
  expect(run('phrases', 'delete', 'copy').code).toBe(0);
  expect(run('phrases', 'show', 'copy')).toMatchObject({ code: 1, err: expect.stringContaining('terms') });
});
