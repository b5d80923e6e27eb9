/** `people list|add|roles|reset-password|deactivate|activate|tokens|token|revoke-token` */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import {
  type Account,
  MIN_PASSWORD,
  NewPassword,
  PersonName,
  Role,
  Roles,
} from '../../shared/domain/account.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import * as service from '../services/accounts/accounts.ts';
import {
  type ApiToken,
  createToken,
  listTokens,
  MAX_TOKEN_DAYS,
  revokeToken,
} from '../services/accounts/api-tokens.ts';
import {
  type Action,
  actions,
  expected,
  inSession,
  integer,
  needed,
  note,
  only,
  print,
  printJson,
  printList,
  table,
  UsageError,
  valueName,
  withSession,
} from './command.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';

type PeopleOptions = Options<'people'>;

export const people = actions<PeopleOptions>('people', {
  list: inSession((session, _args, options) => printPeople(service.listAccounts(session), options)),
  add,
  roles: changeRoles,
  'reset-password': reset,
  deactivate: setActive(false),
  activate: setActive(true),
  tokens: inSession((session, _args, options) => printTokens(listTokens(session), options)),
  token: makeToken,
  'revoke-token': inSession((session, args, options) =>
    printTokens([revokeToken(session, integer(only(args, 'ID'), 'ID', 0))], options),
  ),
});

async function add(args: readonly string[], options: PeopleOptions): Promise<void> {
  const name = nameOf(only(args, 'NAME'));
  const roles = rolesOf(options.roles ?? '');
  const password = await newPassword(options);
  await withSession(options, 'starter', async (session) => {
    const { person, first } = await service.addAccount(session, { name, roles, password });
    printPeople([person], options);
    if (first) note(message('accounts.first-account'));
    else note(message('accounts.password-to-replace'));
  });
}

async function changeRoles(args: readonly string[], options: PeopleOptions): Promise<void> {
  const [name, list, ...more] = args;
  const wanted = list ?? options.roles;
  if (name === undefined || wanted === undefined || more.length > 0)
    throw expected('people roles', 'NAME ROLE[,ROLE…]');
  const roles = rolesOf(wanted);
  await withSession(options, 'refused', async (session) =>
    printPeople([service.setRoles(session, nameOf(name), roles)], options),
  );
}

async function reset(args: readonly string[], options: PeopleOptions): Promise<void> {
  const name = nameOf(only(args, 'NAME'));
  await withSession(options, 'refused', async (session) => {
    const password = await newPassword(options);
    printPeople([await service.resetPassword(session, name, password)], options);
  });
}

function setActive(active: boolean): Action<PeopleOptions> {
  return inSession((session, args, options) =>
    printPeople([service.setActive(session, nameOf(only(args, 'NAME')), active)], options),
  );
}

/** Prints a new token alone on standard output, so that it can be piped to where it is kept. */
async function makeToken(args: readonly string[], options: PeopleOptions): Promise<void> {
  const person = nameOf(only(args, 'NAME'));
  const label = nameOf(needed(options.label, 'people token', '--label'));
  const days = integer(options.days, '--days', 365);
  if (days > MAX_TOKEN_DAYS) {
    const form = message('accounts.token-days', { most: MAX_TOKEN_DAYS });
    throw new UsageError('cli.takes', { option: '--days', value: String(days), form });
  }
  await withSession(options, 'refused', async (session) => {
    const { token, info } = createToken(session, { person, label, days });
    if (options.json) return printJson({ ...info, token });
    print(token);
    note(message('accounts.token-once', { id: info.id, person: info.person, until: info.expiresAt }));
  });
}

function printTokens(list: readonly ApiToken[], options: PeopleOptions): void {
  printList(list, options, ['id', 'person', 'label', 'created', 'by', 'expires', 'state'], (token) => {
    const expired = Date.parse(token.expiresAt) <= Date.now();
    const state = token.revokedAt !== null ? 'cli.revoked' : expired ? 'cli.expired' : 'cli.active';
    const { id, person, label, createdAt, createdBy, expiresAt } = token;
    return [id, person, label, createdAt, createdBy, expiresAt, said(message(state))];
  });
}

function printPeople(list: readonly Account[], { json }: PeopleOptions): void {
  if (json) return list.forEach(printJson);
  if (list.length === 0) return note(message('accounts.nobody-yet'));
  print(
    table(
      list.map(({ name, roles, active, mustChange, signedInAt }) => [
        name,
        roles.map(valueName).join(',') || '-',
        said(message(active ? (mustChange ? 'cli.must-change' : 'cli.active') : 'cli.deactivated')),
        signedInAt ?? said(message('cli.never-signed-in')),
      ]),
    ),
  );
}

function nameOf(text: string): string {
  const name = PersonName.safeParse(text);
  if (name.success) return name.data;
  throw new AppError('bad-request', 'accounts.wrong-name', { name: JSON.stringify(text) });
}

function rolesOf(list: string): Role[] {
  const roles = Roles.safeParse(list.split(',').filter((role) => role !== ''));
  if (roles.success) return roles.data;
  const form = message('cli.some-of', { choices: Role.options });
  throw new UsageError('cli.takes', { option: '--roles', value: list, form });
}

/** Reads a password from the file named or standard input; every process of the machine can read the arguments. */
async function newPassword(options: PeopleOptions): Promise<string> {
  const file = options['password-file'];
  const text =
    file !== undefined
      ? readFileSync(file, 'utf8')
      : process.stdin.isTTY
        ? await askQuietly(`${said(message('accounts.password'))} `)
        : readFileSync(0, 'utf8');
  const password = NewPassword.safeParse(text.replace(/\r?\n$/, ''));
  if (password.success) return password.data;
  throw new AppError(
    'bad-request',
    'accounts.password-length',
    { least: MIN_PASSWORD },
    { kept: 'kept.nothing-changed', hint: 'hint.password-file' },
  );
}

/** Asks at the terminal without showing what is typed. */
async function askQuietly(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
