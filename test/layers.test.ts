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
import config from '../layers.config.ts';
import { appRoot } from '../main/resources.ts';
import { allowed, forbidden, others, type Planted } from './helpers/planted-imports.ts';

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
