/** Runs one command and reports its errors. */
import { message } from '../../shared/messages/message.ts';
import { parseOptions, UsageError } from './command.ts';
import { findCommand } from './commands.ts';
import { said, saidError, takeLanguage } from './language.ts';
import { OPTIONS } from './options.ts';

/** Runs the command that `argv` names; an error is printed and sets the exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  try {
    await runCommand(takeLanguage(argv));
  } catch (error) {
    if (argv.includes('--debug')) console.error(error);
    const isWrongUse = error instanceof UsageError;
    const words = isWrongUse
      ? said(message('cli.wrong-use', { problem: error.localized }))
      : saidError(error);
    process.stderr.write(`meridian: ${words}\n`);
    process.exitCode = isWrongUse ? 2 : 1;
  }
}

async function runCommand(argv: string[]): Promise<void> {
  const found = findCommand(argv);
  if (found?.command?.loadOwn !== undefined)
    return (await found.command.loadOwn())(argv.toSpliced(found.at, 1));
  const { values, positionals } = parseOptions(argv, { options: OPTIONS });
  if (found === undefined) throw new UsageError('no command given');
  if (found.command?.load === undefined) throw new UsageError(`unknown command ${found.name}`);
  await (await found.command.load())(positionals.slice(1), values);
}
