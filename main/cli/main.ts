/** Parses the command line and runs one command. Help and version are printed without loading any command. */
import { appVersion } from '../resources.ts';
import { COMMANDS, commandName, isCommand } from './commands.ts';
import { COMMON_OPTIONS, type CommandName, OPTIONS } from './options.ts';

/** Command that starts Meridian: the installed program, or npm in the source folder. */
const PROGRAM = process.versions.electron === undefined ? 'npm run -s cli --' : 'meridian';

const INTRODUCTION = `Meridian 经络 ${appVersion()}: an offline workbench for Chinese electronic medical records

  ${PROGRAM} COMMAND [--workspace DIR] [--json] [--debug] [--lang en|zh]

`;
const NOTES = `
  INPUT is .txt, .jsonl[.gz] (text, or section fields such as 主诉, 现病史) or - for standard input.
  A new workspace starts with the starter graph; one made by \`kg import\` holds only what is imported.
  --plain makes it unencrypted. MERIDIAN_PASSPHRASE or --passphrase-file opens one locked by a passphrase.
  COMMAND --help shows its examples and all of its settings.`;

/** Returns the usage of all commands. */
export function overview(): string {
  const commands = Object.values(COMMANDS).map(({ usage }) => usage);
  return `${INTRODUCTION}${commands.join('\n')}\n${NOTES}\n`;
}

/** Returns one command's usage, options, examples and settings. */
export async function commandHelp(name: CommandName): Promise<string> {
  const { usage, examples, settings } = COMMANDS[name];
  const options = Object.entries({ ...OPTIONS[name], ...COMMON_OPTIONS }).map(
    ([option, { type }]) => `--${option}${type === 'string' ? ' VALUE' : ''}`,
  );
  const own = settings === undefined ? [] : ['', await settings()];
  const lines = examples.map((example) => `  ${PROGRAM} ${example}`);
  return `${[usage, '', 'Examples:', ...lines, '', `Options: ${options.join(', ')}`, ...own].join('\n')}\n`;
}

/** Runs the command line. Sets the exit code: 0 done, 1 failed, 2 wrong use. */
export async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) {
    const name = commandName(argv) ?? '';
    process.stdout.write(isCommand(name) ? await commandHelp(name) : overview());
  } else if (argv.includes('--version')) process.stdout.write(`${appVersion()}\n`);
  else await (await import('./run.ts')).run(argv);
}
