import { Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evidence } from '../../../shared/domain/diagnosis.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { useRelationName } from '../../ui/relation-name.ts';
import { AssertionMark, TypeBadge } from '../../ui/type-badge.tsx';

interface EvidenceGroupProps {
  readonly kind: 'for' | 'against' | 'missing';
  readonly items: readonly Evidence[];
  readonly version: number;
  readonly onReveal: EditorHandle['reveal'];
}

const SHOWN = 8;
const SIGN = { for: '+', against: '−', missing: '?' } as const;

/** Findings of one kind, strongest first; each goes to its words in the record. */
export function EvidenceGroup({ kind, items, version, onReveal }: EvidenceGroupProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  const sorted = items.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return (
    <div className={`evidence is-${kind}`}>
      <h3>
        <span className="evidence-sign fine" aria-hidden>
          {SIGN[kind]}
        </span>
        {t(`diagnosis.${kind}`)}
        <span className="count">{items.length}</span>
      </h3>
      <ul>
        {shown.map((item) => (
          <li key={`${item.relation} ${item.entity.id}`}>
            <Chip kind={kind} item={item} version={version} onReveal={onReveal} />
          </li>
        ))}
        {items.length > shown.length && (
          <li>
            <button type="button" className="text-link" onClick={() => setAll(true)}>
              {t('diagnosis.more', { n: items.length - shown.length })}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

interface ChipProps extends Omit<EvidenceGroupProps, 'items'> {
  readonly item: Evidence;
}

/** One finding; clicking again goes to its next place. */
function Chip({ kind, item, version, onReveal }: ChipProps) {
  const { t } = useTranslation();
  const [next, setNext] = useState(0);
  const { entity, spans, assertion } = item;
  const jump = (): void => {
    const span = spans[next % spans.length];
    if (span === undefined) return;
    setNext((next + 1) % spans.length);
    onReveal(span, version);
  };
  return (
    <Tooltip title={<Path item={item} />} mouseEnterDelay={0.25} placement="left">
      <button
        type="button"
        className={`chip is-${kind} type-${entity.type}`}
        data-testid={`evidence-${kind}`}
        data-entity={entity.id}
        aria-disabled={spans.length === 0}
        aria-description={
          spans.length === 0 ? t('diagnosis.nowhere') : t('diagnosis.jump', { name: entity.name })
        }
        onClick={jump}
      >
        <TypeBadge type={entity.type} />
        <span>{entity.name}</span>
        {assertion !== undefined && <AssertionMark assertion={assertion} />}
        {item.predicted && <span className="predicted fine">{t('graph.predicted')}</span>}
        {spans.length > 1 && <span className="count">{spans.length}</span>}
      </button>
    </Tooltip>
  );
}

/** The finding's way through the graph: entities and, between them, relations. */
function Path({ item }: { readonly item: Evidence }) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  return (
    <div className="evidence-path">
      <div>{t('diagnosis.path')}</div>
      <div>
        {item.path.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path is never reordered
          <span key={i} className={i % 2 === 1 ? 'path-relation' : 'path-entity'}>
            {i % 2 === 1 ? nameOf(step) : step}
          </span>
        ))}
      </div>
      {item.spans.length === 0 && <div>{t('diagnosis.nowhere')}</div>}
    </div>
  );
}
