import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileArguments } from '../../../main/hosts/arguments.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

it('only files among the arguments are opened: no folder, switch, missing file or value of an option', () => {
  const dir = temporaryDir();
  const at = (name: string) => join(dir, name);
  for (const name of ['a.txt', 'b.docx', 'passphrase']) writeFileSync(at(name), 'x');
  mkdirSync(at('app'));
  const args = [
    '--no-sandbox',
    at('app'),
    'a.txt',
    '--passphrase-file',
    at('passphrase'),
    '--workspace',
    at('a.txt'),
    at('b.docx'),
    '--remote-debugging-port=0',
    'missing.txt',
  ];
  expect(fileArguments(args, dir)).toEqual([at('a.txt'), at('b.docx')]);
  expect(fileArguments([], dir)).toEqual([]);
});
