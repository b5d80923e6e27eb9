import { Select, Switch } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProbedQuery, type ProbeReport, ProbeSettings } from '../../../../shared/domain/probe.ts';
import { call } from '../../../api/client.ts';
import { useKeptWork } from '../../../api/stoppable.ts';
import { useModels } from '../../../api/training.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { useRelationName } from '../../../ui/relation-name.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useVisibleRows } from '../../../ui/use-visible-rows.ts';
import { NumberItem } from '../number-item.tsx';
import { useTrain } from '../train-context.ts';
import { GraphTest, NumberField } from './graph-test.tsx';

/** Probing of an encoder: cloze queries about the graph, their answers and misses. */
export function ProbePage({ model }: { readonly model: number }) {
  const { t } = useTranslation();
  const { go } = useTrain();
  const name = useModels().data?.find(({ id }) => id === model)?.name ?? '';
  const [settings, setSettings] = useState<ProbeSettings>(() => ProbeSettings.parse({}));
  const work = useKeptWork(`probe ${model}`, (ticket) =>
    call('models.probe', { ...settings, id: model, ticket }),
  );
  const field = (key: keyof ProbeSettings, most: number) => (
    <NumberField
      name={t(`train.graphTest.${key}`)}
      value={settings[key]}
      range={[key === 'seed' ? 0 : 1, most]}
      onChange={(value) => setSettings({ ...settings, [key]: value })}
    />
  );
  return (
    <GraphTest
      title={t('train.graphTest.probeTitle', { name })}
      about={t('train.graphTest.probeAbout')}
      testId="probe-page"
      back={{ name: t('train.section.models'), onBack: () => go({ kind: 'models', id: model }) }}
      work={work}
      fields={
        <>
          {field('limit', 10_000)}
          {field('masks', 20)}
          {field('seed', 1_000_000)}
        </>
      }
    >
      {work.data !== undefined && <Report report={work.data} />}
    </GraphTest>
  );
}

function Report({ report }: { readonly report: ProbeReport }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'relations' | 'queries'>('relations');
  const [relation, setRelation] = useState<string | null>(null);
  const { scores, baseline, queries } = report;
  const misses = queries.filter(({ isRight }) => !isRight).length;
  return (
    <>
      <dl className="run-numbers wrap tabular graph-test-numbers" data-testid="probe-scores">
        {(['all', 'type1', 'type2'] as const).map((key) => (
          <NumberItem key={key} name={t(`train.graphTest.recall.${key}`)} strong={key === 'all'}>
            {share(scores[key])}{' '}
            <small className="muted">{t('train.graphTest.frequent', { value: share(baseline[key]) })}</small>
          </NumberItem>
        ))}
      </dl>
      <Tabs
        label={t('train.graphTest.report')}
        active={tab}
        onPick={setTab}
        tabs={[
          {
            key: 'relations',
            name: t('train.graphTest.relations'),
            content: (
              <Relations
                report={report}
                onPick={(picked) => {
                  setRelation(picked);
                  setTab('queries');
                }}
              />
            ),
          },
          {
            key: 'queries',
            name: t('train.graphTest.queries', {
              n: formatCount(queries.length),
              misses: formatCount(misses),
            }),
            content: <Queries queries={queries} relation={relation} onRelation={setRelation} />,
          },
        ]}
      />
    </>
  );
}

const share = (value: number | undefined): string => (value === undefined ? '–' : formatShare(value));

interface RelationsProps {
  readonly report: ProbeReport;
  readonly onPick: (relation: string) => void;
}

function Relations({ report: { scores, baseline }, onPick }: RelationsProps) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  return (
    <div className="table-holder">
      <table className="train-table">
        <TableHead
          columns={[
            t('train.graphTest.relation'),
            { number: t('train.graphTest.asked') },
            { number: t('train.graphTest.frequentRecall') },
            { number: 'recall@5' },
          ]}
        />
        <tbody>
          {Object.entries(scores.relations).map(([relation, { queries, recall }]) => (
            <tr key={relation} data-testid="probe-relation">
              <th scope="row" className="main-cell">
                <button type="button" className="text-link" onClick={() => onPick(relation)}>
                  {nameOf(relation)}
                </button>
              </th>
              <td className="number">{formatCount(queries)}</td>
              <td className="number">{share(baseline.relations[relation]?.recall)}</td>
              <td className="number">{share(recall)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface QueriesProps {
  readonly queries: readonly ProbedQuery[];
  /** The relation shown; null for all. */
  readonly relation: string | null;
  readonly onRelation: (relation: string | null) => void;
}

const ROW_HEIGHT = 30;
const ALL = '';

/** Queries with right answers and those of the model, filtered by relation and to misses. */
function Queries({ queries, relation, onRelation }: QueriesProps) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  const [onlyMisses, setOnlyMisses] = useState(false);
  const switchId = useId();
  const relations = useMemo(() => [...new Set(queries.map((query) => query.relation))], [queries]);
  const rows = useMemo(
    () =>
      queries.filter(
        (query) => (relation === null || query.relation === relation) && !(onlyMisses && query.isRight),
      ),
    [queries, relation, onlyMisses],
  );
  const { box, first, last } = useVisibleRows(rows.length, ROW_HEIGHT);
  return (
    <div className="column probe-queries">
      <div className="curve-tools">
        <Select
          value={relation ?? ALL}
          aria-label={t('train.graphTest.relation')}
          data-testid="probe-filter"
          popupMatchSelectWidth={false}
          options={[
            { value: ALL, label: t('train.graphTest.allRelations') },
            ...relations.map((value) => ({ value, label: nameOf(value) })),
          ]}
          onChange={(value) => onRelation(value === ALL ? null : value)}
        />
        <label htmlFor={switchId}>{t('train.graphTest.onlyMisses')}</label>
        <Switch
          id={switchId}
          size="small"
          checked={onlyMisses}
          data-testid="probe-misses"
          onChange={setOnlyMisses}
        />
        <span className="count" role="status">
          {t('train.graphTest.shown', {
            shown: formatCount(rows.length),
            total: formatCount(queries.length),
          })}
        </span>
      </div>
      <div ref={box} className="table-holder">
        <table className="train-table probe-table" aria-rowcount={rows.length + 1}>
          <TableHead
            columns={[
              t('train.graphTest.query'),
              t('train.graphTest.right'),
              t('train.graphTest.answers'),
              t('train.graphTest.type'),
              t('train.graphTest.verdict'),
            ]}
          />
          <tbody>
            <tr aria-hidden style={{ height: first * ROW_HEIGHT }} />
            {rows.slice(first, last).map((query) => (
              <QueryRow key={`${query.relation} ${query.before}|${query.after}`} query={query} />
            ))}
            <tr aria-hidden style={{ height: (rows.length - last) * ROW_HEIGHT }} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

function QueryRow({ query }: { readonly query: ProbedQuery }) {
  const { t } = useTranslation();
  const { before, after, answers, answerCount, found, type, isRight } = query;
  const right = new Set(answers);
  const more = answerCount > answers.length ? ` +${answerCount - answers.length}` : '';
  return (
    <tr style={{ height: ROW_HEIGHT }} data-testid="probe-query" data-right={isRight}>
      <th scope="row" className="ellipsis">
        {before} <span className="muted">[MASK]</span> {after}
      </th>
      <td className="ellipsis" title={`${answers.join('、')}${more}`}>
        {answers.join('、')}
        {more}
      </td>
      <td className="ellipsis" title={found.join('、')}>
        {found.map((answer, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal answers of several lengths stand in a fixed order
          <span key={i} className={right.has(answer) ? 'is-right' : 'muted'}>
            {answer}{' '}
          </span>
        ))}
      </td>
      <td>{type}</td>
      <td>{t(isRight ? 'train.graphTest.hit' : 'train.graphTest.miss')}</td>
    </tr>
  );
}
