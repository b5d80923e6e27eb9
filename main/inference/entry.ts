/**
 * Engine process: composition root. Reads the workspace database itself (read-only), so that names, edges and
 * weights do not pass through the main process.
 */
import { dirname } from 'node:path';
import { starterModelOf } from '../../shared/domain/starter.ts';
import type { ModelCard } from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';
import { type Connection, type DatabaseAccess, openConnection } from '../db/connection.ts';
import { getModel } from '../db/repositories/models.ts';
import type { Executor } from '../engine/runtime/program.ts';
import { serve } from '../processes/serve.ts';
import { buildPredictedAssertions } from '../text/predicted-assertions.ts';
import { loadRules } from '../text/rules.ts';
import { readFileKey } from '../workspace/file-key.ts';
import { classifierOf } from './classifier-choice.ts';
import { type ClassifierRegistry, Classifiers } from './classifiers.ts';
import { GraphLinker } from './graph-linker.ts';
import { linkLabel } from './label-links.ts';
import type { LinkerStore } from './linker-store.ts';
import { between, type ModelRegistry } from './model-slot.ts';
import { PriorityScheduler } from './priority-scheduler.ts';
import type { EngineMethods, LexiconSize } from './protocol.ts';
import { SimilarRecords } from './similar-records.ts';
import { PRIORITY, Taggers } from './taggers.ts';
import { evaluateTriples } from './triples.ts';

interface Open {
  readonly db: Connection;
  /** Absent where no key of files has been made yet. */
  readonly linkers: LinkerStore | undefined;
  readonly scheduler: PriorityScheduler;
  readonly taggers: Taggers;
  readonly classifiers: Classifiers;
}

let workspace: Open | undefined;
let linker: GraphLinker | undefined;
/** Opened with the first question. */
let similar: SimilarRecords | undefined;
const assertPredicted = buildPredictedAssertions(loadRules());
/** Opens the CPU executor, the fastest for models with small batches. */
async function openExecutor() {
  const executors = await import('../engine/runtime/executors.ts'); // loaded only when a model is used
  return executors.openExecutor({ id: 'onnx', provider: 'cpu' });
}

function open({ databaseFile, key }: DatabaseAccess): void {
  const db = openConnection(databaseFile, { key, readonly: true });
  const workspaceDir = dirname(databaseFile);
  const fileKey = () => (key === null ? null : readFileKey(db));
  const get = (id: number): ModelCard => {
    const card = getModel(db, id);
    if (card === undefined) throw new AppError('not-found', 'models.no-model', { id });
    return card;
  };
  const registry: ModelRegistry & ClassifierRegistry = {
    get,
    classifier(id) {
      const choice = classifierOf(get(id));
      if (choice === undefined) throw new AppError('bad-request', 'models.labels-no-texts');
      return choice;
    },
    async files(id) {
      const starter = starterModelOf(id);
      if (starter !== undefined) return (await import('./starter.ts')).starterModel(starter).files;
      return (await import('./model-store.ts')).readModelFiles(db, workspaceDir, fileKey(), id);
    },
  };
  const scheduler = new PriorityScheduler();
  const executor = sharedExecutor(openExecutor);
  const made = fileKey();
  workspace = {
    db,
    linkers: key !== null && made === null ? undefined : { workspaceDir, fileKey: made },
    scheduler,
    taggers: new Taggers(registry, executor, scheduler),
    classifiers: new Classifiers(registry, {
      openExecutor: executor,
      scheduler,
      link: (label) => linkLabel(db, opened(linker), label),
      openSegmenter: async () => (await import('../text/segmentation.ts')).loadSegmenter(),
    }),
  };
}

function load(): LexiconSize {
  const { db, classifiers, linkers } = opened(workspace);
  linker = GraphLinker.load(db, linkers);
  similar = undefined;
  classifiers.graphChanged();
  return linker.size;
}

function searched(): SimilarRecords {
  const { db, linkers } = opened(workspace);
  similar ??= new SimilarRecords({ db, linker: opened(linker), store: linkers });
  return similar;
}

function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('engine: no workspace is open');
  return part;
}

serve<EngineMethods>({
  open: (target) => {
    open(target);
    return load();
  },
  reload: load,
  refreshModels: ({ tagger, classifier, relater }) => {
    opened(workspace).taggers.refresh(tagger);
    opened(workspace).classifiers.refresh(classifier, relater);
  },
  annotate: ({ text, review }) => opened(linker).annotate(text, review),
  similar: ({ budgetMs, ...question }, { signal }) =>
    opened(workspace).scheduler.run(PRIORITY.evaluate, (turn) =>
      searched().find(question, { between: between(turn, signal), budgetMs }),
    ),
  match: ({ conditions, budgetMs }, { signal }) =>
    opened(workspace).scheduler.run(PRIORITY.evaluate, (turn) =>
      searched().match(conditions, { between: between(turn, signal), budgetMs }),
    ),
  rank: ({ text, top, review }) => opened(linker).rank(text, top, review),
  predict: async ({ text, model }) => {
    const { entities, ...prediction } = await opened(workspace).taggers.predict(text, model);
    return { ...prediction, entities: assertPredicted(text, entities) };
  },
  evaluate: (request, { signal }) => opened(workspace).taggers.evaluate(request, signal),
  scan: async (request, { signal }) => {
    const { entities, ...scan } = await opened(workspace).taggers.scan(request, signal);
    return { ...scan, entities: entities.map((spans, i) => assertPredicted(request.texts[i]!, spans)) };
  },
  choose: async ({ candidates, choice }) =>
    (await import('../engine/active-learning/select.ts')).chooseNext(candidates, choice),
  classify: ({ text, model }, { signal }) => opened(workspace).classifiers.classify(text, model, signal),
  tryOut: (request, { signal }) => opened(workspace).classifiers.tryOut(request, signal),
  explain: ({ model, ...request }, { signal }) =>
    opened(workspace).classifiers.explain(request, model, signal),
  relate: (request, { signal }) => opened(workspace).classifiers.relate(request, signal),
  relateRecord: ({ model, ...record }, { signal }) =>
    opened(workspace).classifiers.relateRecord(record, model, signal),
  evaluateTriples: (request, { signal }) => evaluateTriples(opened(workspace), request, signal),
  evaluateTexts: (request, { signal }) => opened(workspace).classifiers.evaluate(request, signal),
});

/** Returns a function that opens the executor once. A failed attempt is repeated at the next call. */
function sharedExecutor(open: () => Promise<Executor>): () => Promise<Executor> {
  let opened: Promise<Executor> | undefined;
  return () => {
    const executor = opened ?? open();
    opened = executor;
    executor.catch(() => {
      opened = undefined;
    });
    return executor;
  };
}
