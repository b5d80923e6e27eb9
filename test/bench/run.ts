/** `npm run bench -- NAME…`: runs test/bench/NAME.ts, prints its table and keeps it in docs/benchmarks.md. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { appRoot, appVersion } from '../../main/resources.ts';
import { PRINT_ONLY } from '../helpers/print-only.ts';

const Bench = z.object({ run: z.custom<() => Promise<string>>((value) => typeof value === 'function') });
const page = join(appRoot, 'docs', 'benchmarks.md');
const HEAD =
  '# Benchmarks\nMeasured by `npm run bench -- NAME`; each section is replaced by the newest run of its bench.\n';

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${new Date().toISOString().slice(0, 10)}, Meridian ${appVersion()}, Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, ${memory} GiB`;
}

function keep(name: string, body: string): void {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : HEAD;
  const sections = text.split(/^(?=## )/m).filter((section) => !section.startsWith(`## ${name}\n`));
  sections.push(`## ${name}\n*${machine()}*\n\n${body.trim()}\n\n`);
  const [head, ...rest] = sections;
  writeFileSync(page, `${head}${rest.sort().join('')}`.trimEnd().concat('\n'));
}

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => basename(file, '.ts'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`usage: npm run bench -- ${known.join(' | ')}`);
  process.exit(2);
}
for (const name of wanted) {
  const { run } = Bench.parse(await import(`./${name}.ts`));
  const body = await run();
  console.log(`\n## ${name}\n\n${body}`);
  keep(name, body.split(PRINT_ONLY)[0] ?? '');
}
