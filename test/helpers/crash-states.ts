/** States in which a kill can leave a folder: a copy of it before every step of our own input and output. */
import fs, { cpSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { temporaryDir } from './workspace.ts';

const FILE_STEPS = [
  'closeSync',
  'copyFileSync',
  'fsyncSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'writeFileSync',
  'writeSync',
];
const DATABASE_STEPS = ['close', 'exec', 'pragma', 'prepare'];

/** Calls `before` ahead of every file and database call of `body`. An error of `before` is an error of that call. */
export function atEveryStep<T>(before: (name: string) => void, body: () => T): T {
  const undo = [
    ...FILE_STEPS.map((name) => intercept(fs, name, before)),
    ...DATABASE_STEPS.map((name) => intercept(Database.prototype, name, before)),
  ];
  syncBuiltinESMExports();
  try {
    return body();
  } finally {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  }
}

function intercept(target: object, name: string, before: (name: string) => void): () => void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== 'function') throw new Error(`no function ${name}`);
  let active = true; // Node's cpSync keeps the functions that it found at its first call
  Reflect.set(target, name, function (this: unknown, ...args: unknown[]): unknown {
    if (active) before(name);
    return Reflect.apply(original, this, args);
  });
  return () => {
    active = false;
    Reflect.set(target, name, original);
  };
}

/** Runs `body`, which changes the folder `dir`, and returns a copy of `dir` for each step and one for the end. */
export function crashStates(dir: string, body: () => void): string[] {
  const copies = temporaryDir();
  const states: string[] = [];
  let copying = false;
  const copy = () => {
    if (copying) return;
    copying = true;
    const state = join(copies, String(states.length));
    cpSync(dir, state, { recursive: true });
    states.push(state);
    copying = false;
  };
  atEveryStep(copy, body);
  copy();
  return states;
}

/** Puts the folder back as it was in `state`. */
export function returnTo(state: string, dir: string): void {
  rmSync(dir, { recursive: true, force: true });
  cpSync(state, dir, { recursive: true });
}
