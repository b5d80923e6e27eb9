/**
 * Short records with the diagnoses expected of them, and a reading of every finding that the panel showed for them:
 * whether the text says it of the patient (`+`), denies it, answers it by a value or says it of somebody else (`-`),
 * or says nothing of it (`0`).
 */
import { readFileSync } from 'node:fs';
import { loadRankingRules, rankDiagnoses } from '../../main/kg/ranking/rank.ts';
import type { Candidate } from '../../shared/domain/diagnosis.ts';
import type { Ranker } from './ranker.ts';

const SIGNS = ['+', '-', '0'] as const;
type Sign = (typeof SIGNS)[number];

export interface Vignette {
  readonly department: string;
  /** Names of which one must be listed. */
  readonly expected: readonly string[];
  readonly text: string;
  readonly readings: ReadonlyMap<string, Sign>;
}

/**
 * Reads a file of `test/fixtures/vignettes`: blocks of `@ department = names`, text, and lines of readings. Those of
 * `departments.txt` name departments, separated by `|`, and have no readings.
 */
export function readVignettes(file: 'worked.txt' | 'aside.txt' | 'departments.txt'): Vignette[] {
  const path = new URL(`../fixtures/vignettes/${file}`, import.meta.url);
  return readFileSync(path, 'utf8').trim().split('\n\n').map(parseBlock);
}

function parseBlock(block: string): Vignette {
  const [head = '', ...lines] = block.split('\n');
  const [department = '', expected = ''] = head.slice(2).split(' = ');
  const readings = new Map<string, Sign>();
  const text: string[] = [];
  for (const line of lines) {
    const sign = SIGNS.find((one) => line.startsWith(`${one} `));
    if (sign === undefined) text.push(line);
    else for (const name of line.slice(2).split('、')) readings.set(name, sign);
  }
  return { department, expected: expected.split('|'), text: text.join('\n'), readings };
}

export interface VignetteOutcome {
  readonly vignette: Vignette;
  readonly candidates: readonly Candidate[];
  /** Place of the first expected diagnosis, from 1; Infinity for none. */
  readonly place: number;
  /** Findings called missing that the text says, denies or answers. */
  readonly wrongMissing: readonly string[];
  /** Findings counted for a diagnosis that the text does not say of the patient. */
  readonly wrongFor: readonly string[];
  readonly missing: number;
  readonly for: number;
  /** Findings shown that nobody has read yet. */
  readonly unread: readonly string[];
}

/** Candidates whose findings are read. */
const READ = 3;

export function judgeVignette(ranker: Ranker, vignette: Vignette): VignetteOutcome {
  const annotation = ranker.linker.annotate(vignette.text);
  const { text } = vignette;
  const { candidates } = rankDiagnoses(ranker.graph, annotation, loadRankingRules(), { top: 10, text });
  const index = candidates.findIndex(({ entity }) => vignette.expected.includes(entity.name));
  const shown = candidates.slice(0, READ);
  const missing = shown.flatMap((one) => one.missing.map(({ entity }) => entity.name));
  const supporting = shown.flatMap((one) => one.for.map(({ entity }) => entity.name));
  const read = (name: string) => vignette.readings.get(name);
  return {
    vignette,
    candidates,
    place: index < 0 ? Number.POSITIVE_INFINITY : index + 1,
    wrongMissing: missing.filter((name) => read(name) === '+' || read(name) === '-'),
    wrongFor: supporting.filter((name) => read(name) === '-' || read(name) === '0'),
    missing: missing.length,
    for: supporting.length,
    unread: [...new Set([...missing, ...supporting])].filter((name) => read(name) === undefined),
  };
}

export interface VignetteScores {
  /** Shares of vignettes with an expected diagnosis among the first 1, 3 and 10. */
  readonly hits: readonly number[];
  readonly wrongMissing: number;
  readonly wrongFor: number;
}

export function scoreVignettes(outcomes: readonly VignetteOutcome[]): VignetteScores {
  const sum = (of: (outcome: VignetteOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    hits: [1, 3, 10].map((k) => sum(({ place }) => (place <= k ? 1 : 0)) / outcomes.length),
    wrongMissing: sum(({ wrongMissing }) => wrongMissing.length) / sum(({ missing }) => missing),
    wrongFor: sum(({ wrongFor }) => wrongFor.length) / sum((outcome) => outcome.for),
  };
}
