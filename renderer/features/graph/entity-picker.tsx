import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityHit, EntityType } from '../../../shared/domain/graph.ts';
import { useEntitySearch } from '../../api/graph.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

const HITS = 20;
const PAUSE_MS = 120;

interface EntityPickerProps {
  readonly value: number | undefined;
  readonly onPick: (entity: EntityHit | undefined) => void;
  readonly label: string;
  readonly testId: string;
  /** Entity that cannot be picked. */
  readonly without: number;
  readonly type?: EntityType;
}

/** Finds an entity by its names. */
export function EntityPicker({ value, onPick, label, testId, without, type }: EntityPickerProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const asked = useDebounced(query.trim(), PAUSE_MS);
  const { data: hits = [] } = useEntitySearch(asked, type, HITS, asked !== '');
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setQuery }}
      allowClear
      className="path-end"
      value={value}
      placeholder={label}
      aria-label={label}
      data-testid={testId}
      notFoundContent={null}
      options={hits
        .filter(({ id }) => id !== without)
        .map(({ id, name, type: of }) => ({ value: id, label: `${name} · ${t(`type.${of}`)}` }))}
      onChange={(id: number | undefined) => onPick(hits.find((hit) => hit.id === id))}
    />
  );
}
