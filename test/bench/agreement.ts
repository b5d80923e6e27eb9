/** Agreement of three annotators: one long document, and many short ones with intervals. Processor time, median of five. */
import { adjudicationGroups } from '../../main/agreement/groups.ts';
import type { LayeredDocument } from '../../main/agreement/layers.ts';
import { agreementReport } from '../../main/agreement/report.ts';
import { RandomStream } from '../../main/engine/layers/random.ts';
import type { SpanItem } from '../../shared/domain/annotation.ts';

const PEOPLE = ['甲', '乙', '丙'];
const TYPES = 10;
const LONGEST = 30;
const RUNS = 5;

export async function run(): Promise<string> {
  const long = makeDocument(0, 50_000, 5_000);
  const short = Array.from({ length: 1000 }, (_, i) => makeDocument(i, 400, 20));
  const rows = [
    ['report, 50,000 characters, 3 × 5,000 spans', milliseconds(() => agreementReport([long]))],
    ['groups to adjudicate of the same', milliseconds(() => adjudicationGroups(long))],
    [
      'report, 1,000 documents of 400 characters, 3 × 20 spans',
      milliseconds(() => agreementReport(short, { samples: 0 })),
    ],
    ['the same with 1,000 resamples', milliseconds(() => agreementReport(short))],
  ] as const;
  return [
    '| what | processor time, ms |',
    '|---|---:|',
    ...rows.map(([what, ms]) => `| ${what} | ${ms} |`),
  ].join('\n');
}

function milliseconds(work: () => unknown): string {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  return times[RUNS >> 1]!.toFixed(0);
}

/** Spans of up to 30 characters, nested and crossing as they fall; each annotator draws one in ten otherwise. */
function makeDocument(number: number, length: number, count: number): LayeredDocument {
  const random = new RandomStream({ seed: 1, purpose: 'bench agreement', step: number });
  const spans = Array.from({ length: count }, () => {
    const start = random.below(length - LONGEST - 2);
    return { start, end: start + 1 + random.below(LONGEST), type: `类型 ${random.below(TYPES)}` };
  });
  const layers = PEOPLE.map((annotator) => ({
    annotator,
    items: spans.map(({ start, end, type }, i): SpanItem => {
      const moved = random.below(10) === 0 ? 1 : 0;
      return {
        kind: 'span',
        id: i + 1,
        type,
        attributes: {},
        note: '',
        status: 'accepted',
        provenance: { kind: 'human', name: annotator },
        fragments: [{ start: start + moved, end: end + moved }],
      };
    }),
  }));
  return { name: `document ${number}`, text: '字'.repeat(length), layers };
}
