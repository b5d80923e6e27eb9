import { Segmented, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import { MENTION_SOURCES, type MentionSource } from './merge-mentions.ts';
import type { DocumentSession } from './session.ts';

interface SourceFilterProps {
  readonly session: DocumentSession;
  /** Undefined for all. */
  readonly source: MentionSource | undefined;
  readonly onSource: (source: MentionSource | undefined) => void;
  readonly onThreshold: (threshold: number) => void;
}

const ALL = 'all';
const STEP = 0.05;
/** Highest certainty of the filter; at 1 nothing would be left. */
const MOST = 0.95;

/** Chooses whose findings are listed, and the model's threshold in text and list. */
export function SourceFilter({ session, source, onSource, onThreshold }: SourceFilterProps) {
  const { t } = useTranslation();
  const { threshold } = session.modelUse;
  const value = useStore(threshold);
  return (
    <div className="source-filter" data-testid="source-filter">
      <Segmented<MentionSource | typeof ALL>
        block
        size="small"
        aria-label={t('source.filter')}
        value={source ?? ALL}
        options={[
          { value: ALL, label: t('source.all') },
          ...MENTION_SOURCES.map((one) => ({ value: one, label: t(`source.${one}`) })),
        ]}
        onChange={(chosen) => onSource(chosen === ALL ? undefined : chosen)}
      />
      <div className="threshold" title={t('source.thresholdHint')}>
        <span>{t('source.threshold', { value: formatPercent(value) })}</span>
        <Slider
          min={0}
          max={MOST}
          step={STEP}
          value={value}
          tooltip={{ formatter: null }}
          ariaLabelForHandle={t('source.thresholdHint')}
          onChange={(next) => threshold.set(next)}
          onChangeComplete={onThreshold}
        />
      </div>
    </div>
  );
}
