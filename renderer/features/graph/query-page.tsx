import { DownloadOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { answerCsv, MOST_ROWS, QUERY_SECONDS, type QueryAnswer } from '../../../shared/domain/graph-query.ts';
import { keysOf } from '../../../shared/keys-of.ts';
import { call } from '../../api/client.ts';
import { useKeptWork } from '../../api/stoppable.ts';
import { useLanguage } from '../../i18n/index.ts';
import { saveBlob } from '../../lib/download.ts';
import { formatCount, formatSeconds } from '../../lib/format.ts';
import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { WorkBar } from '../../ui/work-note.tsx';
import { QUERY_EXAMPLES, type QueryExample } from './query-examples.ts';

const LIMITS = [100, 1000, MOST_ROWS];
const EXAMPLES = keysOf(QUERY_EXAMPLES);
/** The query being written, kept while an entity is looked at. */
const draft = createStore<{ text: string; limit: number }>({ text: QUERY_EXAMPLES.symptom, limit: 1000 });

interface Answered extends QueryAnswer {
  readonly text: string;
  readonly seconds: number;
}

function useQueryWork() {
  return useKeptWork<Answered>('kg.query', async (ticket) => {
    const asked = draft.get();
    const began = performance.now();
    const answer = await call('kg.query', { ...asked, ticket });
    return { ...answer, text: asked.text, seconds: (performance.now() - began) / 1000 };
  });
}

type PickEntity = (id: number) => void;

/** Asks SPARQL queries about the graph. */
export function QueryPage({ onEntity }: { readonly onEntity: PickEntity }) {
  const { t } = useTranslation();
  const { text, limit } = useStore(draft);
  const { data, error, isWorking, progress, start, cancel } = useQueryWork();
  const cannot = isWorking || text.trim() === '';
  return (
    <div className="completion column" data-testid="query">
      <h1>{t('graph.query')}</h1>
      <p className="muted">{t('graph.queryAbout', { seconds: QUERY_SECONDS })}</p>
      <Input.TextArea
        className="query-text"
        value={text}
        maxLength={20_000}
        autoSize={{ minRows: 5, maxRows: 14 }}
        spellCheck={false}
        aria-label={t('graph.query')}
        data-testid="query-text"
        onChange={(event) => draft.update((old) => ({ ...old, text: event.target.value }))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (!cannot) start();
        }}
      />
      <div className="row wrap completion-tools">
        <Button
          type="primary"
          icon={<PlayCircleOutlined />}
          disabled={cannot}
          data-testid="query-run"
          onClick={start}
        >
          {t('graph.queryRun')} <Kbd shortcut="Mod+Enter" />
        </Button>
        <Select<QueryExample | null>
          value={null}
          placeholder={t('graph.queryExamples')}
          aria-label={t('graph.queryExamples')}
          data-testid="query-examples"
          className="completion-relation"
          popupMatchSelectWidth={false}
          options={EXAMPLES.map((value) => ({ value, label: t(`graph.queryExample.${value}`) }))}
          onChange={(name) =>
            name !== null && draft.update((old) => ({ ...old, text: QUERY_EXAMPLES[name] }))
          }
        />
        <Select
          value={limit}
          aria-label={t('graph.queryLimit')}
          data-testid="query-limit"
          options={LIMITS.map((value) => ({
            value,
            label: t('graph.queryAtMost', { n: formatCount(value) }),
          }))}
          onChange={(value) => draft.update((old) => ({ ...old, limit: value }))}
        />
        {isWorking && <WorkBar title={t('graph.query')} progress={progress} onCancel={cancel} />}
      </div>
      {error !== null && !isWorking && <ErrorNote error={error} />}
      {data !== undefined && error === null && !isWorking && (
        <Answer answer={data} isOld={data.text !== text} onEntity={onEntity} />
      )}
    </div>
  );
}

interface AnswerProps {
  readonly answer: Answered;
  /** Whether the query was changed since. */
  readonly isOld: boolean;
  readonly onEntity: PickEntity;
}

/** The answer as a table, whose entities lead to their pages. */
function Answer({ answer, isOld, onEntity }: AnswerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { columns, rows, isCut, seconds } = answer;
  const save = () => saveBlob('graph-query.csv', new Blob([answerCsv(answer)], { type: 'text/csv' }));
  const grid = { gridTemplateColumns: `56px repeat(${columns.length}, minmax(140px, 1fr))` };
  return (
    <>
      <div className="row wrap completion-tools">
        <span role="status" data-testid="query-count">
          {t('graph.queryRows', { n: formatCount(rows.length), time: formatSeconds(seconds, language) })}
        </span>
        {isCut && <strong data-testid="query-cut">{t('graph.queryCut')}</strong>}
        {isOld && <span className="muted">{t('graph.queryOld')}</span>}
        <Button
          size="small"
          icon={<DownloadOutlined />}
          disabled={rows.length === 0}
          data-testid="query-save"
          onClick={save}
        >
          {t('graph.querySave')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState text={t('graph.queryNone')} />
      ) : (
        <div className="query-table">
          <div className="column" style={{ minWidth: 56 + 140 * columns.length }}>
            <div className="query-row query-head" style={grid}>
              <span>#</span>
              {columns.map((column) => (
                <span key={column} className="ellipsis">
                  {column}
                </span>
              ))}
            </div>
            <VirtualList
              items={rows.map((cells, n) => ({ cells, n }))}
              rowHeight={30}
              keyOf={({ n }) => n}
              label={t('graph.queryAnswer')}
              testId="query-rows"
              render={({ cells, n }) => (
                <div className="query-row" style={grid} data-testid="query-row">
                  <span className="muted">{formatCount(n + 1)}</span>
                  {columns.map((column, at) => (
                    <Cell key={column} cell={cells[at] ?? ''} onEntity={onEntity} />
                  ))}
                </div>
              )}
            />
          </div>
        </div>
      )}
    </>
  );
}

interface CellProps {
  readonly cell: QueryAnswer['rows'][number][number];
  readonly onEntity: PickEntity;
}

function Cell({ cell, onEntity }: CellProps) {
  if (typeof cell === 'string')
    return (
      <span className="ellipsis" title={cell}>
        {cell}
      </span>
    );
  return (
    <button
      type="button"
      className="query-entity ellipsis"
      title={cell.name}
      onClick={() => onEntity(cell.id)}
    >
      {cell.name}
    </button>
  );
}
