import { DownOutlined, RightOutlined, WarningFilled } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate, Decision } from '../../../shared/domain/diagnosis.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { CandidateOpinion } from '../../lib/model-opinion.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { CandidateOpinionRow } from './candidate-opinion.tsx';
import { DecisionRow } from './decision-row.tsx';
import { EvidenceGroup } from './evidence-group.tsx';

interface CandidateCardProps {
  readonly documentId: number;
  /** Version of the text in which the evidence was found. */
  readonly version: number;
  readonly candidate: Candidate;
  readonly decision: Decision | undefined;
  /** Shows its evidence from the start. */
  readonly open: boolean;
  /** The model's opinion; absent when no model is used. */
  readonly opinion?: CandidateOpinion;
  /** The label of the model that is in hand now: the words that moved it are marked. */
  readonly onLabel: (label: string | null) => void;
  readonly onReveal: EditorHandle['reveal'];
  readonly onOpenEntity: (id: number) => void;
}

/** One suggested disease with its score, its flags, its evidence and what was decided about it. */
export function CandidateCard(props: CandidateCardProps) {
  const { documentId, version, candidate, decision, opinion, onLabel, onReveal, onOpenEntity } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(props.open);
  const { entity } = candidate;
  const evidence = { version, onReveal };
  const label = opinion?.label?.label ?? null;
  return (
    <article
      className="candidate"
      data-testid="candidate"
      data-entity={entity.id}
      data-name={entity.name}
      onPointerEnter={() => onLabel(label)}
      onPointerLeave={() => onLabel(null)}
    >
      <button
        type="button"
        className="candidate-head row"
        aria-expanded={open}
        title={t(open ? 'diagnosis.collapse' : 'diagnosis.expand', { name: entity.name })}
        onFocus={() => onLabel(label)}
        onBlur={() => onLabel(null)}
        onClick={() => setOpen(!open)}
      >
        {open ? <DownOutlined /> : <RightOutlined />}
        <span className="candidate-title row wrap grow">
          <span className="candidate-name">{entity.name}</span>
          <Flags candidate={candidate} />
        </span>
        <Score value={candidate.score} />
      </button>
      <div className="score-track" aria-hidden>
        <div style={{ width: `${Math.max(0, Math.min(100, candidate.score))}%` }} />
      </div>
      {opinion !== undefined && <CandidateOpinionRow opinion={opinion} />}
      {open && (
        <div className="candidate-body column">
          <div className="fine muted">
            <button
              type="button"
              className="text-link"
              title={t('diagnosis.openInGraph', { name: entity.name })}
              onClick={() => onOpenEntity(entity.id)}
            >
              {[entity.code, entity.en].filter((part) => part !== undefined).join(' · ') || entity.name}
            </button>
          </div>
          <Implausible text={candidate.implausible} />
          <EvidenceGroup kind="for" items={candidate.for} {...evidence} />
          <EvidenceGroup kind="against" items={candidate.against} {...evidence} />
          <EvidenceGroup kind="missing" items={candidate.missing} {...evidence} />
        </div>
      )}
      {(open || decision !== undefined) && (
        <DecisionRow documentId={documentId} candidate={candidate} decision={decision} />
      )}
    </article>
  );
}

function Score({ value }: { readonly value: number }) {
  const { t } = useTranslation();
  const score = Math.round(value);
  return (
    <Tooltip title={t('diagnosis.score', { score })} mouseEnterDelay={0.4}>
      <span className="candidate-score tabular" role="img" aria-label={t('diagnosis.score', { score })}>
        {score}
      </span>
    </Tooltip>
  );
}

function Flags({ candidate }: { readonly candidate: Candidate }) {
  const { t } = useTranslation();
  const { documented, urgent } = candidate;
  return (
    <>
      {urgent && (
        <span className="flag is-urgent" title={t('diagnosis.urgentHint')}>
          <WarningFilled aria-hidden />
          {t('diagnosis.urgent')}
        </span>
      )}
      {documented !== undefined && (
        <span className="flag">
          {documented === 'present'
            ? t('diagnosis.documented')
            : t('diagnosis.documentedAs', { assertion: t(`assertion.${documented}`) })}
        </span>
      )}
    </>
  );
}

function Implausible({ text }: { readonly text: Message | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (text === undefined) return null;
  return (
    <p className="implausible">
      {t('diagnosis.implausible')}: {words(text, language)}
    </p>
  );
}
