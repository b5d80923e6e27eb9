/** Assertion on the hand-labelled sentences: rules were tuned on the even lines, the odd ones are held out. */
import {
  type Judgement,
  judgeFixture,
  readAssertionFixture,
  type Scores,
  score,
} from '../helpers/assertion-fixture.ts';

export async function run(): Promise<string> {
  const judged = judgeFixture(readAssertionFixture());
  const odd = judged.filter((j) => j.line % 2 === 1);
  const even = judged.filter((j) => j.line % 2 === 0);
  return [
    `${judged.length} mentions in hand-written sentences.`,
    '',
    '| lines | mentions | accuracy | macro F1 |',
    '|---|---:|---:|---:|',
    summaryRow('odd (held out)', odd),
    summaryRow('even (tuned on)', even),
    summaryRow('all', judged),
    '',
    ...classTable('odd (held out)', score(odd)),
    ...classTable('even (tuned on)', score(even)),
    ...errorList('odd (held out)', odd),
    ...errorList('even (tuned on)', even),
  ].join('\n');
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function summaryRow(name: string, judgements: readonly Judgement[]): string {
  const { accuracy, macroF1 } = score(judgements);
  return `| ${name} | ${judgements.length} | ${percent(accuracy)} | ${percent(macroF1)} |`;
}

function classTable(name: string, scores: Scores): string[] {
  const rows = [...scores.classes].map(
    ([label, c]) =>
      `| ${label} | ${c.gold} | ${percent(c.precision)} | ${percent(c.recall)} | ${percent(c.f1)} |`,
  );
  return [
    `### ${name}`,
    '',
    '| class | gold | precision | recall | F1 |',
    '|---|---:|---:|---:|---:|',
    ...rows,
    '',
  ];
}

function errorList(name: string, judgements: readonly Judgement[]): string[] {
  const wrong = judgements.filter((j) => j.predicted !== j.mention.assertion);
  return [
    `### Errors, ${name}: ${wrong.length}`,
    '',
    ...wrong.map(
      ({ item, mention, predicted, cue }) =>
        `- ${item.id} ${mention.text}: ${mention.assertion}, taken for ${predicted}${cue ? ` (${cue})` : ''} — ${item.text}`,
    ),
    '',
  ];
}
