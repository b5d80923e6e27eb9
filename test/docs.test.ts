/** Checks that documents name files, folders and tests that exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '../main/resources.ts';

const files = execFileSync('git', ['ls-files'], { cwd: appRoot, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(appRoot, file)));
const pages = files.filter((file) => file.endsWith('.md'));

/** Paths in backquotes that begin with a top folder, without patterns and placeholders. */
const PATH = /`((?:main|shared|renderer|resources|test|docs)\/[\w./-]*\w)`/g;
/** Names of source files in backquotes. */
const SOURCE = /`([\w./-]*[\w-]+\.(?:tsx?|css))`/g;
/** Relative targets of links and pictures. */
const LINK = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;

/** A test by its file and name. */
const PROOF = /`(test\/[\w./-]+\.test\.ts)` › \*([^*]+)\*/g;

it('security.md names tests that exist', () => {
  const page = readFileSync(join(appRoot, 'docs', 'security.md'), 'utf8');
  const proofs = [...page.matchAll(PROOF)];
  expect(proofs.length).toBeGreaterThan(30);
  const missing = proofs.filter(
    ([, file = '', name = '']) => !readFileSync(join(appRoot, file), 'utf8').includes(name),
  );
  expect(missing.map(([proof]) => proof)).toEqual([]);
  const rows = page.slice(page.indexOf('## Promises')).matchAll(/^\| (?!promise|-)[^|]+\|(.*)\|$/gm);
  expect([...rows].filter(([, cell = '']) => !/› \*/.test(cell))).toEqual([]);
});

it.each(pages)('%s names what exists', (page) => {
  const text = readFileSync(join(appRoot, page), 'utf8');
  const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(page), path));
  expect([...named, ...linked].filter((path) => !existsSync(join(appRoot, path)))).toEqual([]);
  const sources = [...text.matchAll(SOURCE)].map(([, name = '']) => `/${name}`);
  expect(sources.filter((name) => !files.some((file) => `/${file}`.endsWith(name)))).toEqual([]);
});
