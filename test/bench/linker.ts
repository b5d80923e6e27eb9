/** Linker speed on unlabelled records with a lexicon from public lists; skipped where the data are not there. */
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { buildLinker, type Linker } from '../../main/kg/linker/linker.ts';
import { buildAutomaton } from '../../main/text/automaton.ts';
import { foldUnits } from '../../main/text/folding.ts';
import { loadRules } from '../../main/text/rules.ts';
import type { LexiconName } from '../../shared/domain/graph.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';
import { readPublicLexicon } from './public-lexicon.ts';

const RUNS = 5;
const TEXT_BYTES = 20_000_000;
const LEXICON_NAMES = 200_000;
/** Names of the million-name automaton have one of these before a name of the lists. */
const QUALIFIERS = ['急性', '慢性', '左侧', '右侧', '双侧', '继发性', '原发性', '先天性', '复发性', '陈旧性'];

export async function run(): Promise<string> {
  const records = setPath('emr_ccl2025_raw', 'unlabelled.jsonl.gz');
  if (!existsSync(records)) return 'Skipped: the public data sets are not beside the project.';
  const names = padTo(readPublicLexicon(), LEXICON_NAMES);
  const documents = repeatTo(gzipLines(records).map(recordText), TEXT_BYTES);
  const build = median(() => buildLinker(names, loadRules()));
  const linker = build.value;
  return [
    `${linker.size.names.toLocaleString('en')} names of ${linker.size.entities.toLocaleString('en')} entities; medians of ${RUNS}, one core, ${cpus()[0]?.model ?? 'unknown processor'}.`,
    '',
    '| step | time | MB/s of UTF-8 | million characters/s | mentions |',
    '|---|---:|---:|---:|---:|',
    `| build the linker | ${build.seconds.toFixed(2)} s | | | |`,
    speedRow('annotate records', linker, documents),
    speedRow('annotate one text of all records', linker, [documents.join('\n')]),
    speedRow('annotate 1 MB without punctuation', linker, [unpunctuated(documents)]),
    '',
    ...automatonTable(names, documents),
  ].join('\n');
}

function speedRow(label: string, linker: Linker, documents: readonly string[]): string {
  const bytes = documents.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const chars = documents.reduce((sum, text) => sum + text.length, 0);
  const { seconds, value } = median(() =>
    documents.reduce((sum, text) => sum + linker.annotate(text).mentions.length, 0),
  );
  return `| ${label} (${(bytes / 1e6).toFixed(1)} MB) | ${seconds.toFixed(2)} s | ${(bytes / 1e6 / seconds).toFixed(2)} | ${(chars / 1e6 / seconds).toFixed(2)} | ${value} |`;
}

function automatonTable(lexicon: readonly LexiconName[], documents: readonly string[]): string[] {
  const base = [...new Set(lexicon.map((row) => row.name))];
  const units = foldUnits(documents.join('\n'));
  const rows = [100_000, 1_000_000].map((count) => {
    const names = qualified(base, count);
    const { seconds, value } = median(() => buildAutomaton(names));
    const scan = median(() => value.scan(units).count);
    return `| ${names.length.toLocaleString('en')} | ${value.states.toLocaleString('en')} | ${seconds.toFixed(2)} s | ${(value.bytes / 1e6).toFixed(0)} MB | ${(units.length / 1e6 / scan.seconds).toFixed(1)} |`;
  });
  return [
    '| names in the automaton | states | build | tables | million characters/s |',
    '|---:|---:|---:|---:|---:|',
    ...rows,
  ];
}

/** The names, then as many with a qualifier before them as are wanted. */
export function qualified(base: readonly string[], count: number): string[] {
  const names = base.slice(0, count);
  for (const qualifier of QUALIFIERS) {
    for (const name of base) {
      if (names.length >= count) return names;
      names.push(qualifier + name);
    }
  }
  return names;
}

function padTo(lexicon: readonly LexiconName[], count: number): LexiconName[] {
  const padded = [...lexicon];
  const last = Math.max(...lexicon.map((row) => row.entityId));
  const names = qualified([...new Set(lexicon.map((row) => row.name))], count);
  for (const [i, name] of names.slice(new Set(lexicon.map((row) => row.name)).size).entries()) {
    padded.push({
      name,
      entityId: last + 1 + i,
      type: 'disease',
      preferredName: name,
      preferred: true,
      weight: 1,
    });
  }
  return padded;
}

/** One record as a text with its headings. */
function recordText(line: string): string {
  const record: unknown = JSON.parse(line);
  if (typeof record !== 'object' || record === null) throw new Error(`not a record: ${line.slice(0, 80)}`);
  return Object.entries(record)
    .filter(([key]) => key !== 'id')
    .map(([key, value]) => `${key}：${String(value)}`)
    .join('\n');
}

function repeatTo(documents: readonly string[], bytes: number): string[] {
  const size = documents.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Array.from({ length: Math.ceil(bytes / size) }, () => documents).flat();
}

function unpunctuated(documents: readonly string[]): string {
  return documents
    .join('')
    .replace(/[^\p{Script=Han}\p{L}\p{N}]/gu, '')
    .slice(0, 350_000);
}

function median<T>(work: () => T): { seconds: number; value: T } {
  const times: number[] = [];
  let value = work(); // once to warm up
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    value = work();
    times.push((performance.now() - start) / 1000);
  }
  times.sort((a, b) => a - b);
  return { seconds: times[RUNS >> 1]!, value };
}
