import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EntityType } from '../../../shared/domain/graph.ts';
import type { GraphChangeNote, GraphEdit } from '../../../shared/domain/graph-edit.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useRefusal } from '../../ui/use-refusal.ts';
import { useFactName } from './fact-name.ts';

const SHOWN = 200;

/** All edits of the graph by people, the newest first; each can be undone and done again. */
export function EditHistory() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('kg.edits', { limit: SHOWN });
  return (
    <div className="graph-overview" data-testid="graph-edits">
      <h1>{t('graph.edits')}</h1>
      <p className="muted">{t('graph.editsAbout')}</p>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState text={t('graph.noEdits')} />}
      <ul className="source-list">
        {data?.map((edit) => (
          <EditRow key={edit.id} edit={edit} />
        ))}
      </ul>
    </div>
  );
}

function EditRow({ edit }: { readonly edit: GraphEdit }) {
  const { t } = useTranslation();
  const say = useChangeWords();
  const { attempt, busy } = useAttempt();
  const refusal = useRefusal('kg.turnEdit', ['adjudicator', 'administrator']);
  const { id, at, actor, undone, notes, changes } = edit;
  const turn = (): void => void attempt(() => call('kg.turnEdit', { id, redo: undone }));
  return (
    <li className={undone ? 'is-undone' : ''} data-testid="graph-edit" data-id={id} data-undone={undone}>
      <div className="job-head row wrap">
        <span className="muted">{formatDateTime(at)}</span>
        <strong>{actor}</strong>
        {undone && <span className="muted">{t('graph.undone')}</span>}
        <Button
          size="small"
          disabled={busy || refusal !== undefined}
          title={refusal}
          data-testid="edit-turn"
          onClick={turn}
        >
          {undone ? t('graph.redo') : t('graph.undoDecision')}
        </Button>
      </div>
      {notes.map((note, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes never change
        <div key={n}>{say(note)}</div>
      ))}
      {changes > notes.length && (
        <div className="muted">{t('graph.moreChanges', { n: formatCount(changes - notes.length) })}</div>
      )}
    </li>
  );
}

/** Returns the words for a change. */
function useChangeWords(): (note: GraphChangeNote) => string {
  const { t } = useTranslation();
  const relationName = useRelationName();
  const factName = useFactName();
  const typeName = (word: string): string => {
    const type = EntityType.safeParse(word);
    return type.success ? t(`type.${type.data}`) : word;
  };
  return ({ kind, words: [a = '', b = '', c = ''] }) => {
    switch (kind) {
      case 'retype':
        return t('graph.did.retype', { a, b: typeName(b), c: typeName(c) });
      case 'addEdge':
      case 'removeEdge':
        return t(`graph.did.${kind}`, { a, b: relationName(b), c });
      case 'fact':
        return c === ''
          ? t('graph.did.noFact', { a, b: factName(b) })
          : t('graph.did.fact', { a, b: factName(b), c });
      default:
        return t(`graph.did.${kind}`, { a, b, c });
    }
  };
}
