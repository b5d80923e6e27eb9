import { Select } from 'antd';
import type { EChartsOption } from 'echarts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityPage } from '../../../shared/domain/graph.ts';
import { type EdgeGroup, fairSample } from '../../lib/edge-groups.ts';
import { useRelationName } from '../../ui/relation-name.ts';
import { useTheme } from '../../ui/theme-context.ts';
import { init } from './chart.ts';
import { fanHeight, fanLayout } from './fan-layout.ts';
import { neighbourhoodOption } from './neighbourhood-option.ts';

interface NeighbourhoodProps {
  readonly page: EntityPage;
  readonly groups: readonly EdgeGroup[];
  readonly onEntity: (id: number) => void;
}

const MOST_NODES = 60;

const keyOf = ({ relation, direction }: EdgeGroup): string => `${direction} ${relation}`;

/** The entity among its neighbours; a click on one goes there. The list below says the same in words. */
export function Neighbourhood({ page, groups, onEntity }: NeighbourhoodProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const nameOf = useRelationName();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const sample = useMemo(() => {
    const drawn = groups.filter((group) => chosen.length === 0 || chosen.includes(keyOf(group)));
    return fairSample(drawn, MOST_NODES);
  }, [groups, chosen]);
  const layout = useMemo(() => fanLayout(sample.map((group) => group.edges.length)), [sample]);
  const names = sample.map((group) => nameOf(group.relation, group.direction));
  const option = neighbourhoodOption({ page, sample, layout, names, theme });
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
      </div>
      <Picture
        option={option}
        height={fanHeight(layout)}
        label={t('graph.neighbourhoodLabel', { name: page.name })}
        onEntity={onEntity}
      />
      {shown < page.edgeCount && (
        <p className="muted">{t('graph.neighbourhoodCut', { shown, total: page.edgeCount })}</p>
      )}
    </section>
  );
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
