import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate, Decision } from '../../../shared/domain/diagnosis.ts';
import type { StandardTerm } from '../../../shared/domain/normalisation.ts';
import { useStandardTerms } from '../../api/diagnosis.ts';
import { useChange } from '../../api/requests.ts';
import { formatDateTime, formatShare } from '../../lib/format.ts';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';

interface DecisionRowProps {
  readonly documentId: number;
  readonly candidate: Candidate;
  readonly decision: Decision | undefined;
}

/** Accept, or override with a reason; the last decision counts and can be taken back by deciding again. */
export function DecisionRow({ documentId, candidate, decision }: DecisionRowProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const decide = useChange('diagnosis.decide');
  const refusal = useRefusal('diagnosis.decide', ['clinician']);
  const [asking, setAsking] = useState(false);
  const { entity, score } = candidate;
  const send = (made: 'accepted' | 'overridden', reason: string): void => {
    decide.mutate(
      { documentId, candidate: { entity, score }, decision: made, ...(reason === '' ? {} : { reason }) },
      { onError: notices.fail, onSuccess: () => setAsking(false) },
    );
  };
  return (
    <div className="decision-row wrap">
      {decision !== undefined && <Made decision={decision} />}
      {decision?.decision === 'accepted' && <StandardTerms name={entity.name} code={entity.code} />}
      <Button
        size="small"
        type={decision?.decision === 'accepted' ? 'primary' : 'default'}
        icon={<CheckOutlined />}
        data-testid="accept"
        disabled={refusal !== undefined}
        title={refusal}
        aria-pressed={decision?.decision === 'accepted'}
        onClick={() => send('accepted', '')}
      >
        {t('diagnosis.accept')}
      </Button>
      <Button
        size="small"
        icon={<CloseOutlined />}
        data-testid="override"
        disabled={refusal !== undefined}
        title={refusal}
        aria-pressed={decision?.decision === 'overridden'}
        onClick={() => setAsking(true)}
      >
        {t('diagnosis.override')}
      </Button>
      {asking && (
        <PromptDialog
          title={t('diagnosis.overrideTitle', { name: entity.name })}
          label={t('diagnosis.reason')}
          hint={t('diagnosis.reasonHint')}
          initial={decision?.reason ?? ''}
          submit={t('diagnosis.overrideDo')}
          rows={4}
          maxLength={1000}
          busy={decide.isPending}
          testId="override-dialog"
          onCancel={() => setAsking(false)}
          onSubmit={(reason) => send('overridden', reason.trim())}
        />
      )}
    </div>
  );
}

interface StandardTermsProps {
  readonly name: string;
  readonly code: string | undefined;
}

/** The code of an accepted diagnosis, else the standard terms that a model gives its name, with their codes. */
function StandardTerms({ name, code }: StandardTermsProps) {
  const { t } = useTranslation();
  const { data } = useStandardTerms(name, code === undefined);
  const given = code !== undefined ? [`${code} ${name}`] : (data ?? []).map(told);
  if (given.length === 0) return null;
  return (
    <div className="fine muted" data-testid="standard-terms">
      {t(code === undefined ? 'diagnosis.standardByModel' : 'diagnosis.standardCode', {
        terms: given.join('；'),
      })}
    </div>
  );
}

const told = ({ term, code, probability }: StandardTerm): string =>
  [...(code === undefined ? [] : [code]), term, formatShare(probability)].join(' ');

function Made({ decision }: { readonly decision: Decision }) {
  const { t } = useTranslation();
  return (
    <div className="decision-made" data-testid="decision" data-decision={decision.decision}>
      <strong>{t(`diagnosis.${decision.decision}`)}</strong>
      <span className="muted">
        {t('diagnosis.decidedBy', { actor: decision.actor, time: formatDateTime(decision.at) })}
      </span>
      {decision.reason !== undefined && <p>{decision.reason}</p>}
    </div>
  );
}
