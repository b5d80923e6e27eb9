import { Button, Segmented, Select } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Prediction, PredictionState } from '../../../shared/domain/graph.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { useJobs } from '../../api/system.ts';
import { formatCount } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useRefusal } from '../../ui/use-refusal.ts';
import { JobRow } from './job-row.tsx';
import { PredictionDetail } from './prediction-detail.tsx';

const SHOWN = 500;
const COUNT = 100;
/** Keys of decisions while the list has the focus. */
const KEYS: Readonly<Record<string, PredictionState>> = { a: 'accepted', r: 'rejected', l: 'later' };
const ACTIONS = Object.entries(KEYS);

interface Decision {
  readonly id: number;
  readonly before: PredictionState;
}

/** Predicted relations, reviewed one by one with keys. */
export function CompletionPage({ onEntity }: { readonly onEntity: (id: number) => void }) {
  const { t } = useTranslation();
  const [state, setState] = useState<PredictionState>('waiting');
  const [picked, setPicked] = useState(0);
  const [done, setDone] = useState<readonly Decision[]>([]);
  const { attempt } = useAttempt();
  const refusal = useRefusal('kg.decide', ['adjudicator', 'administrator']);
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useAnswer('kg.predictions', { state, limit: SHOWN });
  const items = data?.predictions ?? [];
  const current = items[Math.min(picked, items.length - 1)];
  const isFilled = items.length > 0;
  useEffect(() => {
    if (isFilled) box.current?.querySelector<HTMLElement>('.pick-list')?.focus();
  }, [isFilled]);
  const decide = (one: Prediction | undefined, to: PredictionState): void => {
    if (one === undefined || one.state === to || refusal !== undefined) return;
    void attempt(async () => {
      await call('kg.decide', { id: one.id, state: to });
      setDone((all) => [...all, { id: one.id, before: one.state }]);
    });
  };
  const undo = (): void => {
    const last = done.at(-1);
    if (last === undefined) return;
    void attempt(async () => {
      await call('kg.decide', { id: last.id, state: last.before });
      setDone((all) => all.slice(0, -1));
    });
  };
  const press = (event: KeyboardEvent): void => {
    const to = KEYS[event.key.toLowerCase()];
    const isUndo = event.key.toLowerCase() === 'z';
    if (event.altKey || (!isUndo && (event.ctrlKey || event.metaKey))) return;
    if (to === undefined && !isUndo) return;
    event.preventDefault();
    if (to === undefined) undo();
    else decide(current, to);
  };
  return (
    <div className="completion column" data-testid="completion" ref={box}>
      <h1>{t('graph.completion')}</h1>
      <p className="muted">{t('graph.completionAbout')}</p>
      <Predict />
      <div className="row wrap completion-tools">
        <Segmented
          value={state}
          aria-label={t('graph.completion')}
          options={PredictionState.options.map((value) => ({
            value,
            label: `${t(`graph.state.${value}`)} ${formatCount(data?.counts[value] ?? 0)}`,
          }))}
          onChange={(value) => {
            setState(value);
            setPicked(0);
          }}
        />
        {ACTIONS.map(([key, to]) => (
          <Button
            key={key}
            disabled={current === undefined || current.state === to || refusal !== undefined}
            title={refusal}
            data-testid={`decide-${to}`}
            onClick={() => decide(current, to)}
          >
            {t(`graph.decide.${to}`)} <Kbd shortcut={key.toUpperCase()} />
          </Button>
        ))}
        <Button disabled={done.length === 0} data-testid="decide-undo" onClick={undo}>
          {t('graph.undoDecision')} <Kbd shortcut="Z" />
        </Button>
      </div>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data !== undefined && !isFilled && <EmptyState text={t('graph.noPredictions')} />}
      {isFilled && (
        <div className="completion-panes">
          <PickList
            items={items}
            rowHeight={30}
            keyOf={({ id }) => id}
            render={(item) => <PredictionRow prediction={item} />}
            picked={Math.min(picked, items.length - 1)}
            onPick={setPicked}
            onKey={press}
            label={t('graph.completion')}
            testId="predictions"
          />
          {current !== undefined && (
            <PredictionDetail key={current.id} prediction={current} onEntity={onEntity} />
          )}
        </div>
      )}
    </div>
  );
}

function PredictionRow({ prediction: { head, relation, tail, rank, score } }: { prediction: Prediction }) {
  const nameOf = useRelationName();
  return (
    <div className="edge-row row" data-testid="prediction">
      <TypeBadge type={head.type} />
      <span className="grow ellipsis">
        {head.name} <span className="muted fine">{nameOf(relation)}</span> {tail.name}
      </span>
      <span className="count tabular">#{rank}</span>
      <span className="count tabular">{score.toFixed(3)}</span>
    </div>
  );
}

/** Asks for predictions of a relation, and shows how far they are. */
function Predict() {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const { attempt } = useAttempt();
  const refusal = useRefusal('kg.predict', ['adjudicator', 'administrator']);
  const { data: stats } = useAnswer('kg.stats', {});
  const relations = Object.keys(stats?.relations ?? {}).filter((relation) => relation !== 'SameAs');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const relation = chosen ?? relations[0];
  const jobs = useJobs();
  const busy = jobs.some((job) => job.state === 'running');
  const job = jobs.find(({ kind }) => kind === 'kg-predict');
  return (
    <>
      <div className="row wrap completion-tools">
        <Select
          className="completion-relation"
          value={relation ?? null}
          aria-label={t('graph.relations')}
          data-testid="predict-relation"
          options={relations.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        <Button
          type="primary"
          disabled={busy || relation === undefined || refusal !== undefined}
          title={refusal}
          data-testid="predict"
          onClick={() =>
            relation !== undefined && void attempt(() => call('kg.predict', { relation, count: COUNT }))
          }
        >
          {t('graph.predict')}
        </Button>
      </div>
      {job !== undefined && job.state !== 'done' && <JobRow job={job} />}
    </>
  );
}
