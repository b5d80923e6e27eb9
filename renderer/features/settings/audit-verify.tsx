import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AuditProblem, AuditVerdict } from '../../../shared/domain/audit.ts';
import { words } from '../../../shared/messages/words.ts';
import { useChange } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { objectWords } from './audit-text.ts';

/** Verifies the trail and says plainly what is wrong with it, or that nothing is. */
export function AuditVerify() {
  const { t } = useTranslation();
  const verify = useChange('audit.verify');
  return (
    <>
      <Button data-testid="audit-verify" loading={verify.isPending} onClick={() => verify.mutate({})}>
        {t('audit.verify')}
      </Button>
      {verify.error !== null && <ErrorNote error={verify.error} />}
      {verify.data !== undefined && <Verdict verdict={verify.data} />}
    </>
  );
}

function Verdict({ verdict }: { readonly verdict: AuditVerdict }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const sound = verdict.found === 0;
  const compared = verdict.compared.map(({ what, count }) => {
    const n = formatCount(count);
    if (what === 'revisions' || what === 'annotations' || what === 'files')
      return t(`audit.comparedOf.${what}`, { n });
    return t('audit.comparedOf.other', { what, n });
  });
  return (
    <div className="audit-verdict column" data-testid="audit-verdict" data-found={verdict.found}>
      <Alert
        type={sound ? 'success' : 'error'}
        showIcon
        role={sound ? 'status' : 'alert'}
        title={
          sound
            ? t('audit.intact', { n: formatCount(verdict.entries) })
            : t('audit.broken', { n: formatCount(verdict.found) })
        }
        description={
          <>
            <Problems verdict={verdict} />
            <p>{t('audit.compared', { what: compared.join(' · ') })}</p>
            <p className="audit-head">{t('audit.head', verdict.head)}</p>
          </>
        }
      />
      {verdict.noted > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          data-testid="audit-notes"
          title={t('audit.notes', { n: formatCount(verdict.noted) })}
          description={
            <ul className="audit-findings">
              {verdict.notes.map(({ object, reason }) => (
                <li key={object}>
                  {t('audit.note', {
                    object: objectWords(object, language),
                    reason: words(reason, language),
                  })}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {verdict.clockSteps > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          data-testid="audit-clock"
          title={t('audit.clock', { n: verdict.clockSteps })}
          description={
            <ul className="audit-findings">
              {verdict.clock.map(({ entry, at, before }) => (
                <li key={entry}>
                  {t('audit.clockStep', { entry, at: formatDateTime(at), before: formatDateTime(before) })}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  );
}

function Problems({ verdict: { problems, found } }: { readonly verdict: AuditVerdict }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const inWords = (problem: AuditProblem): string => {
    switch (problem.kind) {
      case 'altered':
      case 'unlinked':
        return t(`audit.problem.${problem.kind}`, { entry: problem.entry });
      case 'missing':
        return problem.entry === problem.to
          ? t('audit.problem.missingOne', { entry: problem.entry })
          : t('audit.problem.missing', { entry: problem.entry, to: problem.to });
      case 'cut':
        return t('audit.problem.cut', { entry: problem.entry, noted: problem.noted });
      case 'content': {
        const colon = language === 'zh' ? '：' : ': ';
        return `${objectWords(problem.object, language)}${colon}${words(problem.reason, language)}`;
      }
    }
  };
  if (found === 0) return null;
  return (
    <ul className="audit-findings" data-testid="audit-problems">
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>{inWords(problem)}</li>
      ))}
      {found > problems.length && <li>{t('audit.problem.more', { n: found - problems.length })}</li>}
    </ul>
  );
}
