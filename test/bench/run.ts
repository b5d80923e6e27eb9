/**
 * `npm run bench -- NAME…`: runs test/bench/NAME.ts, prints its table and keeps it in docs/benchmarks.md with the load of
 * the machine before and after. `all` runs those that compare Meridian with something else, or show how it grows.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { appRoot, appVersion } from '../../main/resources.ts';
import { PRINT_ONLY } from '../helpers/print-only.ts';

const Bench = z.object({ run: z.custom<() => Promise<string>>((value) => typeof value === 'function') });
const page = join(appRoot, 'docs', 'benchmarks.md');
/** Shortest first. */
const ALL = [
  'start',
  'peers',
  'growth',
  'linker',
  'editor',
  'kg-import',
  'scale',
  'word-vectors',
  'graph-vectors',
  'engine',
];
const HEAD =
  '# Benchmarks\nMeasured by `npm run bench -- NAME`; each section is replaced by the newest run of its bench.\n';

const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, Meridian ${appVersion()}, Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${memory} GiB`;
}

function keep(name: string, body: string, load: string): void {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : HEAD;
  const sections = text.split(/^(?=## )/m).filter((section) => !section.startsWith(`## ${name}\n`));
  sections.push(`## ${name}\n*${machine()}, load ${load}*\n\n${body.trim()}\n\n`);
  const [head, ...rest] = sections;
  writeFileSync(page, `${head}${rest.sort().join('')}`.trimEnd().concat('\n'));
}

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => basename(file, '.ts'));
const named = process.argv.slice(2);
const wanted = named.flatMap((name) => (name === 'all' ? ALL : [name]));
const unknown = wanted.filter((name) => !known.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`usage: npm run bench -- all | ${known.join(' | ')}`);
  process.exit(2);
}
for (const name of wanted) {
  const { run } = Bench.parse(await import(`./${name}.ts`));
  const before = load();
  const body = await run();
  console.log(`\n## ${name}\n\n${body}`);
  keep(name, body.split(PRINT_ONLY)[0] ?? '', `${before} to ${load()}`);
}
