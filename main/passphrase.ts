/**
 * Passphrases given by file or environment. Loading this module takes them out of `process.env`, so that no child
 * process inherits them: every program that accepts one imports it before it starts anything.
 */
import { readFileSync } from 'node:fs';

const given = { MERIDIAN_PASSPHRASE: '', MERIDIAN_NEW_PASSPHRASE: '' };
for (const name of ['MERIDIAN_PASSPHRASE', 'MERIDIAN_NEW_PASSPHRASE'] as const) {
  given[name] = process.env[name] ?? '';
  delete process.env[name];
}

/** Returns the passphrase that the environment gave under a name, or `undefined`. */
export const environmentPassphrase = (name: keyof typeof given): string | undefined =>
  given[name] || undefined;

/**
 * Returns the content of `file` (`-` is standard input) without its final line end or, without a file, what MERIDIAN_PASSPHRASE gave.
 * Throws the system's error when the file cannot be read.
 */
export function givenPassphrase(file: string | undefined): string | undefined {
  if (file === undefined) return environmentPassphrase('MERIDIAN_PASSPHRASE');
  return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
}
