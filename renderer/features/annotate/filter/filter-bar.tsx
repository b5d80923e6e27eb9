import { DownOutlined, SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { Button, Dropdown, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DOCUMENT_ORDERS,
  DOCUMENT_STATES,
  type DocumentFilter,
  GOLD,
  type Project,
  type QueueEntry,
} from '../../../../shared/domain/project.ts';
import { keysOf } from '../../../../shared/keys-of.ts';
import { useMay } from '../../../api/accounts.ts';
import { useSaveSettings, useSettings } from '../../../api/system.ts';
import { formatCount } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PromptDialog } from '../../../ui/prompt-dialog.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { isFiltering, NO_FILTER } from './filter-documents.ts';

interface FilterBarProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly shown: number;
  readonly filter: DocumentFilter;
  readonly onFilter: (filter: DocumentFilter) => void;
}

/** Ranges of scores to choose from. */
const SCORES = {
  low: { least: 0, most: 0.5 },
  middle: { least: 0.5, most: 0.8 },
  high: { least: 0.8, most: 1 },
  highest: { least: 0.9, most: 1 },
} as const;
const NOBODY = '';
type Change = { readonly [Part in keyof DocumentFilter]?: DocumentFilter[Part] | undefined };

/** Searches, filters and sorts the documents of a project; filters can be kept under a name. */
export function FilterBar({ project, queue, shown, filter, onFilter }: FilterBarProps) {
  const { t } = useTranslation();
  const mayLead = useMay()('adjudication.begin');
  // safe: parts set to undefined are left out when the filter is sent or kept
  const set = (part: Change): void => onFilter({ ...filter, ...part } as DocumentFilter);
  const find = (
    part: { readonly [Part in keyof DocumentFilter['find']]?: DocumentFilter['find'][Part] | undefined },
  ): void => set({ find: { ...filter.find, ...part } as DocumentFilter['find'] }); // safe: see above
  const people = peopleOf(project, queue);
  const { least, most, type } = filter.find;
  return (
    <div className="filter-bar" data-testid="document-filter">
      <SearchField
        label={t('filter.search')}
        value={filter.find.words}
        testId="filter-words"
        onChange={(text) => find({ words: text })}
      />
      <Choice
        name="state"
        value={filter.state}
        options={DOCUMENT_STATES.map((value) => ({ value, label: t(`filter.states.${value}`) }))}
        onChange={(state) => set({ state })}
      />
      {mayLead && (
        <>
          <Choice
            name="annotator"
            value={filter.annotator}
            options={people.map((value) => ({ value, label: value }))}
            onChange={(annotator) => set({ annotator })}
          />
          <Choice
            name="assignee"
            value={filter.assignee}
            options={[
              { value: NOBODY, label: t('filter.nobody') },
              ...people.map((value) => ({ value, label: value })),
            ]}
            onChange={(assignee) => set({ assignee })}
          />
          <Choice
            name="differs"
            value={filter.differs === undefined ? undefined : filter.differs ? 'yes' : 'no'}
            options={(['yes', 'no'] as const).map((value) => ({
              value,
              label: t(`filter.differing.${value}`),
            }))}
            onChange={(value) => set({ differs: value === undefined ? undefined : value === 'yes' })}
          />
        </>
      )}
      <Choice
        name="type"
        value={type}
        options={typesOf(project)}
        onChange={(chosen) => find({ type: chosen })}
      />
      <Choice
        name="score"
        value={keysOf(SCORES).find((key) => SCORES[key].least === least && SCORES[key].most === most)}
        options={keysOf(SCORES).map((value) => ({ value, label: t(`filter.scores.${value}`) }))}
        onChange={(range) =>
          find(range === undefined ? { least: undefined, most: undefined } : SCORES[range])
        }
      />
      <span className="filter-order">
        <Select
          value={filter.order}
          variant="borderless"
          popupMatchSelectWidth={false}
          aria-label={t('filter.order')}
          data-testid="filter-order"
          options={DOCUMENT_ORDERS.map((value) => ({ value, label: t(`filter.orders.${value}`) }))}
          onChange={(order) => set({ order })}
        />
        <IconButton
          label={t(filter.descending ? 'filter.descending' : 'filter.ascending')}
          icon={filter.descending ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
          testId="filter-direction"
          onClick={() => set({ descending: !filter.descending })}
        />
      </span>
      <SavedFilters filter={filter} onFilter={onFilter} />
      {isFiltering(filter) && (
        <>
          <span className="count" data-testid="filter-count">
            {t('filter.count', { n: formatCount(shown), total: formatCount(queue.length) })}
          </span>
          <Button type="text" data-testid="filter-clear" onClick={() => onFilter(NO_FILTER)}>
            {t('filter.clear')}
          </Button>
        </>
      )}
    </div>
  );
}

interface ChoiceProps<V extends string> {
  readonly name: 'state' | 'annotator' | 'assignee' | 'differs' | 'type' | 'score';
  readonly value: V | undefined;
  readonly options: { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V | undefined) => void;
}

function Choice<V extends string>({ name, value, options, onChange }: ChoiceProps<V>) {
  const { t } = useTranslation();
  return (
    <Select<V, { value: V; label: string }>
      allowClear
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      value={value ?? null}
      placeholder={t(`filter.${name}`)}
      aria-label={t(`filter.${name}`)}
      popupMatchSelectWidth={false}
      data-testid={`filter-${name}`}
      options={options}
      onChange={(chosen: V | undefined) => onChange(chosen ?? undefined)}
    />
  );
}

/** Everybody who may have a layer: members, assignees and people with annotations. */
function peopleOf({ members }: Project, queue: readonly QueueEntry[]): string[] {
  const people = new Set(members);
  for (const { assigned, layers } of queue) {
    for (const person of assigned) people.add(person);
    for (const { person } of layers) if (person !== GOLD) people.add(person);
  }
  return [...people];
}

function typesOf({ schema }: Project): { value: string; label: string }[] {
  const all = [...schema.spans, ...schema.relations, ...schema.labels.map((label) => label)];
  const named = new Map(all.map(({ name, title }) => [name, title === '' ? name : title]));
  return [...named].map(([value, label]) => ({ value, label }));
}

function SavedFilters({ filter, onFilter }: Pick<FilterBarProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation();
  const { documentFilters: saved } = useSettings().settings;
  const save = useSaveSettings();
  const [naming, setNaming] = useState(false);
  const items = [
    ...saved.map((one) => ({ key: `use-${one.name}`, label: one.name, onClick: () => onFilter(one.filter) })),
    ...(saved.length > 0 ? [{ type: 'divider' as const, key: 'line' }] : []),
    { key: 'save', label: t('filter.save'), disabled: !isFiltering(filter), onClick: () => setNaming(true) },
    ...(saved.length > 0
      ? [
          {
            key: 'remove',
            label: t('filter.remove'),
            children: saved.map(({ name }) => ({
              key: `remove-${name}`,
              label: name,
              onClick: () => save({ documentFilters: saved.filter((other) => other.name !== name) }),
            })),
          },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button type="text" data-testid="saved-filters">
          {t('filter.saved')} <DownOutlined />
        </Button>
      </Dropdown>
      {naming && (
        <PromptDialog
          title={t('filter.save')}
          label={t('filter.name')}
          initial=""
          submit={t('app.save')}
          maxLength={100}
          onCancel={() => setNaming(false)}
          onSubmit={(given) => {
            const name = given.trim();
            setNaming(false);
            if (name !== '')
              save({ documentFilters: [...saved.filter((other) => other.name !== name), { name, filter }] });
          }}
        />
      )}
    </>
  );
}
