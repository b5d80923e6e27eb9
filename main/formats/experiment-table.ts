/** Writes the table of an experiment as Markdown, CSV, LaTeX and JSON. */
import { assertNever } from '../../shared/assert.ts';
import type { ExperimentDetail, ExperimentDifferences, TableFormat } from '../../shared/domain/experiment.ts';
import { ownSettings, pipelineName, pipelinesOf, settingsOfCell } from '../../shared/experiment-cells.ts';
import {
  bestFirst,
  bestOf,
  type ExperimentTable,
  experimentTable,
  shownNumber,
  sortRows,
  type TableColumn,
  type TableRow,
  type TableSort,
} from '../../shared/experiment-table.ts';
import { AppError } from '../../shared/result.ts';
import { bestTrial } from '../../shared/search-stages.ts';

const HEADINGS: Readonly<Record<TableColumn, string>> = {
  parameters: 'Params',
  precision: 'P',
  recall: 'R',
  f1: 'F1',
  testF1: 'Test F1',
  macroF1: 'Macro F1',
  perplexity: 'Perplexity',
  accuracy: 'Accuracy',
  pairAccuracy: 'Pair accuracy',
  hit1: 'Hit@1',
  hit3: 'Hit@3',
  hit5: 'Hit@5',
  hit10: 'Hit@10',
  secondsPerEpoch: 's/epoch',
  loss: 'Loss',
  devLoss: 'Dev loss',
};

/** Shares are percent in Markdown and LaTeX, fractions in CSV and JSON; the best pipelines come first. */
export function formatExperiment(
  experiment: ExperimentDetail,
  format: TableFormat,
  sort: TableSort = bestFirst(experiment.plan),
): string {
  const table = experimentTable(experiment.plan, experiment.cells);
  const sorted = { ...table, rows: sortRows(table.rows, sort) };
  switch (format) {
    case 'md':
      return markdown(experiment, sorted);
    case 'csv':
      return csv(sorted);
    case 'latex':
      return latex(experiment, sorted);
    case 'json':
      return `${JSON.stringify(json(experiment, sorted), null, 2)}\n`;
    case 'config':
      return `${JSON.stringify(bestConfig(experiment, sorted), null, 2)}\n`;
    default:
      return assertNever(format);
  }
}

/**
 * Returns the settings of the best row that is no baseline as `train --config` takes them, without the numbers of
 * documents, to which only the experiment was limited.
 */
function bestConfig({ plan, cells }: ExperimentDetail, { rows }: ExperimentTable): unknown {
  const row = rows.find(({ isBaseline, finished }) => !isBaseline && finished > 0);
  const best = plan.search === undefined ? row?.cells[0] : bestTrial(plan, cells);
  if (best === undefined) throw new AppError('bad-request', 'experiments.no-result');
  const settings = settingsOfCell(plan, best);
  const { task } = settings;
  const { trainDocuments: _train, devDocuments: _dev, ...own } = ownSettings(settings);
  const chosen = settings.task === 'pretrain' ? {} : { network: settings.network };
  return { task, ...chosen, ...own };
}

function describe({ train, dev: chosen, test, plan: { seeds, folds, search } }: ExperimentDetail): string {
  const dev = { name: test === undefined ? chosen.name : `${chosen.name}, test ${test.name}` };
  const names = `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`;
  if (folds !== undefined) return `${train.name}; mean ± sd over ${folds} folds, ${names}`;
  if (search !== undefined)
    return `${train.name} → ${dev.name}; search of ${search.minutes} minutes, epochs ${search.epochs.join(', ')}, ${names}`;
  return `${train.name} → ${dev.name}; ${seeds.length === 1 ? names : `mean ± sd over the ${names}`}`;
}

/** Writes the differences to the first row as a table in Markdown; shares are percent. */
export function formatDifferences(
  { plan }: Pick<ExperimentDetail, 'plan'>,
  { dataSet, documents, level, samples, seed, rows }: ExperimentDifferences,
): string {
  const pipelines = pipelinesOf(plan);
  const nameOf = (number: number) => escapeMarkdown(pipelineName(pipelines[number]!));
  const signed = (share: number | null) =>
    share === null ? '–' : `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(2)}`;
  const shown = (p: number | null) => (p === null ? '–' : p.toFixed(4));
  return [
    `Differences to ${nameOf(0)} on ${escapeMarkdown(dataSet)}: ${documents} documents, ${samples} resamples, seed ${seed}`,
    '',
    `| row | score | difference | ${100 * level} % interval | p (bootstrap) | p (randomization) |`,
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows.flatMap(({ pipeline, scores }) =>
      scores.map(
        ({ score, difference, low, high, bootstrapP, randomizationP }) =>
          `| ${nameOf(pipeline)} | ${HEADINGS[score === 'macroF1' ? 'macroF1' : 'f1']} | ${signed(difference)} | ${signed(low)} … ${signed(high)} | ${shown(bootstrapP)} | ${shown(randomizationP)} |`,
      ),
    ),
    '',
  ].join('\n');
}

/** Returns the number of finished cells of an incomplete row. */
const runsOf = ({ finished, cells }: TableRow): string =>
  finished === cells.length ? '' : `${finished}/${cells.length}`;

const hasOpenRows = ({ rows }: ExperimentTable): boolean => rows.some((row) => runsOf(row) !== '');

interface Marks {
  readonly escaped: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly plusMinus: string;
  readonly none: string;
}

/** Returns headings and cells as text of a format. */
function texts(table: ExperimentTable, { escaped, bold, plusMinus, none }: Marks): string[][] {
  const best = new Map(table.columns.map((column) => [column, bestOf(table.rows, column)]));
  const open = hasOpenRows(table);
  const cell = (row: TableRow, column: TableColumn): string => {
    const value = row.values[column];
    if (value === undefined) return none;
    const mean = shownNumber(column, value.mean);
    const spread = value.sd === undefined || column === 'parameters' ? '' : shownNumber(column, value.sd);
    const text = spread === '' ? mean : `${mean}${plusMinus}${spread}`;
    return best.get(column)?.has(row.pipeline) ? bold(text) : text;
  };
  return [
    [...table.axes.map(escaped), ...table.columns.map((key) => HEADINGS[key]), ...(open ? ['Runs'] : [])],
    ...table.rows.map((row) => [
      ...row.names.map(escaped),
      ...table.columns.map((column) => cell(row, column)),
      ...(open ? [runsOf(row)] : []),
    ]),
  ];
}

/** Escapes text for a Markdown table cell. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|~$&]/g, (character) => `\\${character}`);

function markdown(experiment: ExperimentDetail, table: ExperimentTable): string {
  const [head = [], ...rows] = texts(table, {
    escaped: escapeMarkdown,
    bold: (text) => `**${text}**`,
    plusMinus: ' ± ',
    none: '–',
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i < table.axes.length ? '---' : '---:'));
  return [
    `**${escapeMarkdown(experiment.name)}**: ${escapeMarkdown(describe(experiment))}`,
    '',
    line(head),
    line(rule),
    ...rows.map(line),
    '',
  ].join('\n');
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
};

/** Escapes text for LaTeX. */
export const escapeLatex = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\~^<>|"{}$&#%_]/g, (character) => LATEX[character] ?? `\\${character}`);

function latex(experiment: ExperimentDetail, table: ExperimentTable): string {
  const [head = [], ...rows] = texts(table, {
    escaped: escapeLatex,
    bold: (text) => `\\textbf{${text}}`,
    plusMinus: ' \\ensuremath{\\pm} ',
    none: '--',
  });
  const line = (cells: readonly string[]) => `${cells.join(' & ')} \\\\`;
  const places = head.map((_, i) => (i < table.axes.length ? 'l' : 'r')).join('');
  return [
    '% needs \\usepackage{booktabs}; Chinese needs xeCJK or ctex',
    '\\begin{table}',
    `\\caption{${escapeLatex(`${experiment.name}: ${describe(experiment)}`)
      .replace('±', '\\ensuremath{\\pm}')
      .replace('→', '\\ensuremath{\\to}')}}`,
    `\\begin{tabular}{${places}}`,
    '\\toprule',
    line(head),
    '\\midrule',
    ...rows.map(line),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n');
}

/** Escapes a CSV field (RFC 4180). */
export const escapeCsv = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function csv(table: ExperimentTable): string {
  const spread = table.columns.filter((column) => column !== 'parameters');
  const head = [
    ...table.axes,
    'runs',
    'parameters',
    ...spread.flatMap((column) => [`${column}_mean`, `${column}_sd`]),
  ];
  const rows = table.rows.map((row) => [
    ...row.names,
    String(row.finished),
    numberText(row.values.parameters?.mean),
    ...spread.flatMap((column) => [numberText(row.values[column]?.mean), numberText(row.values[column]?.sd)]),
  ]);
  return [head, ...rows].map((cells) => `${cells.map(escapeCsv).join(',')}\r\n`).join('');
}

const numberText = (value: number | undefined): string =>
  value === undefined ? '' : String(Number(value.toPrecision(8)));

function json(experiment: ExperimentDetail, { axes, rows }: ExperimentTable): unknown {
  const { name, plan, train, dev, test, state, createdAt, version } = experiment;
  return {
    name,
    state,
    createdAt,
    version,
    train,
    dev,
    ...(test === undefined ? {} : { test }),
    plan,
    rows: rows.map(({ names, values, cells }) => ({
      names: Object.fromEntries(axes.map((axis, i) => [axis, names[i]])),
      values,
      cells: cells.map(({ seed, fold, state: cellState, result, error }) => ({
        seed,
        ...(fold === undefined ? {} : { fold: fold + 1 }),
        state: cellState,
        ...(result === undefined ? {} : { result }),
        ...(error === undefined ? {} : { error }),
      })),
    })),
  };
}
