/** Plants imports that the layers forbid in a copy of the tree's rooms and expects each to be refused. */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type IViolation } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import config, { ROOMS } from '../layers.config.ts';
import { appRoot } from '../main/resources.ts';

type Planted = readonly [from: string, to: string];

/** One file in each room: `main/db` → `main/db/planted.ts`. */
const fileOf = (room: string) => (room.endsWith('.ts') ? room : `${room}/planted.ts`);
const rooms = Object.entries(ROOMS);

/** Every pair of rooms that the table does not allow, one import each. */
const forbidden = rooms.flatMap(([from, allowed]) =>
  rooms
    .filter(
      ([to]) => to !== from && ![from, ...allowed].some((room) => to === room || to.startsWith(`${room}/`)),
    )
    .map(([to]): Planted => [fileOf(from), fileOf(to)]),
);
const allowed = rooms.flatMap(([from, list]) => list.map((to): Planted => [fileOf(from), fileOf(to)]));
/** Imports that rules beside the table refuse, with the rule's name. */
const others: readonly (readonly [rule: string, ...Planted])[] = [
  ['features-apart', 'renderer/features/editor/planted.ts', 'renderer/features/train/planted.ts'],
  ['imports of main', 'main/unlisted/planted.ts', 'main/db/planted.ts'],
  ['no-node-outside-main', 'shared/planted.ts', 'node:fs'],
  ['no-node-outside-main', 'renderer/lib/planted.ts', 'node:fs'],
  ['agreement-is-pure', 'main/agreement/planted.ts', 'node:fs'],
  ['shared-is-pure', 'shared/planted.ts', 'react'],
  ['electron-in-hosts', 'main/services/planted.ts', 'electron'],
  ['sqlite-in-db', 'main/services/planted.ts', 'better-sqlite3'],
  ['onnxruntime-in-engine', 'main/services/planted.ts', 'onnxruntime-node'],
  ['no-cycles', 'main/text/planted.ts', 'main/text/planted.ts'],
];

/** Writes the files with their imports, of types when `type`, and returns the violations. */
async function violations(imports: readonly Planted[], type: boolean): Promise<IViolation[]> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-layers-'));
  try {
    const sources = new Map<string, string[]>();
    for (const [from, to] of imports) {
      const local = /^(main|shared|renderer)\//.test(to);
      const path = local ? `./${relative(dirname(from), to)}` : to;
      if (local && !sources.has(to)) sources.set(to, []);
      const lines = sources.get(from) ?? [];
      sources.set(from, [...lines, `import ${type ? 'type ' : ''}{ x${lines.length} } from '${path}';`]);
    }
    for (const [file, lines] of sources) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), `${lines.join('\n')}\nexport const x0 = 0;\n`);
    }
    symlinkSync(join(appRoot, 'node_modules'), join(folder, 'node_modules'));
    const { tsConfig: _, ...options } = config.options;
    const ruleSet = { forbidden: config.forbidden };
    const { output } = await cruise(
      ['main', 'shared', 'renderer'].filter((room) => existsSync(join(folder, room))),
      {
        ...options,
        baseDir: folder,
        validate: true,
        ruleSet,
      },
    );
    if (typeof output === 'string') throw new Error(output);
    return output.summary.violations;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.each([false, true])('the layers, for imports of types: %s', (type) => {
  it('refuse every import that the table does not list', async () => {
    const found = new Set((await violations(forbidden, type)).map(({ from, to }) => `${from} ${to}`));
    expect(forbidden.length).toBeGreaterThan(300);
    expect(forbidden.filter(([from, to]) => !found.has(`${from} ${to}`))).toEqual([]);
  });

  it('allow every import that it lists', async () => {
    const found = (await violations(allowed, type)).filter(({ rule }) => rule.name !== 'no-cycles');
    expect(found.map(({ from, to }) => `${from} ${to}`)).toEqual([]);
  });

  it.each(others)('%s: %s → %s', async (rule, from, to) => {
    const planted: Planted[] =
      rule === 'no-cycles'
        ? [
            [from, to.replace('planted', 'second')],
            [from.replace('planted', 'second'), to],
          ]
        : [[from, to]];
    expect((await violations(planted, type)).map((violation) => violation.rule.name)).toContain(rule);
  });
});

describe('SQL', () => {
  /** A string that begins like a statement, or a call that only a database takes. `SELECT ?name` is SPARQL. */
  const STATEMENT =
    /['"`](?:SELECT(?!\s\?[a-z])|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|VACUUM|PRAGMA|ATTACH|BEGIN|WITH \w+ AS)\s|\.(?:pragma|prepare)\(|\.raw\.(?:exec|transaction)\(/;
  const sources = globSync('{main,shared,renderer}/**/*.{ts,tsx}', { cwd: appRoot }).filter(
    (file) => !file.startsWith('main/db/'),
  );

  it('stands in main/db only', () => {
    const read = (file: string) => readFileSync(join(appRoot, file), 'utf8');
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((file) => STATEMENT.test(read(file)))).toEqual([]);
  });

  it.each([
    "db.all(Row, 'SELECT id FROM run')",
    "'SELECT ?, ?1'",
    '`DELETE FROM item`',
    'db.raw.exec(sql)',
    "raw.pragma('x')",
  ])('is seen in %s', (planted) => expect(planted).toMatch(STATEMENT));
});
