/** Evidence ranking on vignettes written for this; those of the second file were kept aside until the end. */
import { buildRanker } from '../helpers/ranker.ts';
import { judgeVignette, readVignettes, scoreVignettes, type VignetteOutcome } from '../helpers/vignettes.ts';

export async function run(): Promise<string> {
  const ranker = await buildRanker();
  const parts = (['worked.txt', 'aside.txt'] as const).map((file) => {
    const outcomes = readVignettes(file).map((vignette) => judgeVignette(ranker, vignette));
    return [`### ${file}`, '', ...summary(outcomes), '', ...outcomes.flatMap(details)].join('\n');
  });
  return parts.join('\n\n');
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
