import { Segmented, Select } from 'antd';
import type { EChartsOption } from 'echarts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityPage } from '../../../shared/domain/graph.ts';
import { call } from '../../api/client.ts';
import { type EdgeGroup, fairSample, groupEdges } from '../../lib/edge-groups.ts';
import { useRelationName } from '../../ui/relation-name.ts';
import { useTheme } from '../../ui/theme-context.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { init } from './chart.ts';
import { fanHeight, fanLayout } from './fan-layout.ts';
import { neighbourhoodOption, type Unfolded } from './neighbourhood-option.ts';

interface NeighbourhoodProps {
  readonly page: EntityPage;
  readonly groups: readonly EdgeGroup[];
  readonly onEntity: (id: number) => void;
}

const MOST_NODES = 60;
/** Neighbours drawn of one that is unfolded. */
const MOST_UNFOLDED = 12;
const FETCHED_EDGES = 200;
const NOTHING: Unfolded = new Map();

const keyOf = ({ relation, direction }: EdgeGroup): string => `${direction} ${relation}`;

/**
 * The entity among its neighbours; a click on one goes there, or unfolds its neighbours in place. The list below says
 * the same in words.
 */
export function Neighbourhood({ page, groups, onEntity }: NeighbourhoodProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const nameOf = useRelationName();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const sample = useMemo(() => {
    const drawn = groups.filter((group) => chosen.length === 0 || chosen.includes(keyOf(group)));
    return fairSample(drawn, MOST_NODES);
  }, [groups, chosen]);
  const [clicks, setClicks] = useState<'go' | 'unfold'>('go');
  const { unfolded, toggle } = useUnfolded(page.id, sample, onEntity);
  const rows = rowsOf(sample, unfolded);
  const layout = fanLayout(rows);
  const names = sample.map((group) => nameOf(group.relation, group.direction));
  const option = neighbourhoodOption({ page, sample, layout, unfolded, names, theme });
  const shown = sample.reduce((sum, group) => sum + group.edges.length, 0);
  return (
    <section>
      <div className="row wrap path-tools">
        <h2>{t('graph.neighbourhood')}</h2>
        <Select
          mode="multiple"
          allowClear
          size="small"
          className="path-without"
          value={[...chosen]}
          placeholder={t('graph.allRelations')}
          aria-label={t('graph.relations')}
          data-testid="neighbourhood-relations"
          options={groups.map((group) => ({
            value: keyOf(group),
            label: `${nameOf(group.relation, group.direction)} ${group.edges.length}`,
          }))}
          onChange={setChosen}
        />
        <Segmented
          size="small"
          value={clicks}
          aria-label={t('graph.clickDoes')}
          options={[
            { value: 'go', label: t('graph.clickGoes') },
            { value: 'unfold', label: t('graph.clickUnfolds') },
          ]}
          data-testid="neighbourhood-click"
          onChange={setClicks}
        />
      </div>
      <Picture
        option={option}
        height={fanHeight(rows, layout)}
        label={t('graph.neighbourhoodLabel', { name: page.name })}
        onEntity={clicks === 'go' ? onEntity : toggle}
      />
      {shown < page.edgeCount && (
        <p className="muted">{t('graph.neighbourhoodCut', { shown, total: page.edgeCount })}</p>
      )}
    </section>
  );
}

/** Label rows of each neighbour: one, or as many as are unfolded from it. */
const rowsOf = (sample: readonly EdgeGroup[], unfolded: Unfolded): number[][] =>
  sample.map(({ edges }) => edges.map(({ other }) => Math.max(1, unfolded.get(other.id)?.length ?? 0)));

/** Returns what is unfolded, and a function that unfolds a neighbour, folds it again, or goes to another entity. */
function useUnfolded(centre: number, sample: readonly EdgeGroup[], onEntity: NeighbourhoodProps['onEntity']) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const [state, setState] = useState({ centre, unfolded: NOTHING });
  const unfolded = state.centre === centre ? state.unfolded : NOTHING;
  const toggle = (id: number): void => {
    const drawn = new Set(sample.flatMap(({ edges }) => edges.map(({ other }) => other.id)));
    if (!drawn.has(id)) return onEntity(id);
    if (unfolded.has(id))
      return setState({ centre, unfolded: new Map([...unfolded].filter(([other]) => other !== id)) });
    void attempt(async () => {
      const { edges } = await call('kg.entity', { id, edgeLimit: FETCHED_EDGES });
      const further = edges.filter(({ other }) => other.id !== centre && !drawn.has(other.id));
      const entities = fairSample(groupEdges(further), MOST_UNFOLDED).flatMap((group) =>
        group.edges.map(({ other }) => other),
      );
      if (entities.length === 0) return notices.note(t('graph.nothingFurther'));
      setState((old) => ({
        centre,
        unfolded: new Map([...(old.centre === centre ? old.unfolded : NOTHING), [id, entities]]),
      }));
    });
  };
  return { unfolded, toggle };
}

interface PictureProps {
  readonly option: EChartsOption;
  readonly height: number;
  readonly label: string;
  readonly onEntity: (id: number) => void;
}

function Picture({ option, height, label, onEntity }: PictureProps) {
  const node = useRef<HTMLDivElement>(null);
  const walk = useRef(onEntity);
  walk.current = onEntity;
  useEffect(() => {
    if (node.current === null) return;
    const chart = init(node.current);
    chart.setOption(option);
    chart.on('click', ({ data }) => {
      if (typeof data !== 'object' || data === null || !('entityId' in data)) return;
      if (typeof data.entityId === 'number') walk.current(data.entityId);
    });
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(node.current);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
  }, [option]);
  return (
    <div
      ref={node}
      className="neighbourhood"
      role="img"
      aria-label={label}
      data-testid="neighbourhood"
      style={{ height }}
    />
  );
}
