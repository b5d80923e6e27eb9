import { MessageOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { GOLD, type QueueEntry } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { formatCount, formatWhen } from '../../../lib/format.ts';
import { canAdjudicate, layerOf, type QueueState, queueState } from '../queue.ts';

const MARKS: Readonly<Record<QueueState, string>> = { fresh: '○', open: '◐', done: '●' };

interface DocumentRowProps {
  readonly entry: QueueEntry;
  /** Whether the document is chosen; absent where nobody may choose. */
  readonly chosen?: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly onOpen: () => void;
}

/** A document, how long it is, and how far everybody is with it. */
export function DocumentRow({ entry, chosen, onChoose, onOpen }: DocumentRowProps) {
  const { t } = useTranslation();
  return (
    <div className="document-line">
      {chosen !== undefined && (
        <Checkbox
          checked={chosen}
          aria-label={t('project.removal.choose', { name: entry.name })}
          data-testid="choose-document"
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <DocumentFacts entry={entry} onOpen={onOpen} />
    </div>
  );
}

function DocumentFacts({ entry, onOpen }: Pick<DocumentRowProps, 'entry' | 'onOpen'>) {
  const { t } = useTranslation();
  const labelled = entry.layers
    .map(({ person }) => person)
    .filter((person) => person !== GOLD && queueState(entry, person) !== 'fresh');
  const people = [...new Set([...entry.assigned, ...labelled])];
  const mayAdjudicate = useMay()('adjudication.begin');
  const hasGold = layerOf(entry, GOLD) !== undefined;
  return (
    <button type="button" className="project-document" data-testid="project-document" onClick={onOpen}>
      <span className="document-title" title={entry.name}>
        {entry.name}
      </span>
      <span className="muted count">{t('docs.chars', { n: formatCount(entry.chars) })}</span>
      <span className="document-layers">
        {people.map((person) => (
          <LayerMark key={person} entry={entry} person={person} />
        ))}
        {people.length === 0 && <span className="muted">{t('project.nobody')}</span>}
        {hasGold && <LayerMark entry={entry} person={GOLD} />}
        {entry.threads !== undefined && (
          <span
            className="thread-mark"
            title={t('thread.mark', { n: entry.threads })}
            data-testid="thread-mark"
          >
            <MessageOutlined aria-label={t('thread.mark', { n: entry.threads })} /> {entry.threads}
          </span>
        )}
        {!hasGold && mayAdjudicate && canAdjudicate(entry) && (
          <span className="ready-mark">{t('annotate.readyToAdjudicate')}</span>
        )}
      </span>
    </button>
  );
}

function LayerMark({ entry, person }: { readonly entry: QueueEntry; readonly person: string }) {
  const { t } = useTranslation();
  const layer = layerOf(entry, person);
  const state = queueState(entry, person);
  const name = person === GOLD ? t('annotate.gold') : person;
  const [accepted, suggested] = [layer?.accepted ?? 0, layer?.suggested ?? 0];
  const facts = [
    t('project.layer', { person: name, state: t(`annotate.state.${state}`), n: formatCount(accepted) }),
    suggested === 0 ? '' : t('project.suggestions', { n: formatCount(suggested) }),
    layer === undefined ? '' : t('project.changedAt', { at: formatWhen(layer.updatedAt) }),
  ].filter((fact) => fact !== '');
  return (
    <span className={`layer-mark is-${state}`} title={facts.join('\n')}>
      <span aria-hidden>{MARKS[state]}</span> {name}
      <span className="visually-hidden"> {t(`annotate.state.${state}`)}</span>
      {state !== 'fresh' && (
        <span className="muted"> {t('annotate.itemCount', { n: formatCount(accepted) })}</span>
      )}
    </span>
  );
}
