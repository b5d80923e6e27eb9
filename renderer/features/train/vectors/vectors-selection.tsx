import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { VectorPoints } from '../../../../shared/domain/vectors.ts';
import { toBase64 } from '../../../lib/base64.ts';
import { saveFile } from '../../../lib/download.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TypeBadge } from '../../../ui/type-badge.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { pointsCsv } from './vectors-points.ts';

interface VectorsSelectionProps {
  readonly name: string;
  readonly points: VectorPoints | undefined;
  readonly selected: readonly number[];
  readonly onShow: (token: string) => void;
  readonly onClear: () => void;
}

const ROW = 28;

/** The words inside the lasso, and how to take them along. */
export function VectorsSelection({ name, points, selected, onShow, onClear }: VectorsSelectionProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  if (points === undefined || selected.length === 0)
    return <EmptyState text={t('vectors.explore.selectionEmpty')} />;
  const words = selected.map((point) => points.tokens[point]!);
  const copy = (): void =>
    void navigator.clipboard
      .writeText(words.join('\n'))
      .then(() => notices.done(t('vectors.explore.copied')), notices.fail);
  const save = (): void =>
    saveFile({
      name: `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')}.csv`,
      base64: toBase64(new TextEncoder().encode(pointsCsv(points, selected))),
    });
  const label = t('vectors.explore.selection', { n: formatCount(selected.length) });
  return (
    <div className="vectors-selected" data-testid="vectors-selected" data-count={selected.length}>
      <div className="vectors-selected-tools row wrap">
        <strong>{label}</strong>
        <span className="spacer" />
        <Button size="small" onClick={copy}>
          {t('vectors.explore.copy')}
        </Button>
        <Button size="small" data-testid="vectors-csv" onClick={save}>
          {t('vectors.explore.save')}
        </Button>
        <Button size="small" type="text" onClick={onClear}>
          {t('vectors.explore.clear')}
        </Button>
      </div>
      <VirtualList
        items={selected}
        rowHeight={ROW}
        keyOf={(point) => point}
        label={label}
        render={(point) => {
          const type = points.types[point] ?? null;
          const token = points.tokens[point]!;
          return (
            <button type="button" className="vectors-word row" onClick={() => onShow(token)}>
              <span className="near-badge">{type !== null && <TypeBadge type={type} />}</span>
              {token}
            </button>
          );
        }}
      />
    </div>
  );
}
