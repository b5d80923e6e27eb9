import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeCsv,
  escapeLatex,
  escapeMarkdown,
  formatExperiment,
} from '../../../main/formats/experiment-table.ts';
import { limited } from '../../../shared/domain/data-limits.ts';
import { ExperimentPlan } from '../../../shared/domain/experiment.ts';
import { cellSettings, cellsOf, linearBaselines, pipelinesOf } from '../../../shared/experiment-cells.ts';
import {
  bestFirst,
  bestOf,
  experimentTable,
  remainingSeconds,
  sortRows,
  statisticOf,
  type TableSort,
} from '../../../shared/experiment-table.ts';
import { experimentWith, planOf, resultWith } from '../../helpers/experiments.ts';

describe('linear baselines', () => {
  const networks = [
    { name: 'CNN', settings: { network: 'cnn' } },
    { name: 'SVM', settings: { network: 'linear-svm' } },
  ];
  const axes = [
    { name: 'front', values: [{ name: 'bare', settings: {} }] },
    { name: 'network', values: networks },
  ];
  const plan = planOf({
    task: 'classify',
    settings: { front: 'vectors', vectors: 'x', hiddenSize: 64, trainDocuments: 9, weighting: 'focal' },
    axes,
    baselines: linearBaselines('classify', axes, (network) => network.toUpperCase()),
  });

  it('are cells of their own with what they read of the settings, but for those that an axis has', () => {
    expect(linearBaselines('ner', axes)).toEqual([]);
    expect(pipelinesOf(plan).map(({ names }) => names.join('/'))).toEqual([
      '–/NB-SVM',
      '–/LOGISTIC-REGRESSION',
      'bare/CNN',
      'bare/SVM',
    ]);
    const settings = cellSettings(plan, pipelinesOf(plan)[0]!, 1);
    expect(settings).toMatchObject({
      network: 'nb-svm',
      trainDocuments: 9,
      weighting: 'none',
      front: 'embedding',
    });
    expect(cellsOf(plan)).toHaveLength(8);
  });

  it('stand above all other rows, the strongest first', () => {
    const f1 = [0.2, 0.4, 0.9, 0.8];
    const { cells } = experimentWith(plan, ({ pipeline }) => resultWith({ f1: f1[pipeline]! }));
    const { rows } = experimentTable(plan, cells);
    expect(sortRows(rows, bestFirst({ task: 'ner' })).map(({ pipeline }) => pipeline)).toEqual([1, 0, 2, 3]);
    expect(sortRows(rows, { column: 'f1', descending: false }).map(({ pipeline }) => pipeline)).toEqual([
      0, 1, 3, 2,
    ]);
  });
});

describe('the cells of a plan', () => {
  it('are all pipelines with one seed, then with the next', () => {
    const plan = planOf({ seeds: [7, 3] });
    expect(pipelinesOf(plan).map(({ names }) => names.join('/'))).toEqual([
      'narrow/BiLSTM-CRF',
      'narrow/BiGRU-CRF',
      'wide/BiLSTM-CRF',
      'wide/BiGRU-CRF',
    ]);
    expect(cellsOf(plan).map(({ number, pipeline, seed }) => [number, pipeline, seed])).toEqual([
      [0, 0, 7],
      [1, 1, 7],
      [2, 2, 7],
      [3, 3, 7],
      [4, 0, 3],
      [5, 1, 3],
      [6, 2, 3],
      [7, 3, 3],
    ]);
  });

  it('have the settings of their choices before those of the plan, and these before what suits the network', () => {
    const plan = planOf({
      settings: { embeddingSize: 99, epochs: 2, dropout: 0.3 },
      axes: [
        { name: 'a', values: [{ name: 'x', settings: { embeddingSize: 8 } }, { name: 'y' }] },
        { name: 'b', values: [{ name: 'bert', settings: { network: 'bert-crf', encoder: 'tiny' } }] },
      ],
    });
    const [x, y] = pipelinesOf(plan);
    expect(cellSettings(plan, x!, 5)).toMatchObject({
      task: 'ner',
      network: 'bert-crf',
      embeddingSize: 8,
      epochs: 2,
      seed: 5,
      dropout: 0.3,
      batchSize: 16, // what suits BERT
      learningRate: 5e-4,
    });
    expect(cellSettings(plan, y!, 5)).toMatchObject({ embeddingSize: 99 });
  });

  it('with wrong settings are refused by name', () => {
    const plan = (settings: Record<string, unknown>) =>
      planOf({ axes: [{ name: 'a', values: [{ name: 'α', settings }] }] });
    const build = (settings: Record<string, unknown>) => {
      const wrong = plan(settings);
      return cellSettings(wrong, pipelinesOf(wrong)[0]!, 1);
    };
    expect(() => build({ hidenSize: 3 })).toThrow(/^α: unknown setting hidenSize/);
    expect(() => build({ seed: 3 })).toThrow(/^α: unknown setting seed/);
    expect(() => build({ network: 'lstm' })).toThrow(/^α: network: /);
    expect(() => build({ epochs: 0 })).toThrow(/^α: epochs: /);
  });

  it('are refused where names or seeds come twice, or there are too many', () => {
    const value = { name: 'x' };
    for (const wrong of [
      { axes: [] },
      { axes: [{ name: 'a', values: [] }] },
      { axes: [{ name: 'a', values: [value, value] }] },
      {
        axes: [
          { name: 'a', values: [value] },
          { name: 'a', values: [value] },
        ],
      },
      { seeds: [1, 1] },
      { seeds: [] },
      { seeds: Array.from({ length: 50 }, (_, i) => i), axes: [manyValues('a', 41)] },
    ])
      expect(ExperimentPlan.safeParse({ ...planOf(), ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});

const manyValues = (name: string, count: number) => ({
  name,
  values: Array.from({ length: count }, (_, i) => ({ name: String(i) })),
});

describe('a sample of documents', () => {
  it('is spread over all of them, in their order, without repeats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 250 }), (count, most) => {
        const all = Array.from({ length: count }, (_, i) => i);
        const taken = limited(all, most);
        expect(taken).toHaveLength(Math.min(count, most));
        expect(new Set(taken).size).toBe(taken.length);
        expect([...taken].sort((a, b) => a - b)).toEqual(taken);
        const gaps = taken.slice(1).map((value, i) => value - taken[i]!);
        if (gaps.length > 0) expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
      }),
    );
    expect(limited([1, 2, 3], undefined)).toEqual([1, 2, 3]);
  });
});

describe('mean and standard deviation', () => {
  it('are those of textbooks', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9].map((value, seed) => ({ seed, value }));
    expect(statisticOf(values)).toMatchObject({ mean: 5, sd: Math.sqrt(32 / 7) });
    expect(statisticOf([{ seed: 1, value: 3 }])).toEqual({ mean: 3, values: [{ seed: 1, value: 3 }] });
  });

  it('of shifted and scaled values are shifted and scaled', () => {
    const numbers = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(numbers, fc.double({ min: 0.1, max: 10, noNaN: true }), (xs, scale) => {
        const of = (some: readonly number[]) => statisticOf(some.map((value, seed) => ({ seed, value })));
        const [plain, changed] = [of(xs), of(xs.map((x) => scale * x + 3))];
        expect(changed.mean).toBeCloseTo(scale * plain.mean + 3, 8);
        expect(changed.sd).toBeCloseTo(scale * plain.sd!, 8);
      }),
    );
  });
});

/** F1 by pipeline and seed; the last pipeline has one seed only. */
const F1 = [
  [0.6, 0.7],
  [0.8, 0.82],
  [0.65, 0.65],
  [0.9, undefined],
];
const experiment = experimentWith(planOf(), ({ pipeline, seed }) => {
  const f1 = F1[pipeline]?.[seed - 1];
  return f1 === undefined ? undefined : resultWith({ f1, devLoss: 1 - f1, seconds: 10 * (pipeline + 1) });
});
const table = experimentTable(experiment.plan, experiment.cells);

describe('the table', () => {
  it('has a row a pipeline, with mean and deviation over the seeds that are done', () => {
    expect(table.axes).toEqual(['embedding', 'network']);
    expect(table.columns).toEqual([
      'parameters',
      'precision',
      'recall',
      'f1',
      'secondsPerEpoch',
      'loss',
      'devLoss',
    ]);
    expect(table.rows.map(({ finished }) => finished)).toEqual([2, 2, 2, 1]);
    expect(table.rows[1]?.values.f1).toMatchObject({
      mean: expect.closeTo(0.81),
      sd: expect.closeTo(0.01 * Math.SQRT2),
      values: [
        { seed: 1, value: 0.8 },
        { seed: 2, value: 0.82 },
      ],
    });
    expect(table.rows[3]?.values.f1?.sd).toBeUndefined();
    expect(table.rows[0]?.values.loss).toBeUndefined();
  });

  it('knows the best of each column, several where they show the same', () => {
    expect([...bestOf(table.rows, 'f1')]).toEqual([3]);
    expect([...bestOf(table.rows, 'devLoss')]).toEqual([3]);
    expect([...bestOf(table.rows.slice(0, 3), 'f1')]).toEqual([1]);
    expect([...bestOf([table.rows[0]!, table.rows[2]!], 'f1')]).toEqual([0, 2]); // both are 65.00
    expect([...bestOf(table.rows, 'parameters')]).toEqual([]);
    expect([...bestOf(table.rows, 'loss')]).toEqual([]);
  });

  it('is sorted by any column, rows without a value last', () => {
    const order = (sort: TableSort) => sortRows(table.rows, sort).map(({ pipeline }) => pipeline);
    expect(order(bestFirst({ task: 'ner' }))).toEqual([3, 1, 0, 2]);
    expect(order({ column: 'f1', descending: false })).toEqual([0, 2, 1, 3]);
    expect(order({ column: { axis: 1 }, descending: false })).toEqual([1, 3, 0, 2]);
    const some = experimentWith(planOf(), ({ pipeline }) =>
      pipeline === 0 ? undefined : resultWith({ f1: pipeline / 10 }),
    );
    const rows = experimentTable(some.plan, some.cells).rows;
    for (const descending of [true, false])
      expect(sortRows(rows, { column: 'f1', descending }).at(-1)?.pipeline).toBe(0);
  });

  it('has macro F1 and hit@k for diagnosis', () => {
    const plan = planOf({ task: 'diagnose', axes: [manyValues('network', 1)], seeds: [1] });
    const diagnosis = experimentWith(plan, () =>
      resultWith({ macroF1: 0.25, hitAt: { 1: 0.5, 3: 0.75, 5: 0.8 } }),
    );
    const text = formatExperiment(diagnosis, 'md');
    expect(text).toContain('| P | R | F1 | Macro F1 | Hit@1 | Hit@3 | Hit@5 | Hit@10 |');
    expect(text).toContain('| **25.00** | **50.00** | **75.00** | **80.00** | – |');
  });

  it('knows how long the rest will take from what is done of the same pipeline', () => {
    expect(remainingSeconds(experiment)).toBe(40);
    const none = experimentWith(planOf(), () => undefined);
    expect(remainingSeconds(none)).toBeUndefined();
    const first = experimentWith(planOf(), ({ pipeline, seed }) =>
      pipeline === 0 && seed === 1 ? resultWith({ seconds: 3 }) : undefined,
    );
    expect(remainingSeconds(first)).toBe(21);
  });
});

describe('written as', () => {
  it('Markdown', () => {
    expect(formatExperiment(experiment, 'md')).toBe(
      [
        '**grid**: x/train → x/dev; mean ± sd over the seeds 1, 2',
        '',
        '| embedding | network | Params | P | R | F1 | s/epoch | Loss | Dev loss | Runs |',
        '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
        '| wide | BiGRU-CRF | 1000 | **50.00** | **50.00** | **90.00** | **1.50** | – | **0.1000** | 1/2 |',
        '| narrow | BiGRU-CRF | 1000 | **50.00 ± 0.00** | **50.00 ± 0.00** | 81.00 ± 1.41 | **1.50 ± 0.00** | – | 0.1900 ± 0.0141 |  |',
        '| narrow | BiLSTM-CRF | 1000 | **50.00 ± 0.00** | **50.00 ± 0.00** | 65.00 ± 7.07 | **1.50 ± 0.00** | – | 0.3500 ± 0.0707 |  |',
        '| wide | BiLSTM-CRF | 1000 | **50.00 ± 0.00** | **50.00 ± 0.00** | 65.00 ± 0.00 | **1.50 ± 0.00** | – | 0.3500 ± 0.0000 |  |',
        '',
      ].join('\n'),
    );
  });

  it('CSV', () => {
    const lines = formatExperiment(experiment, 'csv').split('\r\n');
    expect(lines[0]).toMatch(/^embedding,network,runs,parameters,precision_mean,precision_sd,/);
    expect(lines[1]).toBe('wide,BiGRU-CRF,1,1000,0.5,,0.5,,0.9,,1.5,,,,0.1,');
    expect(lines).toHaveLength(6);
  });

  it('LaTeX', () => {
    const text = formatExperiment(experiment, 'latex');
    expect(text).toContain('\\begin{tabular}{llrrrrrrrr}');
    expect(text).toContain('narrow & BiGRU-CRF & 1000 & \\textbf{50.00 \\ensuremath{\\pm} 0.00} &');
    expect(text).toContain('81.00 \\ensuremath{\\pm} 1.41');
    expect(text).toContain('\\caption{grid: x/train \\ensuremath{\\to} x/dev; mean \\ensuremath{\\pm} sd');
  });

  it('JSON, with the single values', () => {
    const { rows } = JSON.parse(formatExperiment(experiment, 'json'));
    expect(rows[1]).toMatchObject({
      names: { embedding: 'narrow', network: 'BiGRU-CRF' },
      values: {
        f1: {
          values: [
            { seed: 1, value: 0.8 },
            { seed: 2, value: 0.82 },
          ],
        },
      },
      cells: [{ seed: 1, state: 'finished', result: { f1: 0.8 } }, { seed: 2 }],
    });
  });
});

/** Any text that a name may be. */
const name = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.stringMatching(/^[\\{}$&#%_^~|<>"*`[\] a病]+$/))
  .map((text) => text.replace(/\p{Cc}/gu, ' ').replace(/\s+/g, ' '));

describe('names of any kind', () => {
  it('can be read back from Markdown, and never part a cell', () => {
    fc.assert(
      fc.property(name, (text) => {
        const escaped = escapeMarkdown(text);
        expect(escaped.replace(/\\([\\`*_[\]<>|~$&])/g, '$1')).toBe(text);
        expect(escaped.replace(/\\./g, '')).not.toMatch(/[\\`*_[\]<>|~$&\n]/);
      }),
    );
  });

  it('can be read back from LaTeX, and leave no character with a meaning', () => {
    fc.assert(
      fc.property(name, (text) => {
        const escaped = escapeLatex(text);
        expect(unLatex(escaped)).toBe(text);
        const rest = escaped.replace(/\\(text\w+\{\}|[{}$&#%_])/g, '');
        expect(rest).not.toMatch(/[\\{}$&#%_~^<>|"\n]/);
      }),
    );
  });

  it('can be read back from CSV', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
        expect(readCsv(`${cells.map(escapeCsv).join(',')}\r\n`)).toEqual([cells]);
      }),
    );
  });

  it('keep the tables whole', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          name.filter((text) => text.trim() !== ''),
          { minLength: 1, maxLength: 4, selector: (text) => text.trim() },
        ),
        (names) => {
          const plan = planOf({
            axes: [{ name: names[0], values: names.map((own) => ({ name: own })) }],
            seeds: [1],
          });
          const named = experimentWith(plan, ({ pipeline }) => resultWith({ f1: pipeline / 10 }));
          const markdown = formatExperiment(named, 'md').trimEnd().split('\n').slice(2);
          const bars = markdown.map((line) => line.replace(/\\./g, '').split('|').length);
          expect(new Set(bars).size).toBe(1);
          const latex = formatExperiment(named, 'latex')
            .split('\n')
            .filter((line) => line.endsWith(' \\\\'));
          expect(latex).toHaveLength(names.length + 1);
          expect(new Set(latex.map((line) => line.replace(/\\&/g, '').split('&').length)).size).toBe(1);
          const rows = readCsv(formatExperiment(named, 'csv'));
          expect(
            rows
              .slice(1)
              .map(([first]) => first)
              .sort(),
          ).toEqual(plan.axes[0]!.values.map((v) => v.name).sort());
        },
      ),
      { numRuns: 50 },
    );
  });
});

function unLatex(text: string): string {
  const names: Readonly<Record<string, string>> = {
    backslash: '\\',
    asciitilde: '~',
    asciicircum: '^',
    less: '<',
    greater: '>',
    bar: '|',
    quotedbl: '"',
  };
  return text.replace(/\\(?:text(\w+)\{\}|(.))/g, (_, word: string | undefined, sign: string) =>
    word === undefined ? sign : names[word]!,
  );
}

/** A plain reader of CSV, character by character. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && text[i + 1] === '\n') {
      i++;
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else cell += character;
  }
  return rows;
}
