import { DownOutlined, EyeInvisibleOutlined, RightOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { Span } from '../../lib/edits.ts';
import { type EntityGroup, groupMentions, type TypeGroup } from '../../lib/mention-groups.ts';
import { useStore } from '../../lib/use-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AssertionMark, TypeBadge } from '../../ui/type-badge.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { DocumentSession } from './session.ts';

interface MentionListProps {
  readonly session: DocumentSession;
  readonly hidden: ReadonlySet<EntityType>;
  readonly onReveal: (span: Span, version: number) => void;
}

type Row =
  | { readonly kind: 'type'; readonly group: TypeGroup }
  | { readonly kind: 'entity'; readonly entity: EntityGroup };

/** Everything found in the record, by type; a click goes to its first place, the next click to the next. */
export function MentionList({ session, hidden, onReveal }: MentionListProps) {
  const { t } = useTranslation();
  const found = useDeferredValue(useStore(session.found));
  const [filter, setFilter] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<EntityType>>(new Set());
  const [visit, setVisit] = useState({ key: '', index: -1 });
  const groups = useMemo(() => groupMentions(found.mentions, filter), [found, filter]);
  const rows = useMemo(() => flatten(groups, closed), [groups, closed]);

  const toggle = (type: EntityType): void => {
    const next = new Set(closed);
    if (!next.delete(type)) next.add(type);
    setClosed(next);
  };
  const go = (entity: EntityGroup): void => {
    const key = keyOf(entity);
    const index = visit.key === key ? (visit.index + 1) % entity.mentions.length : 0;
    setVisit({ key, index });
    const mention = entity.mentions[index];
    if (mention !== undefined) onReveal(mention, found.version);
  };

  if (found.version !== 0 && found.mentions.length === 0) return <EmptyState text={t('mentions.empty')} />;
  return (
    <div className="mention-list">
      <Input
        allowClear
        value={filter}
        placeholder={t('mentions.filter')}
        aria-label={t('mentions.filter')}
        onChange={(event) => setFilter(event.target.value)}
      />
      {rows.length === 0 && filter !== '' && <p className="muted pad">{t('mentions.noMatch')}</p>}
      <VirtualList
        items={rows}
        rowHeight={28}
        keyOf={(row) => (row.kind === 'type' ? row.group.type : keyOf(row.entity))}
        label={t('editor.mentions')}
        testId="mention-list"
        render={(row) =>
          row.kind === 'type' ? (
            <TypeRow
              group={row.group}
              closed={closed.has(row.group.type)}
              hidden={hidden.has(row.group.type)}
              onToggle={() => toggle(row.group.type)}
            />
          ) : (
            <EntityRow
              entity={row.entity}
              index={visit.key === keyOf(row.entity) ? visit.index : -1}
              onGo={() => go(row.entity)}
            />
          )
        }
      />
    </div>
  );
}

const keyOf = (entity: EntityGroup): string => `${entity.type}:${entity.entityId}`;

function flatten(groups: readonly TypeGroup[], closed: ReadonlySet<EntityType>): Row[] {
  return groups.flatMap((group): Row[] => [
    { kind: 'type', group },
    ...(closed.has(group.type) ? [] : group.entities.map((entity): Row => ({ kind: 'entity', entity }))),
  ]);
}

interface TypeRowProps {
  readonly group: TypeGroup;
  readonly closed: boolean;
  readonly hidden: boolean;
  readonly onToggle: () => void;
}

function TypeRow({ group, closed, hidden, onToggle }: TypeRowProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="mention-type" aria-expanded={!closed} onClick={onToggle}>
      {closed ? <RightOutlined /> : <DownOutlined />}
      <TypeBadge type={group.type} />
      <span>{t(`type.${group.type}`)}</span>
      {hidden && <EyeInvisibleOutlined title={t('mentions.hidden')} aria-label={t('mentions.hidden')} />}
      <span className="count">{group.count}</span>
    </button>
  );
}

interface EntityRowProps {
  readonly entity: EntityGroup;
  /** Which of its places was shown last; -1 for none. */
  readonly index: number;
  readonly onGo: () => void;
}

function EntityRow({ entity, index, onGo }: EntityRowProps) {
  const { t } = useTranslation();
  const count = entity.mentions.length;
  const words = entity.surfaces.join('、');
  return (
    <button
      type="button"
      className={index === -1 ? 'mention-entity' : 'mention-entity is-visited'}
      data-entity={entity.entityId}
      title={t('mentions.jump', { name: entity.name, n: count })}
      onClick={onGo}
    >
      <span className="entity-name">{entity.name}</span>
      {words !== '' && <span className="muted surfaces">{words}</span>}
      {entity.assertions.map((assertion) => (
        <AssertionMark key={assertion} assertion={assertion} />
      ))}
      <span className="count">{index === -1 ? count : `${index + 1}/${count}`}</span>
    </button>
  );
}
