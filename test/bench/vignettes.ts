/**
 * Evidence ranking on vignettes written for this; those of the second file were kept aside until the end. Then the
 * department by the graph's first suggestion and by the starter classifier, on vignettes and on public texts.
 */
import { z } from 'zod';
import { type DepartmentCase, departmentCases, scoreDepartments } from '../helpers/departments.ts';
import { gzipLines, haveSets, setPath, setRows } from '../helpers/public-data.ts';
import { buildRanker, type Ranker } from '../helpers/ranker.ts';
import { judgeVignette, readVignettes, scoreVignettes, type VignetteOutcome } from '../helpers/vignettes.ts';

export async function run(): Promise<string> {
  const ranker = await buildRanker();
  const parts = (['worked.txt', 'aside.txt'] as const).map((file) => {
    const outcomes = readVignettes(file).map((vignette) => judgeVignette(ranker, vignette));
    return [`### ${file}`, '', ...summary(outcomes), '', ...outcomes.flatMap(details)].join('\n');
  });
  return [...parts, await departments(ranker)].join('\n\n');
}

/** Departments of the graph for those of the forum posts; the others are no single one. */
const FORUM: Readonly<Record<string, string>> = {
  产前检查: '产科',
  运动医学: '骨科',
  眼科: '眼科',
  呼吸内科: '呼吸内科',
  咽喉疾病: '耳鼻咽喉科',
  乳腺外科: '乳腺外科',
  脊柱退行性变: '骨科',
  心内科: '心血管内科',
  小儿消化疾病: '儿科',
  小儿耳鼻喉: '儿科|耳鼻咽喉科',
  皮肤科: '皮肤科',
  妇产科: '妇科|产科',
  直肠肛管疾病: '肛肠外科',
  神经内科: '神经内科',
  甲状腺疾病: '内分泌科',
  消化内科: '消化内科',
  小儿保健: '儿科',
  骨科: '骨科',
  小儿呼吸系统疾病: '儿科',
};
/** Every so manieth post is read. */
const POSTS = 3;
const ADMISSION = ['主诉', '现病史', '既往史', '个人史', '家族史', '入院情况'];

function publicCases(): [string, DepartmentCase[]][] {
  const posts = haveSets(['dx_haodf_triage'], 'departments of forum posts')
    ? setRows('dx_haodf_triage', 'dev')
        .map((row) => z.object({ content: z.string(), label_i_name: z.string() }).parse(row))
        .flatMap(({ content, label_i_name: label }) =>
          FORUM[label] === undefined ? [] : [{ text: content, accepted: FORUM[label].split('|') }],
        )
        .filter((_, i) => i % POSTS === 0)
    : [];
  const admissions = haveSets(['emr_ccl2025_raw'], 'departments of admissions')
    ? gzipLines(setPath('emr_ccl2025_raw', 'unlabelled.jsonl.gz'))
        .map((line) => z.record(z.string(), z.string().nullable()).parse(JSON.parse(line)))
        .map((row) => ({
          text: ADMISSION.map((field) => `${field}：${row[field] ?? ''}`).join('\n'),
          accepted: ['心血管内科'],
        }))
    : [];
  return [
    ['cardiology admissions', admissions],
    ["patients' posts", posts],
  ];
}

async function departments(ranker: Ranker): Promise<string> {
  const own = (['worked.txt', 'aside.txt', 'departments.txt'] as const).map(
    (file): [string, DepartmentCase[]] => [file, departmentCases(readVignettes(file))],
  );
  const rows = [
    '### Departments',
    '',
    "| texts | number | graph's first suggestion | starter-departments | of those on which it does not abstain |",
    '|---|---|---|---|---|',
  ];
  for (const [name, cases] of [...own, ...publicCases()]) {
    if (cases.length === 0) continue;
    const { texts, graph, model, said, saidRight } = await scoreDepartments(ranker, cases);
    rows.push(
      `| ${[name, texts, percent(graph / texts), percent(model / texts), `${saidRight} of ${said}`].join(' | ')} |`,
    );
  }
  return rows.join('\n');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function summary(outcomes: readonly VignetteOutcome[]): string[] {
  const { hits, wrongMissing, wrongFor } = scoreVignettes(outcomes);
  return [
    '| vignettes | departments | hit@1 | @3 | @10 | wrong "missing" | wrong "for" |',
    '|---|---|---|---|---|---|---|',
    `| ${[
      outcomes.length,
      new Set(outcomes.map(({ vignette }) => vignette.department)).size,
      ...hits.map(percent),
      percent(wrongMissing),
      percent(wrongFor),
    ].join(' | ')} |`,
  ];
}

/** Returns lines on the errors of a vignette, and on findings that nobody has read yet. */
function details({ vignette, candidates, place, wrongMissing, wrongFor, unread }: VignetteOutcome): string[] {
  const lines = [
    ...(place > 1
      ? [
          `  first ${candidates
            .slice(0, 4)
            .map((one) => `${one.entity.name} ${one.score.toFixed(0)}`)
            .join('、')}; expected at ${place}`,
        ]
      : []),
    ...(wrongMissing.length > 0 ? [`  wrong missing: ${wrongMissing.join('、')}`] : []),
    ...(wrongFor.length > 0 ? [`  wrong for: ${wrongFor.join('、')}`] : []),
    ...(unread.length > 0 ? [`  unread: ${unread.join('、')}`] : []),
  ];
  return lines.length === 0 ? [] : [`- ${vignette.department}, ${vignette.expected[0]}`, ...lines];
}
