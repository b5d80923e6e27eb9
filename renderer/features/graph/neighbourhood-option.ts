/** The neighbourhood picture as an ECharts option: entity, relation hubs, neighbours. */
import type { EChartsOption } from 'echarts';
import type { ThemeName } from '../../../shared/appearance.ts';
import { ENTITY_TYPES } from '../../../shared/appearance.ts';
import type { EntityPage, EntitySummary } from '../../../shared/domain/graph.ts';
import type { EdgeGroup } from '../../lib/edge-groups.ts';
import { FONT_SANS, PALETTES } from '../../lib/palette.ts';
import { type FanGroup, type FanPlace, unfoldedFan } from './fan-layout.ts';

/** Neighbours of the neighbours that were unfolded, by the entity's id; those drawn already are left out. */
export type Unfolded = ReadonlyMap<number, readonly EntitySummary[]>;

/** Pixels of a label's character at most. */
const CHARACTER = 12;
/** Pixels around a label. */
const LABEL_GAP = 14;

export interface NeighbourhoodParts {
  readonly page: EntityPage;
  readonly sample: readonly EdgeGroup[];
  readonly layout: readonly FanGroup[];
  readonly unfolded: Unfolded;
  /** Names of the groups' relations. */
  readonly names: readonly string[];
  readonly theme: ThemeName;
}

export function neighbourhoodOption({
  page,
  sample,
  layout,
  unfolded,
  names,
  theme,
}: NeighbourhoodParts): EChartsOption {
  const colours = PALETTES[theme];
  const place = ({ x, y }: FanPlace) => ({ x, y });
  const entityNode = (entity: EntitySummary, key: string, at: FanPlace, size: number) => ({
    id: key,
    name: entity.name,
    entityId: entity.id,
    ...place(at),
    symbol: ENTITY_TYPES[entity.type].symbol,
    symbolSize: size,
    itemStyle: { color: ENTITY_TYPES[entity.type].ink[theme] },
    label: { show: true, position: at.side, color: colours.text, distance: 6 },
  });
  const centre = {
    ...entityNode(page, 'centre', { x: 0, y: 0, side: 'right' }, 22),
    label: {
      show: true,
      position: 'bottom' as const,
      color: colours.text,
      fontSize: 14,
      fontWeight: 600 as const,
      backgroundColor: colours.surface,
      padding: [2, 6],
    },
  };
  const hubs = layout.map(({ hub }, i) => ({
    id: `hub ${i}`,
    name: names[i] ?? '',
    ...place(hub),
    symbolSize: 1,
    itemStyle: { color: colours.muted },
    label: {
      show: true,
      position: 'inside' as const,
      color: colours.muted,
      backgroundColor: colours.surface,
      padding: [2, 4],
    },
    cursor: 'default',
  }));
  const leaves = sample.flatMap((group, i) =>
    group.edges.map((edge, n) => entityNode(edge.other, `${i} ${n}`, layout[i]!.members[n]!, 10)),
  );
  const links = sample.flatMap((group, i) => [
    { source: 'centre', target: `hub ${i}` },
    ...group.edges.map((_edge, n) => ({ source: `hub ${i}`, target: `${i} ${n}` })),
  ]);
  const further = sample.flatMap((group, i) =>
    group.edges.flatMap(({ other }, n) => {
      const entities = unfolded.get(other.id) ?? [];
      if (entities.length === 0) return [];
      const key = `${i} ${n}`;
      const width = LABEL_GAP + CHARACTER * other.name.length;
      const fan = unfoldedFan(layout[i]!.members[n]!, entities.length, width);
      const end = { id: `end ${key}`, ...place(fan.hub), symbolSize: 0 };
      const nodes = entities.map((entity, m) => entityNode(entity, `${key} ${m}`, fan.members[m]!, 7));
      return [{ nodes: [end, ...nodes], links: nodes.map(({ id }) => ({ source: end.id, target: id })) }];
    }),
  );
  return {
    animation: false,
    textStyle: { fontFamily: FONT_SANS },
    series: [
      {
        type: 'graph',
        layout: 'none',
        data: [...hubs, ...leaves, ...further.flatMap(({ nodes }) => nodes), centre],
        links: [...links, ...further.flatMap((fan) => fan.links)],
        roam: false,
        left: 140,
        right: 140,
        top: 16,
        bottom: 16,
        preserveAspect: true,
        silent: false,
        emphasis: { focus: 'adjacency', label: { fontWeight: 600 } },
        blur: { itemStyle: { opacity: 0.35 }, label: { opacity: 0.35 }, lineStyle: { opacity: 0.2 } },
        lineStyle: { color: colours.rim, width: 1, curveness: 0, opacity: 0.7 },
        label: { fontSize: 12 },
      },
    ],
  };
}
