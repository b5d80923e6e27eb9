/** Every command explains itself, and help loads nothing that takes time. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../main/cli/command.ts';
import { COMMANDS, isCommand } from '../../../main/cli/commands.ts';
import { commandHelp, overview } from '../../../main/cli/main.ts';
import { COMMON_OPTIONS, OPTIONS } from '../../../main/cli/options.ts';
import { runCommand } from '../../../main/cli/run.ts';
import { settingOptions } from '../../../main/cli/settings-flags.ts';
import { usageText } from '../../../main/cli/usage.ts';
import { appRoot } from '../../../main/resources.ts';

const flagsIn = (text: string): string[] => text.match(/(?<=--)[a-z0-9-]*[a-z0-9]/g) ?? [];
const explanation = (help: string): string =>
  help.replace(/^Options: .*$/m, '').replace(/^Examples:[\s\S]*?\n\n/m, '');

describe.each(Object.keys(COMMANDS).filter(isCommand))('%s --help', (name) => {
  const { examples, takesSettings, usage } = COMMANDS[name];
  const own = Object.keys(OPTIONS[name]);
  const settings = takesSettings ? Object.keys(settingOptions()) : [];
  const known = ['lang', 'help', ...own, ...settings, ...Object.keys(COMMON_OPTIONS)];

  it('lists the options of its table and explains each', async () => {
    const help = await commandHelp(name, 'en');
    const [, listed = ''] = /^Options: (.*)$/m.exec(help) ?? [];
    expect(flagsIn(listed)).toEqual([...own, ...Object.keys(COMMON_OPTIONS)]);
    for (const option of own) expect(explanation(help)).toContain(`--${option}`);
  });

  it('names no option that it does not take', async () => {
    for (const flag of flagsIn(await commandHelp(name, 'en')))
      expect([...known, ...known.map((each) => `no-${each}`)]).toContain(flag);
  });

  it('explains the same in Chinese', async () => {
    const [english, chinese] = [await commandHelp(name, 'en'), await commandHelp(name, 'zh')];
    expect(flagsIn(chinese)).toEqual(flagsIn(english));
    const [usage = ''] = chinese.split('\n\n');
    expect(usage.replace(/--?[\w-]+|[A-Z]{2,}/g, '')).not.toMatch(/\b(a|the|of|or|with|by|from) [a-z]/);
    expect(chinese).toMatch(/^示例：$/m);
  });

  it('has an example of itself with options that it takes', () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example.split(' ')[0]).toBe(name);
      for (const flag of flagsIn(example)) expect(known).toContain(flag);
    }
    expect(usage[0]?.[0]).toMatch(new RegExp(`^${name}`));
  });

  it.each([
    [['--no-such-option'], /unknown option --no-such-option/],
    [['--workspace'], /--workspace needs a value/],
    [['--workspace', '--json'], /--workspace needs a value/],
    [['--json=yes'], /--json takes no value/],
  ])('refuses %j', async (args, problem) => {
    await expect(runCommand([name, ...args])).rejects.toThrow(problem);
    await expect(runCommand([name, ...args])).rejects.toBeInstanceOf(UsageError);
  });
});

it('is shown for all commands together', () => {
  for (const language of ['en', 'zh'] as const) {
    const text = overview(language);
    for (const { usage } of Object.values(COMMANDS)) expect(text).toContain(usageText(usage, language));
    for (const flag of Object.keys(COMMON_OPTIONS)) expect(text).toContain(`--${flag}`);
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
