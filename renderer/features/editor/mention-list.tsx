import { DownOutlined, EyeInvisibleOutlined, RightOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Span } from '../../../shared/domain/span.ts';
import type { MentionKind } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AssertionMark } from '../../ui/type-badge.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { KindBadge, useKindName } from './kind-badge.tsx';
import { type EntityGroup, groupMentions, type KindGroup } from './mention-groups.ts';
import type { MentionSource } from './merge-mentions.ts';
import type { DocumentSession } from './session.ts';
import { SourceFilter } from './source-filter.tsx';
import { SourceMark } from './source-mark.tsx';

interface MentionListProps {
  readonly session: DocumentSession;
  readonly hidden: ReadonlySet<MentionKind>;
  readonly onReveal: (span: Span, version: number) => void;
  /** A new threshold for the model's confidence, to be remembered. */
  readonly onThreshold: (threshold: number) => void;
}

type Row =
  | { readonly kind: 'kind'; readonly group: KindGroup }
  | { readonly kind: 'entity'; readonly entity: EntityGroup };

/** Everything found in the record, by kind; a click goes to its first place, the next click to the next. */
export function MentionList({ session, hidden, onReveal, onThreshold }: MentionListProps) {
  const { t } = useTranslation();
  const found = useDeferredValue(useStore(session.found));
  const withModel = useStore(session.modelUse.state).kind === 'used';
  const [words, setWords] = useState('');
  const [chosenSource, setSource] = useState<MentionSource | undefined>();
  const [closed, setClosed] = useState<ReadonlySet<MentionKind>>(new Set());
  const [visit, setVisit] = useState({ key: '', index: -1 });
  const source = withModel ? chosenSource : undefined;
  const groups = useMemo(() => groupMentions(found.mentions, { words, source }), [found, words, source]);
  const rows = useMemo(() => flatten(groups, closed), [groups, closed]);

  const toggle = (kind: MentionKind): void => {
    const next = new Set(closed);
    if (!next.delete(kind)) next.add(kind);
    setClosed(next);
  };
  const go = (entity: EntityGroup): void => {
    const index = visit.key === entity.key ? (visit.index + 1) % entity.mentions.length : 0;
    setVisit({ key: entity.key, index });
    const mention = entity.mentions[index];
    if (mention !== undefined) onReveal(mention, found.version);
  };

  const isEmpty = found.version !== 0 && found.mentions.length === 0;
  if (isEmpty && !withModel) return <EmptyState text={t('mentions.empty')} />;
  return (
    <div className="mention-list">
      <Input
        allowClear
        value={words}
        placeholder={t('mentions.filter')}
        aria-label={t('mentions.filter')}
        onChange={(event) => setWords(event.target.value)}
      />
      {withModel && (
        <SourceFilter session={session} source={source} onSource={setSource} onThreshold={onThreshold} />
      )}
      {isEmpty && <EmptyState text={t('mentions.empty')} />}
      {!isEmpty && rows.length === 0 && <p className="muted pad">{t('mentions.noMatch')}</p>}
      <VirtualList
        items={rows}
        rowHeight={28}
        keyOf={(row) => (row.kind === 'kind' ? row.group.kind : row.entity.key)}
        label={t('editor.mentions')}
        testId="mention-list"
        render={(row) =>
          row.kind === 'kind' ? (
            <KindRow
              group={row.group}
              closed={closed.has(row.group.kind)}
              hidden={hidden.has(row.group.kind)}
              onToggle={() => toggle(row.group.kind)}
            />
          ) : (
            <EntityRow
              entity={row.entity}
              withSource={withModel}
              index={visit.key === row.entity.key ? visit.index : -1}
              onGo={() => go(row.entity)}
            />
          )
        }
      />
    </div>
  );
}

const flatten = (groups: readonly KindGroup[], closed: ReadonlySet<MentionKind>): Row[] =>
  groups.flatMap((group): Row[] => [
    { kind: 'kind', group },
    ...(closed.has(group.kind) ? [] : group.entities.map((entity): Row => ({ kind: 'entity', entity }))),
  ]);

interface KindRowProps {
  readonly group: KindGroup;
  readonly closed: boolean;
  readonly hidden: boolean;
  readonly onToggle: () => void;
}

function KindRow({ group, closed, hidden, onToggle }: KindRowProps) {
  const { t } = useTranslation();
  const kindName = useKindName();
  return (
    <button type="button" className="mention-type" aria-expanded={!closed} onClick={onToggle}>
      {closed ? <RightOutlined /> : <DownOutlined />}
      <KindBadge kind={group.kind} />
      <span>{kindName(group.kind)}</span>
      {hidden && <EyeInvisibleOutlined title={t('mentions.hidden')} aria-label={t('mentions.hidden')} />}
      <span className="count">{group.count}</span>
    </button>
  );
}

interface EntityRowProps {
  readonly entity: EntityGroup;
  readonly withSource: boolean;
  /** Index of the occurrence shown last; -1 for none. */
  readonly index: number;
  readonly onGo: () => void;
}

function EntityRow({ entity, withSource, index, onGo }: EntityRowProps) {
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
        <AssertionMark key={assertion} assertion={assertion} withPresent={entity.assertions.length > 1} />
      ))}
      {withSource && entity.sources.map((source) => <SourceMark key={source} source={source} short />)}
      <span className="count">{index === -1 ? count : `${index + 1}/${count}`}</span>
    </button>
  );
}
