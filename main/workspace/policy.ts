/** Reads the policy of the machine's administrator: the first of the system's file and one next to the program. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Policy } from '../../shared/domain/policy.ts';
import { plainText } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';

/** Returns where a policy may lie. No variable of the user's environment changes it but the system's own on Windows. */
export function policyFiles(env = process.env, platform = process.platform): string[] {
  const beside = join(dirname(process.execPath), 'meridian-policy.json');
  if (platform === 'win32')
    return [join(env.ProgramData ?? 'C:\\ProgramData', 'Meridian', 'policy.json'), beside];
  if (platform === 'darwin') return ['/Library/Application Support/Meridian/policy.json', beside];
  return ['/etc/meridian/policy.json', beside];
}

/** Returns the policy, empty where there is no file. Throws `bad-input` naming the file and what is wrong in it. */
export function readPolicy(files: readonly string[] = policyFiles()): Policy {
  const file = files.find((one) => existsSync(one));
  if (file === undefined) return {};
  const broken = (problem: ReturnType<typeof plainText>): AppError =>
    new AppError('bad-input', 'upkeep.policy-broken', { file, problem }, { kept: 'kept.nothing-changed' });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw broken(toErrorData(error).message);
  }
  const { data, error } = Policy.safeParse(value);
  if (error !== undefined) throw broken(plainText(z.prettifyError(error)));
  return data;
}
