/** Measures the model of a cell on the documents that its experiment compares on: those of its test set, else of dev. */
import type { ClassifiedDocument } from '../../../shared/domain/classification.ts';
import type { DocumentCounts } from '../../../shared/domain/comparison.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import type { LabelledDocument, RelatedDocument, RunReport } from '../../../shared/domain/training.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import type { RunInput } from '../../engine/train/run-types.ts';
import { readClassifiedDocuments, readDocuments, readRelatedDocuments } from '../data/data-store.ts';
import type { Measured, TrainRequest } from './process/protocol.ts';

/** @throws AppError when the data are damaged */
export async function measureCell(
  { test, devName, workspaceDir, fileKey, settings: { task } }: TrainRequest,
  files: ModelFiles,
  { dev }: RunInput,
): Promise<Measured | undefined> {
  if (task === 'pretrain') return undefined;
  const { ClassifyPredictor, evaluateTagger, evaluateTexts, NerPredictor, relationExamples } = await import(
    '../models/open-model.ts'
  );
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  const options = { dataSet: test?.name ?? devName, onProgress: () => undefined };
  /** Returns the test set, else dev. */
  const documentsOf = <Document>(
    read: (dir: string, key: Uint8Array | null, sha256: string) => readonly Document[],
  ): readonly Document[] =>
    test === undefined
      ? (dev as readonly unknown[] as readonly Document[]) // safe: data sets are of the run's task
      : read(workspaceDir, fileKey, test.sha256);
  const told = ({ report, counts }: { report: RunReport; counts: DocumentCounts[] }): Measured => ({
    counts,
    ...(test === undefined ? {} : { test: report }),
  });
  try {
    if (task === 'ner') {
      const predictor = await NerPredictor.open(executor, files);
      const documents = documentsOf<LabelledDocument>(readDocuments);
      return told(await evaluateTagger(predictor, documents, options).finally(() => predictor.dispose()));
    }
    const predictor = await ClassifyPredictor.open(executor, files);
    const documents: readonly ClassifiedDocument[] = isOfKind('relations', task)
      ? relationExamples(predictor, documentsOf<RelatedDocument>(readRelatedDocuments))
      : documentsOf<ClassifiedDocument>(readClassifiedDocuments);
    return told(
      await evaluateTexts({ task, predictor }, documents, options).finally(() => predictor.dispose()),
    );
  } finally {
    await executor.dispose();
  }
}
