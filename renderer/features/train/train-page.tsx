import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { FileInput } from '../../ui/file-input.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { BatchPage } from './batch/batch-page.tsx';
import { ComparePage } from './compare/compare-page.tsx';
import { DataSetImport } from './data/data-set-import.tsx';
import { DataSetsPage } from './data/data-sets-page.tsx';
import { AugmentPage } from './form/augment-page.tsx';
import { NewRunPage } from './form/new-run-page.tsx';
import { SamplesPage } from './form/samples-page.tsx';
import { GridList } from './grid/grid-list.tsx';
import { GridNew } from './grid/grid-new.tsx';
import { GridPage } from './grid/grid-page.tsx';
import { AttentionPage } from './models/attention-page.tsx';
import { EvaluationPage } from './models/evaluation-page.tsx';
import { ModelsPage } from './models/models-page.tsx';
import { ProbePage } from './models/probe-page.tsx';
import { SimilarityPage } from './models/similarity-page.tsx';
import type { TrainState } from './route.ts';
import { switchTask } from './run-draft.ts';
import { RunPage } from './runs/run-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';
import { TrainContext } from './train-context.ts';
import { TrainNav } from './train-nav.tsx';
import { VectorsExplorer } from './vectors/vectors-explorer.tsx';
import { VectorsNew } from './vectors/vectors-new.tsx';
import { VectorsPage } from './vectors/vectors-page.tsx';

export interface TrainPageProps {
  readonly state: TrainState;
  readonly onOpenDocument: (id: number, offset?: number) => void;
  readonly onOpenEntity: (id: number) => void;
}

const DATA_FILES = '.txt,.jsonl,.ndjson,.json,.csv,.tsv,.gz';

/** Runs, data sets and models: sections and presets at the left, one of them at the right. */
export function TrainPage({ state, onOpenDocument, onOpenEntity }: TrainPageProps) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const dropping = useFileDrop(setFiles, files.length === 0);
  const importData = useCallback(() => fileInput.current?.click(), []);
  const train = useMemo(
    () => ({
      ...{ state, go: state.route.set, importData },
      ...{ openDocument: onOpenDocument, openEntity: onOpenEntity },
    }),
    [state, importData, onOpenDocument, onOpenEntity],
  );
  return (
    <TrainContext value={train}>
      <div className="train-page">
        <TrainNav />
        <main className="train-main grow" data-pane="train" data-testid="train">
          <Place state={state} />
        </main>
        {files.length > 0 && (
          <DataSetImport
            files={files}
            onClose={(imported) => {
              setFiles([]);
              if (imported === null) return;
              if (state.route.get().kind === 'new')
                state.draft.update((draft) => switchTask(draft, imported));
              else state.route.set({ kind: 'data' });
            }}
          />
        )}
        {dropping && <div className="drop-overlay">{t('train.data.drop')}</div>}
        <FileInput
          ref={fileInput}
          multiple
          accept={DATA_FILES}
          testId="dataset-file-input"
          label={t('train.data.import')}
          onFiles={setFiles}
        />
      </div>
    </TrainContext>
  );
}

function Place({ state }: { readonly state: TrainState }) {
  const route = useStore(state.route);
  switch (route.kind) {
    case 'runs':
      return <RunsPage />;
    case 'new':
      return <NewRunPage />;
    case 'augment':
      return <AugmentPage />;
    case 'samples':
      return <SamplesPage />;
    case 'run':
      return <RunPage key={route.id} id={route.id} />;
    case 'compare':
      return <ComparePage ids={route.ids} />;
    case 'grids':
      return <GridList />;
    case 'grid-new':
      return <GridNew />;
    case 'grid':
      return <GridPage key={route.id} id={route.id} />;
    case 'data':
      return <DataSetsPage />;
    case 'models':
      return <ModelsPage shown={route.id} />;
    case 'batch':
      return <BatchPage />;
    case 'vectors':
      return <VectorsPage />;
    case 'vectors-new':
      return <VectorsNew />;
    case 'vectors-set':
      return <VectorsExplorer key={route.id} id={route.id} />;
    case 'probe':
      return <ProbePage key={route.model} model={route.model} />;
    case 'attention':
      return <AttentionPage key={route.model} model={route.model} />;
    case 'similarity':
      return <SimilarityPage key={JSON.stringify(route.of)} of={route.of} />;
    case 'evaluation':
      return <EvaluationPage model={route.model} data={route.data} tagger={route.tagger} />;
  }
}
