import { useTranslation } from 'react-i18next';
import type { ClassificationReport, ReliabilityBin } from '../../../../shared/domain/classification.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { TableHead } from '../../../ui/table-head.tsx';

/** Calibration error before and after, and the reliability plot. */
export function CalibrationTab({ report }: { readonly report: ClassificationReport }) {
  const { t } = useTranslation();
  const { ece, eceRaw, calibration, reliability, abstention } = report;
  const several = report.thresholds !== undefined;
  return (
    <div className="report-pane calibration" data-testid="calibration">
      <div className="calibration-facts column">
        <p>
          {t('texts.calibrated.error')} <strong>{eceRaw.toFixed(4)}</strong> {t('texts.calibrated.before')} →{' '}
          <strong>{ece.toFixed(4)}</strong> {t('texts.calibrated.after')}
        </p>
        <p className="muted">{t('texts.calibrated.errorHelp')}</p>
        <p>
          {t('texts.calibrated.method')} <strong>{t(`texts.calibrated.kind.${calibration.kind}`)}</strong>
          {calibration.kind === 'temperature' && ` T = ${calibration.temperature.toPrecision(3)}`}
        </p>
        {abstention !== undefined && (
          <p data-testid="abstention">
            {abstention.threshold === null
              ? t('texts.calibrated.neverSure', { wanted: formatShare(abstention.wanted) })
              : t('texts.calibrated.abstains', {
                  threshold: formatShare(abstention.threshold),
                  precision: formatShare(abstention.precision),
                  coverage: formatShare(abstention.coverage),
                })}
          </p>
        )}
        <p className="muted">
          {t('texts.calibrated.plot')}{' '}
          {t(several ? 'texts.calibrated.severalHelp' : 'texts.calibrated.singleHelp')}
        </p>
      </div>
      <div className="calibration-body wrap">
        <ReliabilityPlot bins={reliability} />
        <BinTable bins={reliability} />
      </div>
    </div>
  );
}

const SIZE = 320;
const MARGIN = { left: 48, right: 12, top: 12, bottom: 44 };
const HISTOGRAM = 56;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Fewer than this say little: no line leads through them. */
const FEW = 5;
const isTelling = ({ count }: ReliabilityBin): boolean => count >= FEW;

/** Share of right ones over confidence: on the diagonal, probabilities are true. Below it, how many there are. */
function ReliabilityPlot({ bins }: { readonly bins: readonly ReliabilityBin[] }) {
  const { t } = useTranslation();
  const filled = bins.filter(({ count }) => count > 0);
  const most = Math.max(1, ...bins.map(({ count }) => Math.log1p(count)));
  const x = (value: number): number => MARGIN.left + value * SIZE;
  const y = (value: number): number => MARGIN.top + (1 - value) * SIZE;
  const foot = MARGIN.top + SIZE;
  const width = MARGIN.left + SIZE + MARGIN.right;
  const height = foot + HISTOGRAM + MARGIN.bottom;
  return (
    <svg
      className="reliability"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={t('texts.calibrated.plot')}
      data-testid="reliability"
    >
      <title>{t('texts.calibrated.plot')}</title>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className="grid" x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <line className="grid" x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
          <text x={x(0) - 6} y={y(tick) + 4} textAnchor="end">
            {tick.toFixed(1)}
          </text>
          <text x={x(tick)} y={foot + HISTOGRAM + 16} textAnchor="middle">
            {tick.toFixed(1)}
          </text>
        </g>
      ))}
      <line className="diagonal" x1={x(0)} x2={x(1)} y1={y(0)} y2={y(1)} />
      {filled.map((bin) => (
        <g key={bin.from}>
          <rect
            className={isTelling(bin) ? 'bin' : 'bin is-few'}
            x={x(bin.from) + 1}
            width={Math.max(1, (bin.to - bin.from) * SIZE - 2)}
            y={y(bin.accuracy)}
            height={y(0) - y(bin.accuracy)}
          >
            <title>{binText(bin)}</title>
          </rect>
          <rect
            className="histogram"
            x={x(bin.from) + 1}
            width={Math.max(1, (bin.to - bin.from) * SIZE - 2)}
            y={foot + 4}
            height={(HISTOGRAM - 8) * (Math.log1p(bin.count) / most)}
          >
            <title>{binText(bin)}</title>
          </rect>
        </g>
      ))}
      <polyline
        className="curve"
        points={filled
          .filter(isTelling)
          .map(({ confidence, accuracy }) => `${x(confidence)},${y(accuracy)}`)
          .join(' ')}
      />
      {filled.map((bin) => (
        <circle
          key={bin.from}
          className={isTelling(bin) ? 'place' : 'place is-few'}
          cx={x(bin.confidence)}
          cy={y(bin.accuracy)}
          r={3.5}
        />
      ))}
      <text x={x(0.5)} y={height - 8} textAnchor="middle">
        {t('texts.calibrated.confidence')}
      </text>
      <text transform={`translate(12 ${y(0.5)}) rotate(-90)`} textAnchor="middle">
        {t('texts.calibrated.right')}
      </text>
    </svg>
  );
}

const binText = ({ from, to, count, confidence, accuracy }: ReliabilityBin): string =>
  `${from.toFixed(2)}–${to.toFixed(2)}: ${confidence.toFixed(3)} → ${accuracy.toFixed(3)} (${formatCount(count)})`;

/** The plot in numbers. */
function BinTable({ bins }: { readonly bins: readonly ReliabilityBin[] }) {
  const { t } = useTranslation();
  return (
    <table className="train-table">
      <TableHead
        columns={[
          t('texts.calibrated.interval'),
          { number: t('texts.calibrated.count') },
          { number: t('texts.calibrated.confidence') },
          { number: t('texts.calibrated.right') },
          { number: t('texts.calibrated.gap') },
        ]}
      />
      <tbody>
        {bins
          .filter(({ count }) => count > 0)
          .map(({ from, to, count, confidence, accuracy }) => (
            <tr key={from}>
              <th scope="row">
                {from.toFixed(2)}–{to.toFixed(2)}
              </th>
              <td className="number">{formatCount(count)}</td>
              <td className="number">{confidence.toFixed(3)}</td>
              <td className="number">{accuracy.toFixed(3)}</td>
              <td className="number">
                {confidence > accuracy ? '+' : '−'}
                {Math.abs(confidence - accuracy).toFixed(3)}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
