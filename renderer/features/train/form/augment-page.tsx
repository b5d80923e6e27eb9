import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AugmentedText } from '../../../../shared/domain/augment-settings.ts';
import { call } from '../../../api/client.ts';
import { useWatchedQuery } from '../../../api/stoppable.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { WorkNote } from '../../../ui/work-note.tsx';
import { BackLink } from '../back-link.tsx';
import { useTrain } from '../train-context.ts';
import { useDraftReading } from './use-draft-reading.ts';

/** Texts that the preview fills. */
const PREVIEWED = 40;

/** Returns the marks of the copies that nothing is learnt from. */
export const marksIn = (rejected: string): ReadonlySet<string> =>
  new Set(rejected.split(' ').filter((mark) => mark !== ''));

/** Copies of the training texts with words filled by the encoder of the form, to be accepted or rejected by keys. */
export function AugmentPage() {
  const { t } = useTranslation();
  const { state, go } = useTrain();
  const draft = useStore(state.draft);
  const { settings } = useDraftReading(draft).reading;
  const { train } = draft;
  const encoder = settings?.task === 'ner' ? settings.augment : undefined;
  const request =
    settings?.task === 'ner' && encoder !== undefined && train !== null
      ? {
          ...{ train, encoder, share: settings.augmentShare, seed: settings.seed },
          ...{ trainDocuments: settings.trainDocuments, most: PREVIEWED },
        }
      : undefined;
  const { data, error, isWorking, progress, cancel, again } = useWatchedQuery({
    queryKey: ['augmented', JSON.stringify(request)],
    request: (ticket) => call('runs.augmented', { ...request!, ticket }),
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <article className="run-page column augment-page" data-testid="augment-page">
      <header className="run-head column">
        <div className="run-title row wrap">
          <BackLink name={t('train.newRun')} onBack={() => go({ kind: 'new' })} />
          <h1>{t('train.augment.title')}</h1>
        </div>
        <p className="muted">{t('train.augment.about', { n: PREVIEWED })}</p>
      </header>
      {request === undefined && <p className="muted">{t('train.augment.needs')}</p>}
      {isWorking && <WorkNote title={t('train.augment.filling')} progress={progress} onCancel={cancel} />}
      {error !== null && !isWorking && <ErrorNote error={error} onRetry={again} />}
      {data !== undefined && !isWorking && <Copies texts={data} />}
    </article>
  );
}

const MOVES: Readonly<Record<string, (now: number, last: number) => number>> = {
  ArrowDown: (now) => now + 1,
  ArrowUp: (now) => now - 1,
  Home: () => 0,
  End: (_, last) => last,
};

function Copies({ texts }: { readonly texts: readonly AugmentedText[] }) {
  const { t } = useTranslation();
  const { state } = useTrain();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const draft = useStore(state.draft);
  const rejected = marksIn(String(draft.texts.augmentRejected ?? ''));
  useEffect(() => list.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const goTo = (place: number): void => setCurrent(Math.max(0, Math.min(texts.length - 1, place)));
  const decide = (accepted: boolean): void => {
    const { mark } = texts[current]!;
    state.draft.update((now) => {
      const marks = new Set(marksIn(String(now.texts.augmentRejected ?? '')));
      if (accepted) marks.delete(mark);
      else marks.add(mark);
      return { ...now, recipe: null, texts: { ...now.texts, augmentRejected: [...marks].join(' ') } };
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    const isDecision = ['Enter', 'Delete', 'Backspace', ' '].includes(event.key);
    if (move === undefined && !isDecision) return;
    event.preventDefault();
    if (move !== undefined) return goTo(move(current, texts.length - 1));
    if (event.key === ' ') return decide(rejected.has(texts[current]!.mark));
    decide(event.key === 'Enter');
    goTo(current + 1);
  };
  if (texts.length === 0) return <p className="muted">{t('train.augment.none')}</p>;
  return (
    <>
      <div
        ref={list}
        className="augment-list"
        role="listbox"
        tabIndex={0}
        aria-label={t('train.augment.title')}
        aria-activedescendant={`augment-${current}`}
        data-testid="augment-list"
        onKeyDown={onKeyDown}
      >
        {texts.map((text, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus
          <div
            key={text.mark}
            id={`augment-${i}`}
            data-row={i}
            role="option"
            aria-selected={i === current}
            className={`augment-row${i === current ? ' is-current' : ''}${rejected.has(text.mark) ? ' is-rejected' : ''}`}
            onClick={() => setCurrent(i)}
          >
            <span className="augment-state fine">
              {t(rejected.has(text.mark) ? 'train.augment.rejected' : 'train.augment.accepted')}
            </span>
            <p lang="zh">{partsOf(text).map(partElement)}</p>
          </div>
        ))}
      </div>
      <footer className="augment-foot row wrap">
        <Button data-testid="augment-accept" onClick={() => decide(true)}>
          {t('train.augment.accept')}
        </Button>
        <Button data-testid="augment-reject" onClick={() => decide(false)}>
          {t('train.augment.reject')}
        </Button>
        <span className="muted fine">{t('train.augment.keys')}</span>
      </footer>
    </>
  );
}

interface Part {
  readonly start: number;
  readonly text: string;
  /** Words that stood here before. */
  readonly from?: string;
  /** Type of the entity that this is part of. */
  readonly type?: string;
}

/** Cuts a text at the ends of its entities and filled words. */
function partsOf({ text, entities, fillings }: AugmentedText): Part[] {
  const spans = [...entities, ...fillings];
  const cuts = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, i) => {
    const within = { start, text: text.slice(start, places[i + 1]) };
    const filling = fillings.find((one) => one.start <= start && start < one.end);
    if (filling !== undefined) return { ...within, from: filling.from };
    const entity = entities.find((one) => one.start <= start && start < one.end);
    return entity === undefined ? within : { ...within, type: entity.type };
  });
}

function partElement({ start, text, from, type }: Part) {
  if (from !== undefined)
    return (
      <span key={start}>
        <del>{from}</del>
        <ins>{text}</ins>
      </span>
    );
  if (type === undefined) return text;
  return (
    <span key={start} className="augment-entity" title={type}>
      {text}
    </span>
  );
}
