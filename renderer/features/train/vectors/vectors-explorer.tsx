import { Progress } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PointsRequest, VectorPoints, VectorsCard } from '../../../../shared/domain/vectors.ts';
import { useNeighbours, usePoints, useProjecting, useVectors } from '../../../api/vectors.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTheme } from '../../../ui/theme-context.ts';
import { BackLink } from '../back-link.tsx';
import { useTrain } from '../train-context.ts';
import { VectorsAbout } from './vectors-about.tsx';
import { VectorsActions } from './vectors-actions.tsx';
import { VectorsLegend } from './vectors-legend.tsx';
import { VectorsNeighbours } from './vectors-neighbours.tsx';
import { landmarks, type PointType, pointsHolding, typeGroups } from './vectors-points.ts';
import { VectorScatter } from './vectors-scatter.tsx';
import type { Marks, ScatterParts } from './vectors-scatter-option.ts';
import { VectorsSelection } from './vectors-selection.tsx';
import { START_REQUEST, VectorsTools } from './vectors-tools.tsx';

/** One set of vectors: its picture, and the words near each other. */
export function VectorsExplorer({ id }: { readonly id: number }) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { data: sets } = useVectors();
  const card = sets?.find((one) => one.id === id);
  if (sets === undefined) return null;
  const back = (): void => go({ kind: 'vectors' });
  return (
    <div className="vectors-explorer column" data-testid="vectors-explorer">
      <header className="train-head row">
        <BackLink name={t('vectors.title')} onBack={back} />
        <h1>{card?.name}</h1>
        <span className="spacer" />
        {card !== undefined && <VectorsActions card={card} onDeleted={back} />}
      </header>
      {card !== undefined && <Workbench key={card.id} card={card} />}
    </div>
  );
}

type SideTab = 'near' | 'selected' | 'about';

/** The words walked through, the last one first in view. */
const MOST_STEPS = 100;

function Workbench({ card }: { readonly card: VectorsCard }) {
  const { t } = useTranslation();
  const [request, setRequest] = useState<PointsRequest>({ id: card.id, ...START_REQUEST });
  const [walk, setWalk] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [tab, setTab] = useState<SideTab>('near');
  const picture = usePoints(request);
  const token = walk.at(-1) ?? null;

  const show = (next: string): void => {
    setText('');
    setTab('near');
    setWalk((steps) => (steps.at(-1) === next ? steps : [...steps, next].slice(-MOST_STEPS)));
  };
  const select = (points: readonly number[]): void => {
    setSelected(points);
    if (points.length > 0) setTab('selected');
  };
  const points = picture.data;
  return (
    <div className="vectors-body">
      <PictureSection
        card={card}
        request={request}
        picture={picture}
        token={token}
        text={text}
        selected={selected}
        onRequest={(next) => {
          setSelected([]);
          setRequest(next);
        }}
        onPick={show}
        onSelect={select}
      />
      <aside className="vectors-side column">
        <Tabs<SideTab>
          label={card.name}
          active={tab}
          onPick={setTab}
          tabs={[
            {
              key: 'near',
              name: t('vectors.explore.neighbourTab'),
              content: (
                <VectorsNeighbours
                  id={card.id}
                  token={token}
                  steps={walk.length}
                  text={text}
                  points={points}
                  onText={setText}
                  onShow={show}
                  onBack={() => setWalk((steps) => steps.slice(0, -1))}
                />
              ),
            },
            {
              key: 'selected',
              name:
                selected.length === 0
                  ? t('vectors.explore.selectionTab')
                  : `${t('vectors.explore.selectionTab')} ${formatCount(selected.length)}`,
              content: (
                <VectorsSelection
                  name={card.name}
                  points={points}
                  selected={selected}
                  onShow={show}
                  onClear={() => setSelected([])}
                />
              ),
            },
            { key: 'about', name: t('vectors.explore.factsTab'), content: <VectorsAbout card={card} /> },
          ]}
        />
      </aside>
    </div>
  );
}

interface PictureSectionProps extends Omit<PictureProps, 'points' | 'lasso' | 'resets'> {
  readonly request: PointsRequest;
  readonly picture: ReturnType<typeof usePoints>;
  readonly onRequest: (request: PointsRequest) => void;
}

/** The picture with its tools, and the progress while it is computed. */
function PictureSection({ request, picture, onRequest, ...shown }: PictureSectionProps) {
  const { card } = shown;
  const { t } = useTranslation();
  const [lasso, setLasso] = useState(false);
  const [resets, setResets] = useState(0);
  const share = useProjecting(card.id, picture.isFetching);
  return (
    <section className="vectors-picture column grow">
      <VectorsTools
        request={request}
        tokens={card.tokens}
        lasso={lasso}
        onRequest={onRequest}
        onLasso={setLasso}
        onReset={() => setResets((n) => n + 1)}
      />
      {picture.isFetching && (
        <div className="vectors-computing" role="status" data-testid="vectors-computing">
          {t('vectors.explore.computing')}
          <Progress percent={Math.floor(100 * share)} size="small" status="normal" showInfo={false} />
        </div>
      )}
      {picture.error !== null && !picture.isFetching && (
        <ErrorNote error={picture.error} onRetry={() => void picture.refetch()} />
      )}
      {picture.data !== undefined && (
        <Picture {...shown} card={card} points={picture.data} lasso={lasso} resets={resets} />
      )}
    </section>
  );
}

interface PictureProps {
  readonly card: VectorsCard;
  readonly points: VectorPoints;
  readonly token: string | null;
  readonly text: string;
  readonly selected: readonly number[];
  readonly lasso: boolean;
  readonly resets: number;
  readonly onPick: (token: string) => void;
  readonly onSelect: (points: readonly number[]) => void;
}

const SEARCH_DELAY_MS = 150;

function Picture({ card, points, token, text, selected, ...rest }: PictureProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const [hidden, setHidden] = useState<ReadonlySet<PointType>>(new Set());
  const { data: found } = useNeighbours(card.id, token);
  const sought = useDebounced(text, SEARCH_DELAY_MS);
  const groups = useMemo(() => typeGroups(points), [points]);
  const rowOf = useMemo(() => new Map(points.tokens.map((word, point) => [word, point])), [points]);
  const parts: ScatterParts = useMemo(() => {
    const typeName = (type: PointType): string =>
      type === 'none' ? t('vectors.explore.none') : t(`type.${type}`);
    return { points, groups, hidden, theme, typeName };
  }, [points, groups, hidden, theme, t]);
  const holding = useMemo(() => pointsHolding(points, sought), [points, sought]);
  const named = useMemo(() => landmarks(points, hidden), [points, hidden]);
  const marks: Marks = useMemo(() => {
    const at = (word: string): number[] => {
      const point = rowOf.get(word);
      return point === undefined ? [] : [point];
    };
    const near = token === null || holding.length > 0 ? [] : (found?.near ?? []);
    return {
      chosen: token === null || holding.length > 0 ? null : (rowOf.get(found?.token ?? token) ?? null),
      near: near.flatMap((other) => at(other.token)),
      found: holding,
      landmarks: named,
      selected,
    };
  }, [rowOf, token, found, holding, named, selected]);
  return (
    <>
      <VectorScatter
        parts={parts}
        marks={marks}
        lasso={rest.lasso}
        resets={rest.resets}
        label={t('vectors.explore.pictureLabel', { name: card.name, n: points.tokens.length })}
        onPick={(point) => rest.onPick(points.tokens[point]!)}
        onSelect={rest.onSelect}
      />
      <VectorsLegend groups={groups} hidden={hidden} onHidden={setHidden}>
        {[
          t('vectors.explore.shown', { n: formatCount(points.tokens.length) }),
          ...(points.explained === undefined
            ? []
            : [
                t('vectors.explore.explained', {
                  x: percent(points.explained[0]),
                  y: percent(points.explained[1]),
                }),
              ]),
          ...(sought.trim() === ''
            ? []
            : [t('vectors.explore.matches', { n: formatCount(holding.length), text: sought.trim() })]),
        ].join(' · ')}
      </VectorsLegend>
    </>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
