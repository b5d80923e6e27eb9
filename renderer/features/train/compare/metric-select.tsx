import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

const METRICS = ['f1', 'precision', 'recall'] as const;
export type Metric = (typeof METRICS)[number];

interface MetricSelectProps {
  readonly value: Metric;
  readonly onChange: (metric: Metric) => void;
}

/** Choice of the score that runs are compared by. */
export function MetricSelect({ value, onChange }: MetricSelectProps) {
  const { t } = useTranslation();
  return (
    <Select<Metric>
      value={value}
      aria-label={t('train.compare.metric')}
      options={METRICS.map((metric) => ({ value: metric, label: t(`train.score.${metric}`) }))}
      onChange={onChange}
    />
  );
}
