/** Every command explains itself, and help loads nothing that takes time. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../main/cli/commands.ts';
import { commandHelp, overview } from '../../../main/cli/main.ts';
import { OPTIONS } from '../../../main/cli/options.ts';
import { appRoot } from '../../../main/resources.ts';

describe.each(Object.entries(COMMANDS))('%s --help', (name, command) => {
  it('has an example that parses, with flags that it explains', async () => {
    const help = await commandHelp(command);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      const args = example.split(' ');
      expect(args[0]).toBe(name);
      if (command.load !== undefined) parseArgs({ args, options: OPTIONS, allowPositionals: true });
      const common = overview().split('\n\n')[1];
      const flags = example.match(/--[a-z-]+/g) ?? [];
      for (const flag of flags)
        expect(`${common}${help.split('Examples')[0]}${help.split('\n\n')[2]}`).toContain(flag);
    }
  });

  it('names no flag that is unknown', async () => {
    if (command.load === undefined) return; // settings of its own, listed from their schemas
    const named = (await commandHelp(command)).match(/(?<=--)[a-z0-9-]*[a-z0-9]/g) ?? [];
    for (const flag of named) expect(Object.keys(OPTIONS)).toContain(flag);
  });
});

it('mentions every flag', () => {
  for (const flag of Object.keys(OPTIONS)) {
    if (flag !== 'help' && flag !== 'version') expect(overview()).toContain(`--${flag}`);
  }
});

/** Adds the packages that loading a file loads, through static imports of values. */
function loadedPackages(file: string, found: Set<string>, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^import (?!type )(?:[^;]*? from )?'([^']+)';/gm,
  )) {
    if (path.startsWith('.')) loadedPackages(join(dirname(file), path), found, seen);
    else if (!path.startsWith('node:')) found.add(path);
  }
  return found;
}

it('is printed without loading any package', () => {
  const found = new Set<string>();
  for (const file of ['main/cli.ts', 'main/cli/main.ts']) loadedPackages(join(appRoot, file), found);
  expect([...found]).toEqual([]);
  expect([...loadedPackages(join(appRoot, 'main/cli/run.ts'), found)]).toContain('zod'); // the walk finds packages
});
