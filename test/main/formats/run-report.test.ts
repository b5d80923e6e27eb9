import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../../main/formats/html-report.ts';
import { runReportHtml, runReportJson } from '../../../main/formats/run-report.ts';
import { ClassifySettings } from '../../../shared/domain/classification.ts';
import { NerSettings, type RunDetail, RunPoint } from '../../../shared/domain/training.ts';
import { plainText } from '../../../shared/messages/message.ts';
import { devPoint, stepPoint } from '../../helpers/runs.ts';

const score = { precision: 0.5, recall: 0.25, f1: 1 / 3, support: 8 };
const RUN: RunDetail = {
  id: 7,
  name: '<b>ner & "a"</b>',
  settings: NerSettings.parse({ task: 'ner', seed: 42 }),
  train: { id: 1, name: 'x/train', sha256: 'a'.repeat(64) },
  dev: { id: 2, name: 'x/dev', sha256: 'b'.repeat(64) },
  state: 'finished',
  createdAt: '2026-01-01T00:00:00.000Z',
  best: { score: 1 / 3, step: 20, epoch: 2 },
  warnings: [plainText('<script>alert(1)</script>')],
  configHash: 'c'.repeat(64),
  version: '0.1.0',
  report: {
    task: 'ner',
    dataSet: 'x/dev',
    scores: {
      ...score,
      perType: { '<i>': score, 药物: { ...score, f1: 0.125 } },
      relaxed: { ...score, f1: 0.75, perType: { '<i>': score, 药物: score } },
    },
    confusion: {
      labels: ['<i>', '药物', 'none'],
      counts: [
        [5, 1, 2],
        [0, 3, 0],
        [4, 0, 0],
      ],
    },
    errors: [],
    errorCounts: { missed: 2, spurious: 4, 'wrong-type': 1, 'wrong-boundary': 0, 'wrong-both': 0 },
    untaggable: { nested: 3 },
    charactersPerSecond: 1000,
  },
};
const POINTS = [
  ...Array.from({ length: 3000 }, (_, i) => stepPoint(i + 1)),
  devPoint(10, 0.2),
  devPoint(20, 0.3),
];

describe('the report of a run', () => {
  const html = runReportHtml(RUN, POINTS);

  it('needs nothing but itself and takes nothing from names', () => {
    expect(html).not.toMatch(/https?:\/\/|<script|<link|<img|<iframe|@import|url\(|\son\w+=|<b>|<i>/i);
  });

  it('shows scores by type, confusion, settings, data and warnings', () => {
    for (const text of ['0.3333', '0.1250', '0.7500', 'alert(1)', RUN.train.sha256, RUN.configHash]) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/<td>seed<\/td><td><code>42<\/code>/);
    expect(html).toContain('missed 2, spurious 4');
    expect(html).toContain('nested 3');
    const matrix = html.slice(html.indexOf('class="confusion"'));
    expect(matrix.match(/<td style="background[^>]*>\d+<\/td>/g)).toHaveLength(9);
  });

  it('draws loss, F1 and learning rate, with no more points than can be seen and the last of them', () => {
    const lines = [...html.matchAll(/<polyline points="([^"]*)"/g)].map(([, points]) =>
      (points ?? '').split(' '),
    );
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(1001);
      for (const point of line) {
        const [x, y] = point.split(',').map(Number) as [number, number]; // safe: two coordinates
        expect(x >= 56 && x <= 548 && y >= 12 && y <= 192, point).toBe(true);
      }
      expect(line.at(-1)?.startsWith('548.0,')).toBe(true);
    }
    expect(html.match(/<circle/g)).toHaveLength(2);
  });

  it('of a run that has hardly begun or failed says what there is', () => {
    const { report: _report, best: _best, ...begun } = RUN;
    const failed = {
      ...begun,
      state: 'failed' as const,
      error: { code: 'io' as const, message: plainText('<坏>'), hint: plainText('h') },
    };
    const page = runReportHtml(failed, []);
    expect(page).not.toContain('<svg');
    expect(page).toContain('坏');
    expect(page).not.toContain('<坏>');
    expect(runReportHtml(begun, [stepPoint(1)])).toContain('<svg');
  });

  it('as JSON holds every point', () => {
    const { run, points } = JSON.parse(runReportJson(RUN, POINTS));
    expect(run).toEqual(RUN);
    expect(RunPoint.array().parse(points)).toEqual(POINTS);
  });
});

describe('the report of a classifier', () => {
  const label = '<b>肺炎</b>';
  const run: RunDetail = {
    ...RUN,
    settings: ClassifySettings.parse({ task: 'diagnose', weighting: 'balanced' }),
    report: {
      task: 'diagnose',
      dataSet: 'x/dev',
      documents: 9,
      accuracy: 0.625,
      micro: score,
      macro: score,
      perLabel: { [label]: score, 未知: score },
      hitAt: { 1: 0.5, 3: 0.875 },
      ece: 0.0625,
      eceRaw: 0.1875,
      reliability: [{ from: 0, to: 1, count: 9, confidence: 0.5, accuracy: 0.4375 }],
      confusion: {
        labels: [label, '哮喘'],
        counts: [
          [4, 17],
          [1, 3],
        ],
      },
      calibration: { kind: 'platt', scale: [1], shift: [0] },
      thresholds: { [label]: 0.3125 },
      fittedHere: true,
      errors: [{ document: 6, gold: [label], predicted: ['哮喘'], top: [{ label, probability: 0.21875 }] }],
      errorCount: 1,
      cut: 0,
      charactersPerSecond: 1000,
    },
  };
  const points = [1, 2].map((step) => ({
    ...devPoint(step, 0),
    dev: { microF1: 0.5 * step, macroF1: 0.25, accuracy: 0.1 },
  }));

  it('holds what the screen shows and takes nothing from names', () => {
    const html = runReportHtml(run, points);
    expect(html).not.toMatch(/https?:\/\/|<script|<link|<img|<iframe|@import|url\(|\son\w+=|<b>|<i>/i);
    const wanted = ['0.3125', '0.6250', 'hit@3 0.8750', '0.0625', '0.1875', '0.4375', '>17<', '0.219'];
    for (const text of [...wanted, 'balanced', 'dev micro F1', 'dev macro F1', '<td>7</td>'])
      expect(html).toContain(text);
    expect(html).toContain(`<td>${escapeHtml(label)}</td>`);
  });

  it('comes as JSON whole', () => {
    const { run: given } = JSON.parse(runReportJson(run, points)) as { run: RunDetail };
    expect(given.report).toEqual(run.report);
  });
});
