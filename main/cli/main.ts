/** Parses the command line and runs one command. Help and version are printed without loading any command. */
import { appVersion } from '../resources.ts';
import { COMMANDS, type Command, findCommand } from './commands.ts';

/** What starts a command: the installed program, or npm in the source folder. */
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

/** Returns one command's usage, examples and settings. */
export async function commandHelp({ usage, examples, settings }: Command): Promise<string> {
  const lines = examples.map((example) => `  ${PROGRAM} ${example}`);
  const own = settings === undefined ? [] : ['', await settings()];
  return `${[usage, '', 'Examples (示例):', ...lines, ...own].join('\n')}\n`;
}

/** Runs the command line. Sets the exit code: 0 done, 1 failed, 2 wrong use. */
export async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help') || argv.includes('-h')) {
    const command = findCommand(argv)?.command;
    process.stdout.write(command === undefined ? overview() : await commandHelp(command));
  } else if (argv.includes('--version')) process.stdout.write(`${appVersion()}\n`);
  else await (await import('./run.ts')).run(argv);
}
