import { Button, Input, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MentionRule } from '../../../shared/domain/correction.ts';
import { call } from '../../api/client.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { saveFile } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { isEntityType } from '../../lib/mention-kinds.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';

/** Words that are never marked: looked through, switched off and on, exported. */
export function Rules() {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const { data: rules, error } = useAnswer('corrections.rules', {});
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = rules?.filter(({ words }) => words.toLowerCase().includes(wanted)) ?? [];
  return (
    <>
      <p className="muted">{t('rules.intro')}</p>
      {error !== null && <ErrorNote error={error} />}
      {rules?.length === 0 && <EmptyState text={t('rules.empty')} />}
      {rules !== undefined && rules.length > 0 && (
        <>
          <div className="rules-tools">
            <Input
              allowClear
              value={filter}
              placeholder={t('rules.filter')}
              aria-label={t('rules.filter')}
              onChange={(event) => setFilter(event.target.value)}
            />
            <Button
              data-testid="rules-export"
              onClick={() => void attempt(async () => saveFile(await call('corrections.exportRules', {})))}
            >
              {t('rules.export')}
            </Button>
          </div>
          <table className="rules-table" data-testid="rules">
            <TableHead
              columns={[t('rules.active'), t('rules.words'), t('rules.type'), t('rules.by'), t('rules.at')]}
            />
            <tbody>
              {shown.map((rule) => (
                <Rule key={`${rule.type} ${rule.words}`} rule={rule} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

function Rule({ rule: { words, type, active, actor, at } }: { readonly rule: MentionRule }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const change = useChange('corrections.setRule', notices.fail);
  const refusal = useRefusal('corrections.setRule', ['clinician']);
  return (
    <tr data-testid="rule" data-active={active}>
      <td>
        <Switch
          size="small"
          checked={active}
          loading={change.isPending}
          disabled={refusal !== undefined}
          {...(refusal === undefined ? {} : { title: refusal })}
          aria-label={t('rules.switch', { words })}
          onChange={(on) => change.mutate({ words, type, active: on })}
        />
      </td>
      <td lang="zh-CN">{words}</td>
      <td>
        {type === '' && t('rules.anyType')}
        {isEntityType(type) ? (
          <>
            <TypeBadge type={type} /> {t(`type.${type}`)}
          </>
        ) : (
          type
        )}
      </td>
      <td>{actor}</td>
      <td className="tabular">{formatDateTime(at)}</td>
    </tr>
  );
}
