/** Runs one command and reports its errors. */
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { message } from '../../shared/messages/message.ts';
import { limitMemory, shareOfMemory } from '../processes/memory-limit.ts';
import { UsageError } from './command.ts';
import { COMMANDS, type Command, commandLine, isCommand } from './commands.ts';
import { said, saidError, takeLanguage } from './language.ts';
import { COMMON_OPTIONS, OPTIONS, type RunOptions } from './options.ts';

/** Runs the command that `argv` names; an error is printed and sets the exit code. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<void> {
  const { limitsMemory = true } = options;
  try {
    const rest = takeLanguage(argv);
    if (limitsMemory) limitMemory(shareOfMemory(), `meridian: ${said(message('cli.out-of-memory'))}\n`);
    await runCommand(rest, options);
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

/** Throws UsageError when the arguments are no command with options of its own. */
export async function runCommand(argv: readonly string[], given: RunOptions = {}): Promise<void> {
  const { name } = commandLine(argv);
  if (name === undefined) throw new UsageError('cli.no-command');
  if (!isCommand(name)) throw new UsageError('cli.unknown-command', { command: name });
  const command: Command = COMMANDS[name];
  const takesSettings = command.takesSettings === true;
  const settings = takesSettings ? (await import('./settings-flags.ts')).settingOptions() : {};
  const options = { ...settings, ...COMMON_OPTIONS, ...OPTIONS[name] };
  const config = { args: [...argv], options, allowPositionals: true, allowNegative: true };
  checkOptions(config);
  const { values, positionals } = parseArgs({ ...config, strict: false });
  const run = await command.load();
  await run(positionals.slice(1), values as never, given); // safe: parsed by the table that the command's type comes from
}

interface Config {
  readonly args: string[];
  readonly options: Readonly<Record<string, ParseArgsOptionDescriptor>>;
  readonly allowPositionals: boolean;
  readonly allowNegative: boolean;
}

/** Throws UsageError naming an option that is unknown, lacks a value, or has one that it does not take. */
function checkOptions(config: Config): void {
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { rawName: option, value, inlineValue } = token;
    const type = config.options[token.name.replace(/^no-/, '')]?.type;
    if (type === undefined) throw new UsageError('cli.unknown-option', { option });
    const isValue = value !== undefined && (inlineValue || !/^-./.test(value));
    if (type === 'string' && !isValue) throw new UsageError('cli.option-needs-value', { option });
    if (type === 'boolean' && value !== undefined)
      throw new UsageError('cli.option-takes-no-value', { option });
  }
}
