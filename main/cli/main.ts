/** Parses the command line and runs one command. Help and version are printed without loading any command. */
import type { Language } from '../../shared/messages/language.ts';
import { appVersion } from '../resources.ts';
import { COMMANDS, commandLine, isCommand } from './commands.ts';
import { COMMON_OPTIONS, type CommandName, OPTIONS, type RunOptions } from './options.ts';
import { explained, usageText } from './usage.ts';

/** Command that starts Meridian: the installed program, or npm in the source folder. */
const PROGRAM = process.versions.electron === undefined ? 'npm run -s cli --' : 'meridian';

const NOTES = ['help.input', 'help.new-workspace', 'help.keys', 'help.command-help'] as const;

/** Returns the usage of all commands. */
export function overview(language: Language): string {
  const commands = Object.values(COMMANDS).map(({ usage }) => usageText(usage, language));
  return `Meridian 经络 ${appVersion()}: ${explained('help.product', language)}

  ${PROGRAM} COMMAND [--workspace DIR] [--json] [--debug] [--lang en|zh]

${commands.join('\n')}

${NOTES.map((note) => `  ${explained(note, language)}`).join('\n')}
`;
}

/** Returns one command's usage, options, examples and settings. */
export async function commandHelp(name: CommandName, language: Language): Promise<string> {
  const { usage, examples, settings } = COMMANDS[name];
  const options = Object.entries({ ...OPTIONS[name], ...COMMON_OPTIONS }).map(
    ([option, { type }]) => `--${option}${type === 'string' ? ' VALUE' : ''}`,
  );
  const own = settings === undefined ? [] : ['', usageText(await settings(), language)];
  return `${[
    usageText(usage, language),
    '',
    explained('help.examples', language),
    ...examples.map((example) => `  ${PROGRAM} ${example}`),
    '',
    `${explained('help.options', language)}${options.join(', ')}`,
    ...own,
  ].join('\n')}\n`;
}

/** Runs the command line. Sets the exit code: 0 done, 1 failed, 2 wrong use. */
export async function main(argv: readonly string[], options: RunOptions = {}): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) {
    const { name = '', language } = commandLine(argv);
    process.stdout.write(isCommand(name) ? await commandHelp(name, language) : overview(language));
  } else if (argv.includes('--version')) process.stdout.write(`${appVersion()}\n`);
  else await (await import('./run.ts')).run(argv, options);
}
