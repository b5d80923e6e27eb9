/** Checks that documents name files and folders that exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '../main/resources.ts';

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: appRoot, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(appRoot, page)));

/** Paths in backquotes that begin with a top folder, without patterns and placeholders. */
const PATH = /`((?:main|shared|renderer|resources|test|docs)\/[\w./-]*\w)`/g;
/** Relative targets of links and pictures. */
const LINK = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;

it.each(pages)('%s names what exists', (page) => {
  const text = readFileSync(join(appRoot, page), 'utf8');
  const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(page), path));
  expect([...named, ...linked].filter((path) => !existsSync(join(appRoot, path)))).toEqual([]);
});
