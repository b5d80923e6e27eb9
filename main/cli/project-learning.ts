/** `project train|suggest|learning NAME`: the loop between labelling and training, without a window. */
import { setTimeout as later } from 'node:timers/promises';
import type { LearningRound, LearningState } from '../../shared/domain/learning.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { Learning } from '../services/learning/learning.ts';
import { suggest } from '../services/learning/suggest.ts';
import { findModel } from '../services/models/models.ts';
import { trainHere } from '../services/runs/run-training.ts';
import { Runs } from '../services/runs/runs.ts';
import { startEngine } from '../services/session/open-session.ts';
import type { Session } from '../services/session/session.ts';
import { headed, note, number, print, printJson, UsageError, valueName } from './command.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';
import { TrainProgress } from './progress.ts';

type LearningOptions = Options<'project'>;

/** One round, to its end. */
export async function trainProject(
  session: Session,
  projectId: number,
  options: LearningOptions,
): Promise<void> {
  startEngine(session);
  let progress: TrainProgress | undefined;
  const runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (_id, event) => progress?.take(event),
  });
  const learning = new Learning(session, runs);
  try {
    const { id, runId } = learning.train(projectId);
    const run = runs.list().find((one) => one.id === runId);
    if (run?.settings.task === 'ner') progress = new TrainProgress(run.settings.epochs);
    const round = await ended(learning, projectId, id);
    progress?.end();
    if (round.state === 'failed')
      throw new AppError('internal', round.error ?? message('runs.failed-training'));
    if (options.json) printJson(round);
    else printRounds(learning.get(projectId));
  } finally {
    await learning.close();
    await runs.close();
  }
}

async function ended(learning: Learning, projectId: number, id: number): Promise<LearningRound> {
  for (;;) {
    const round = learning.get(projectId).rounds.find((one) => one.id === id);
    if (round !== undefined && round.state !== 'training') return round;
    if (round?.run === 'paused' || round?.run === 'interrupted')
      throw new AppError('cancelled', 'runs.paused-training');
    await later(100);
  }
}

export async function suggestInProject(
  session: Session,
  projectId: number,
  options: LearningOptions,
): Promise<void> {
  if ((options.model === undefined) === !options.dictionary)
    throw new UsageError('cli.needs', { command: 'project suggest', what: '--dictionary | --model NAME' });
  const { threshold: value = '0' } = options;
  const threshold = number(value, '--threshold');
  if (threshold < 0 || threshold > 1)
    throw new UsageError('cli.takes', { option: '--threshold', value, form: message('cli.number-to-one') });
  const source =
    options.model === undefined
      ? ({ kind: 'dictionary' } as const)
      : ({ kind: 'model', model: findModel(session, options.model).id } as const);
  startEngine(session);
  const made = await suggest(session, { projectId, source, threshold });
  if (options.json) return printJson(made);
  print(message('learning.suggested', { items: made.items, documents: made.documents }));
}

export async function showLearning(
  session: Session,
  projectId: number,
  options: LearningOptions,
): Promise<void> {
  const learning = new Learning(session, new Runs(session, { startTraining: trainHere() }));
  const state = learning.get(projectId);
  if (options.json) return printJson(state);
  printRounds(state);
}

const score = (value: number | null | undefined): string => (value == null ? '–' : value.toFixed(4));

function printRounds({ rounds, model, finished, trainDocuments, devDocuments }: LearningState): void {
  note(message('cli.finished-documents', { finished, trainDocuments, devDocuments }));
  note(message('learning.model-in-use', { model: model?.name ?? '–' }));
  if (rounds.length === 0) return;
  const rows = rounds.map(
    ({ documents, labels, devDocuments: dev, f1, previous, adopted, state, model: made }) => [
      made?.name ?? valueName(state),
      documents,
      labels,
      dev,
      score(f1),
      score(previous?.f1),
      state === 'finished'
        ? said(message(adopted ? 'cli.round-in-use' : 'cli.round-not-better'))
        : valueName(state),
    ],
  );
  print(headed(['model', 'documents', 'spans', 'measured on', 'F1', 'before', ''], rows));
}
