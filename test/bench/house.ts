/** Sizes of files and functions by folder, and what keeps the tree in order: cycles, layers, dead exports, repeats. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { z } from 'zod';
import { appRoot } from '../../main/resources.ts';
import { forbidden, others } from '../helpers/planted-imports.ts';

const FOLDERS = ['main', 'renderer', 'shared', 'test'] as const;
const RUN = 6;

const Layers = z.object({
  summary: z.object({
    totalCruised: z.number(),
    totalDependenciesCruised: z.number(),
    violations: z.array(z.object({ rule: z.object({ name: z.string() }) })),
  }),
});
const Dead = z.object({
  issues: z.array(z.object({ exports: z.array(z.unknown()), types: z.array(z.unknown()) })),
});

const output = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: appRoot, encoding: 'utf8', maxBuffer: 2 ** 28 });
const tool = (name: string, ...args: string[]): string =>
  output(join(appRoot, 'node_modules', '.bin', name), ...args);

interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

export async function run(): Promise<string> {
  const sources = FOLDERS.map((folder) =>
    output('git', 'ls-files', folder)
      .split('\n')
      .filter((path) => /\.(ts|tsx|css)$/.test(path))
      .map((path): Source => {
        const text = readFileSync(join(appRoot, path), 'utf8');
        return { path, text, lines: text.split('\n').length - 1 };
      }),
  );
  const rows = FOLDERS.map((folder, i) => {
    const files = sources[i]!;
    const lengths = files.map(({ lines }) => lines);
    // The callbacks of `describe` hold whole tests.
    const functions = folder === 'test' ? '–' : spread(files.flatMap(functionLengths));
    const total = lengths.reduce((sum, lines) => sum + lines, 0);
    return `| ${folder} | ${files.length} | ${total} | ${spread(lengths)} | ${functions} |`;
  });
  const { summary } = Layers.parse(
    JSON.parse(
      tool(
        'depcruise',
        '--config',
        'layers.config.ts',
        '--output-type',
        'json',
        'main',
        'shared',
        'renderer',
      ),
    ),
  );
  const cycles = summary.violations.filter(({ rule }) => rule.name === 'no-cycles').length;
  const dead = Dead.parse(
    JSON.parse(
      tool('knip', '--include', 'exports,types', '--no-config-hints', '--no-exit-code', '--reporter', 'json'),
    ),
  ).issues.reduce((sum, { exports, types }) => sum + exports.length + types.length, 0);
  const repeated = repeats(sources.flat());
  return [
    'Lines of TypeScript and CSS; lengths in lines as median / 90th percentile / longest. Functions have a body of statements.',
    '',
    '| folder | files | lines | file | function |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `- ${summary.totalCruised} modules with ${summary.totalDependenciesCruised} imports: ${cycles} cycles, ${summary.violations.length - cycles} imports against the layers.`,
    `- ${forbidden.length + others.length} forbidden imports are planted, of values and of types; \`test/layers.test.ts\` fails unless each is refused.`,
    `- ${dead} dead exports.`,
    `- ${repeated.places} places repeat ${RUN} lines or more of another place, ${repeated.lines} lines in all (imports, comments and lines of signs alone left out).`,
  ].join('\n');
}

function spread(lengths: readonly number[]): string {
  const sorted = lengths.toSorted((a, b) => a - b);
  return [0.5, 0.9, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1]).join(' / ');
}

/** Returns the lines of each function that has a body of statements. */
function functionLengths({ path, text }: Source): number[] {
  if (path.endsWith('.css')) return [];
  const lengths: number[] = [];
  const add = ({ start, end, body }: { start: number; end: number; body: { type: string } | null }) => {
    if (body?.type.endsWith('Body') || body?.type === 'BlockStatement')
      lengths.push(text.slice(start, end).split('\n').length);
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parseSync(path, text).program);
  return lengths;
}

/** Counts the stretches of at least `RUN` lines that stand somewhere else too, white space folded. */
function repeats(sources: readonly Source[]): { places: number; lines: number } {
  const files = sources.map(({ text }) =>
    text
      .replaceAll(/^import [^;]*;$/gm, '')
      .split('\n')
      .map((line) => line.trim().replaceAll(/\s+/g, ' '))
      .filter((line) => /\w/.test(line) && !/^(\/\/|\/?\*)/.test(line)),
  );
  const counts = new Map<string, number>();
  const windows = files.map((lines) =>
    lines.slice(0, Math.max(0, lines.length - RUN + 1)).map((_, at) => {
      const window = lines.slice(at, at + RUN).join('\n');
      counts.set(window, (counts.get(window) ?? 0) + 1);
      return window;
    }),
  );
  let [places, lines] = [0, 0];
  for (const inFile of windows) {
    let end = 0;
    for (const [at, window] of inFile.entries()) {
      if (counts.get(window) === 1) continue;
      if (at >= end) places++;
      lines += at + RUN - Math.max(at, end);
      end = at + RUN;
    }
  }
  return { places, lines };
}
