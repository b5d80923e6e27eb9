import { BellOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BoardPerson } from '../../../../shared/domain/board.ts';
import type { Project } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { useAnswer } from '../../../api/requests.ts';
import { formatCount, formatScore, formatWhen } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { useNotices } from '../../../ui/use-notices.tsx';

const COUNTS = ['documents', 'unassigned', 'ready', 'gold', 'threads'] as const;
const COLUMNS = [
  'person',
  'progress',
  'open',
  'items',
  'active',
  'rate',
  'week',
  'agreement',
  'last',
] as const;

/** Everybody's work in a project on one screen, and reminders. */
export function BoardTab({ project }: { readonly project: Project }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('projects.board', { projectId: project.id }, { staleTime: 0 });
  const notices = useNotices();
  const remind = useNoticedChange('projects.remind');
  const mayRemind = useMay()('projects.remind');
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.people.length === 0) return <EmptyState text={t('lead.nobody')} />;
  const send = (people: string[]): void =>
    remind.mutate(
      { projectId: project.id, people },
      { onSuccess: () => notices.done(t('lead.remindedDone', { n: formatCount(people.length) })) },
    );
  const late = data.people.filter(isLate).map(({ person }) => person);
  return (
    <section className="board" data-testid="board">
      <div className="board-counts">
        {COUNTS.map((name) => (
          <p key={name} className="board-count" data-testid={`board-${name}`}>
            <strong>{formatCount(data[name])}</strong>
            <span className="muted">{t(`lead.${name}`)}</span>
          </p>
        ))}
        <span className="spacer" />
        {mayRemind && (
          <Button
            icon={<BellOutlined />}
            disabled={late.length === 0}
            data-testid="remind-all"
            onClick={() => send(late)}
          >
            {t('lead.remindAll')}
          </Button>
        )}
      </div>
      <table className="board-people">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`lead.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {data.people.map((one) => (
            <PersonRow
              key={one.person}
              one={one}
              onRemind={mayRemind ? () => send([one.person]) : undefined}
            />
          ))}
        </tbody>
      </table>
      <p className="muted">{t('lead.boardHint')}</p>
    </section>
  );
}

const isLate = ({ member, done, assigned }: BoardPerson): boolean => member && done < assigned;

function PersonRow({
  one,
  onRemind,
}: {
  readonly one: BoardPerson;
  readonly onRemind: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { person, member, assigned, done, activeMinutes, agreement, lastAt, remindedAt } = one;
  return (
    <tr data-testid="board-person" data-person={person}>
      <th scope="row">
        {person}
        {!member && <span className="muted"> {t('lead.former')}</span>}
      </th>
      <td className="board-progress">
        <progress className="progress" max={Math.max(1, assigned)} value={done} aria-label={person} />
        <span>{t('annotate.doneOf', { done: formatCount(done), total: formatCount(assigned) })}</span>
      </td>
      <td>{formatCount(one.open)}</td>
      <td>{formatCount(one.items)}</td>
      <td>{timeOf(activeMinutes, t)}</td>
      <td>{activeMinutes < 1 || done === 0 ? '–' : ((60 * done) / activeMinutes).toFixed(1)}</td>
      <td>{formatCount(one.week)}</td>
      <td>
        {agreement === null
          ? '–'
          : t('lead.agreementOver', { f1: formatScore(agreement.f1), n: formatCount(agreement.documents) })}
      </td>
      <td>{lastAt === null ? <span className="muted">{t('lead.never')}</span> : formatWhen(lastAt)}</td>
      <td className="board-remind">
        {remindedAt !== null && (
          <span className="muted" data-testid="reminded">
            {t('lead.reminded', { at: formatWhen(remindedAt) })}
          </span>
        )}
        {onRemind !== undefined && isLate(one) && (
          <Button
            size="small"
            aria-label={t('lead.remindOne', { person })}
            data-testid="remind"
            onClick={onRemind}
          >
            {t('lead.remind')}
          </Button>
        )}
      </td>
    </tr>
  );
}

const timeOf = (minutes: number, t: TFunction): string =>
  minutes < 120
    ? t('lead.minutes', { n: formatCount(Math.round(minutes)) })
    : t('lead.hours', { n: (minutes / 60).toFixed(1) });
