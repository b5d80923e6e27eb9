/** Departments that the graph's first suggestion and the starter classifier give texts, beside those expected. */
import { openExecutor } from '../../main/engine/runtime/executors.ts';
import { ClassifyPredictor } from '../../main/engine/tasks/classify/predictor.ts';
import { starterModel } from '../../main/inference/starter.ts';
import { loadRankingRules, rankDiagnoses } from '../../main/kg/ranking/rank.ts';
import { admissions } from '../../main/packaging/starter/admissions.ts';
import type { Ranker } from './ranker.ts';
import type { Vignette } from './vignettes.ts';

/** First departments of the starter graph's diseases. */
const firstDepartments = (): Map<string, string> =>
  new Map(admissions({ each: 1, seed: 0 }).map(({ disease, department }) => [disease, department]));

export interface DepartmentCase {
  readonly text: string;
  readonly accepted: readonly string[];
}

/** Returns vignettes with their departments, and with the first departments of the diseases expected. */
export function departmentCases(vignettes: readonly Vignette[]): DepartmentCase[] {
  const departments = firstDepartments();
  return vignettes.map(({ text, department, expected }) => ({
    text,
    accepted: [...department.split('|'), ...expected.flatMap((name) => departments.get(name) ?? [])],
  }));
}

export interface DepartmentScores {
  readonly texts: number;
  /** Texts that the graph's first suggestion, and the classifier's most probable label, are right on. */
  readonly graph: number;
  readonly model: number;
  /** Texts on which the classifier does not abstain, and those of them that it is right on. */
  readonly said: number;
  readonly saidRight: number;
}

export async function scoreDepartments(
  { graph, linker }: Ranker,
  cases: readonly DepartmentCase[],
): Promise<DepartmentScores> {
  const departments = firstDepartments();
  const rules = loadRankingRules();
  const byGraph = cases.map(({ text }) => {
    const { candidates } = rankDiagnoses(graph, linker.annotate(text), rules, { top: 10, text });
    return departments.get(candidates[0]?.entity.name ?? '');
  });
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads: 1 });
  const predictor = await ClassifyPredictor.open(executor, starterModel('classifier').files);
  const texts = cases.map(({ text }) => text);
  const told = await predictor.predict(texts, 1);
  await predictor.dispose();
  await executor.dispose();
  const isRight = (i: number, label: string | undefined): boolean =>
    label !== undefined && (cases[i]?.accepted ?? []).includes(label);
  const right = told.map(({ top }, i) => isRight(i, top[0]?.label));
  const said = told.map(({ abstained }) => abstained === undefined);
  const count = (of: readonly boolean[]): number => of.filter(Boolean).length;
  return {
    texts: cases.length,
    graph: count(byGraph.map((label, i) => isRight(i, label))),
    model: count(right),
    said: count(said),
    saidRight: count(right.map((one, i) => one && said[i] === true)),
  };
}
