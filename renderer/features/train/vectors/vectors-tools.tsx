import { Button, InputNumber, Segmented, Select, Switch, Tooltip } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_POINTS, type PointsRequest, type ProjectionMethod } from '../../../../shared/domain/vectors.ts';
import { formatCount } from '../../../lib/format.ts';

const COUNTS = [500, 1000, 2000, 5000, MAX_POINTS] as const;

/** A picture that is there at once; UMAP takes seconds. */
export const START_REQUEST = { method: 'pca', count: 2000, typed: false, seed: 1 } as const;

interface VectorsToolsProps {
  readonly request: PointsRequest;
  /** Number of points in all. */
  readonly tokens: number;
  readonly lasso: boolean;
  readonly onRequest: (request: PointsRequest) => void;
  readonly onLasso: (on: boolean) => void;
  readonly onReset: () => void;
}

/** Settings of the picture: layout and words. */
export function VectorsTools({ request, tokens, lasso, onRequest, onLasso, onReset }: VectorsToolsProps) {
  const { t } = useTranslation();
  const id = useId();
  const counts = COUNTS.filter((count, i) => i === 0 || COUNTS[i - 1]! < tokens || count === request.count);
  return (
    <div className="vectors-tools row wrap">
      <Tooltip title={t('vectors.explore.methodHelp')} placement="bottomLeft">
        <Segmented<ProjectionMethod>
          value={request.method}
          aria-label={t('vectors.explore.method')}
          data-testid="vectors-method"
          options={(['pca', 'umap'] as const).map((value) => ({
            value,
            label: t(`vectors.explore.methods.${value}`),
          }))}
          onChange={(method) => onRequest({ ...request, method })}
        />
      </Tooltip>
      <Select<number>
        value={request.count}
        aria-label={t('vectors.explore.count')}
        data-testid="vectors-count"
        popupMatchSelectWidth={false}
        options={counts.map((value) => ({
          value,
          label: t('vectors.explore.firstCount', { n: formatCount(value) }),
        }))}
        onChange={(count) => onRequest({ ...request, count })}
      />
      <span className="vectors-switch">
        <Switch
          id={`${id}-typed`}
          size="small"
          checked={request.typed}
          data-testid="vectors-typed"
          onChange={(typed) => onRequest({ ...request, typed })}
        />
        <label htmlFor={`${id}-typed`}>{t('vectors.explore.typedOnly')}</label>
      </span>
      {request.method === 'umap' && (
        <span className="vectors-switch">
          <label htmlFor={`${id}-seed`}>{t('vectors.explore.seed')}</label>
          <InputNumber
            id={`${id}-seed`}
            min={0}
            max={999_999}
            precision={0}
            value={request.seed}
            changeOnWheel={false}
            onChange={(seed) => seed !== null && onRequest({ ...request, seed })}
          />
        </span>
      )}
      <span className="spacer" />
      <Tooltip title={t('vectors.explore.lassoHint')}>
        <Button
          type={lasso ? 'primary' : 'default'}
          aria-pressed={lasso}
          data-testid="vectors-lasso"
          onClick={() => onLasso(!lasso)}
        >
          {t('vectors.explore.lasso')}
        </Button>
      </Tooltip>
      <Button data-testid="vectors-reset" onClick={onReset}>
        {t('vectors.explore.reset')}
      </Button>
    </div>
  );
}
