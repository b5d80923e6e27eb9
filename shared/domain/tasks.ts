/**
 * Tasks of training, one row each. Forms, files, the command line, tables of experiments, the registry and reports read
 * it; docs/add-a-model.md lists what else a task and a kind of task take.
 */

/**
 * Kinds of task, by what a document of a data set holds: entities (taggers); labels, labelled pairs of texts, standard
 * terms, or relations between entities (classifiers); texts alone (encoders).
 */
export const TASK_KINDS = ['entities', 'labels', 'pairs', 'terms', 'relations', 'texts'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Use of a model in the app, one model at a time: in the editor, in the diagnosis panel, beside accepted diagnoses. */
export type ModelUse = 'entities' | 'relations' | 'panel' | 'terms';

interface TaskRow {
  readonly kind: TaskKind;
  /** Whether a text may have several labels. */
  readonly several?: true;
  /** Whether labels are grades of relevance that order the candidates of a question. */
  readonly graded?: true;
  /** Whether recipes and the paper's preset have settings for it. */
  readonly recipes?: true;
  /** Absent: models are only evaluated and tried out. */
  readonly use?: ModelUse;
  /** Measures in tables of experiments, in the order of the StaResGRU-CNN paper's tables. */
  readonly measures: readonly TaskMeasure[];
  /** Scores by which two models are compared; absent: they are not compared. */
  readonly compared?: readonly ('accuracy' | 'f1' | 'macroF1')[];
}

export type TaskMeasure =
  | 'precision'
  | 'recall'
  | 'f1'
  | 'macroF1'
  | 'perplexity'
  | 'accuracy'
  | 'pairAccuracy'
  | 'hit1'
  | 'hit3'
  | 'hit5'
  | 'hit10';

const OF_SPANS = ['precision', 'recall', 'f1'] as const;
const OF_LABELS = [...OF_SPANS, 'macroF1'] as const;
const HITS = ['hit1', 'hit3', 'hit5', 'hit10'] as const;
const COMPARED = ['accuracy', 'f1', 'macroF1'] as const;
const OF_PERPLEXITY = ['perplexity', 'accuracy', 'pairAccuracy'] as const;

export const TASKS = {
  ner: { kind: 'entities', recipes: true, use: 'entities', measures: OF_SPANS, compared: ['f1', 'macroF1'] },
  classify: { kind: 'labels', recipes: true, use: 'panel', measures: OF_LABELS, compared: COMPARED },
  diagnose: {
    kind: 'labels',
    several: true,
    recipes: true,
    use: 'panel',
    measures: [...OF_LABELS, ...HITS],
    compared: COMPARED,
  },
  pair: { kind: 'pairs', measures: OF_LABELS, compared: COMPARED },
  nli: { kind: 'pairs', measures: OF_LABELS, compared: COMPARED },
  ranking: { kind: 'pairs', graded: true, measures: OF_LABELS, compared: COMPARED },
  normalisation: {
    kind: 'terms',
    several: true,
    use: 'terms',
    measures: OF_LABELS,
    compared: ['accuracy', 'f1'],
  },
  relation: { kind: 'relations', use: 'relations', measures: OF_LABELS },
  pretrain: { kind: 'texts', measures: OF_PERPLEXITY },
} as const satisfies Readonly<Record<string, TaskRow>>;

export type TaskName = keyof typeof TASKS;
// safe: the keys of a literal object
const NAMES = Object.keys(TASKS) as readonly TaskName[];

/** Tasks of these kinds. */
export type TasksOf<Kind extends TaskKind> = {
  [Name in TaskName]: (typeof TASKS)[Name]['kind'] extends Kind ? Name : never;
}[TaskName];

/** Returns the tasks of these kinds, in the order of the table. */
export const tasksOf = <Kind extends TaskKind>(...kinds: readonly Kind[]): readonly TasksOf<Kind>[] =>
  NAMES.filter((name): name is TasksOf<Kind> => kinds.some((kind) => kind === TASKS[name].kind));

/** Tasks whose rows have this field. */
export type TasksWith<Field extends keyof TaskRow> = {
  [Name in TaskName]: (typeof TASKS)[Name] extends Readonly<Record<Field, unknown>> ? Name : never;
}[TaskName];

export const tasksWith = <Field extends keyof TaskRow>(field: Field): readonly TasksWith<Field>[] =>
  NAMES.filter((name): name is TasksWith<Field> => field in TASKS[name]);

/** Returns the row of a task; undefined of an `encoder`, and of other names. */
export const taskRow = (name: string): TaskRow | undefined =>
  NAMES.some((known) => known === name) ? TASKS[name as TaskName] : undefined; // safe: one of the names

/** Returns whether a task is of this kind. */
export const isOfKind = <Kind extends TaskKind>(kind: Kind, task: string): task is TasksOf<Kind> =>
  taskRow(task)?.kind === kind;

/** Tasks by another name that users know, on the command line. */
export const TASK_ALIASES: Readonly<Record<string, TaskName>> = {
  'nested-ner': 'ner',
  dialogue: 'ner',
  relevance: 'ranking',
};
