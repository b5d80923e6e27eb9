import { Button, Checkbox, Input, Segmented } from 'antd';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Phrase,
  type PhraseEdit,
  type PhraseList,
  PhraseState,
  writtenCuts,
} from '../../../shared/domain/phrases.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { formatCount } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

const SHOWN = 1000;
const PAUSE_MS = 150;
const KEYS = { a: 'accepted', r: 'rejected', w: 'waiting' } as const satisfies Record<string, PhraseState>;

interface Wanted {
  readonly state: PhraseState;
  readonly query: string;
  /** Only phrases that are cut into several parts. */
  readonly long: boolean;
}

/** Phrases of a list, decided about and cut with keys: A, R and W, arrows and Space, Z. */
export function PhraseReview({ list }: { readonly list: PhraseList }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Wanted>({ state: 'waiting', query: '', long: true });
  const [picked, setPicked] = useState(0);
  const [cursor, setCursor] = useState(1);
  const query = useDebounced(wanted.query.trim(), PAUSE_MS);
  const filter = { ...wanted, query, limit: SHOWN };
  const { data, error } = useAnswer(
    'phrases.page',
    { list: list.id, filter },
    { placeholderData: (before) => before },
  );
  const items = data?.phrases ?? [];
  const index = Math.min(picked, items.length - 1);
  const current = items[index];
  const { edit, toggle, undo, canUndo } = usePhraseEdits(list, current);
  const pick = (next: number): void => {
    setPicked(next);
    setCursor(1);
  };
  const press = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    if (event.altKey || (key !== 'z' && (event.ctrlKey || event.metaKey))) return;
    const step = key === 'arrowleft' ? -1 : key === 'arrowright' ? 1 : 0;
    const to = Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : undefined; // safe: one of its keys
    if (key === 'z') undo();
    else if (key === ' ') toggle(cursor);
    else if (step !== 0)
      setCursor((old) => Math.max(1, Math.min((current?.text.length ?? 2) - 1, old + step)));
    else if (to !== undefined && current?.state !== to) edit({ state: to });
    else return;
    event.preventDefault();
  };
  return (
    <>
      <PhraseTools
        wanted={wanted}
        counts={data?.list.counts ?? list.counts}
        state={current?.state}
        onWanted={(next) => {
          setWanted(next);
          pick(0);
        }}
        onState={(to) => edit({ state: to })}
        onUndo={canUndo ? undo : undefined}
      />
      {error !== null && <ErrorNote error={error} />}
      {data !== undefined && items.length === 0 && <Nothing list={list.id} query={query} />}
      {current !== undefined && (
        <div className="completion-panes">
          <PickList
            items={items}
            rowHeight={30}
            keyOf={({ text }) => text}
            render={(phrase) => <PhraseRow phrase={phrase} />}
            picked={index}
            onPick={pick}
            onKey={press}
            label={t('graph.phrases')}
            testId="phrase-items"
          />
          <article className="prediction-detail" data-testid="phrase-detail">
            <Cutter phrase={current} cursor={Math.min(cursor, current.text.length - 1)} onToggle={toggle} />
            <p className="muted fine">{t('graph.cutHelp')}</p>
            <PhraseFacts phrase={current} />
            {data !== undefined && data.total > items.length && (
              <p className="muted fine">
                {t('graph.phrasesCut', { shown: formatCount(items.length), total: formatCount(data.total) })}
              </p>
            )}
            <p className="muted fine">{t('graph.minedFrom', cardOf(list))}</p>
          </article>
        </div>
      )}
    </>
  );
}

/** Returns decisions and cuts of the phrase in hand, which are kept at once, and their undoing one by one. */
function usePhraseEdits(list: PhraseList, current: Phrase | undefined) {
  const [done, setDone] = useState<readonly Phrase[]>([]);
  const { attempt } = useAttempt();
  const edit = (change: Omit<PhraseEdit, 'text'>): void => {
    if (current === undefined) return;
    void attempt(async () => {
      const { before } = await call('phrases.edit', { list: list.id, text: current.text, ...change });
      if (before !== null) setDone((all) => [...all, before]);
    });
  };
  const toggle = (at: number): void => {
    if (current === undefined || at >= current.text.length) return;
    const { cuts } = current;
    edit({
      cuts: cuts.includes(at) ? cuts.filter((cut) => cut !== at) : [...cuts, at].toSorted((a, b) => a - b),
    });
  };
  const undo = (): void => {
    const last = done.at(-1);
    if (last === undefined) return;
    void attempt(async () => {
      const { text, state, cuts } = last;
      await call('phrases.edit', { list: list.id, text, state, cuts });
      setDone((all) => all.slice(0, -1));
    });
  };
  return { edit, toggle, undo, canUndo: done.length > 0 };
}

interface PhraseToolsProps {
  readonly wanted: Wanted;
  readonly counts: PhraseList['counts'];
  /** State of the phrase in hand. */
  readonly state: PhraseState | undefined;
  readonly onWanted: (wanted: Wanted) => void;
  readonly onState: (to: PhraseState) => void;
  readonly onUndo: (() => void) | undefined;
}

/** Filter of the list, and buttons that decide about the phrase in hand. */
function PhraseTools({ wanted, counts, state, onWanted, onState, onUndo }: PhraseToolsProps) {
  const { t } = useTranslation();
  return (
    <div className="row wrap completion-tools">
      <Segmented
        value={wanted.state}
        aria-label={t('graph.phrases')}
        options={PhraseState.options.map((value) => ({
          value,
          label: `${t(`graph.state.${value}`)} ${formatCount(counts[value])}`,
        }))}
        onChange={(state) => onWanted({ ...wanted, state })}
      />
      <Input
        allowClear
        className="phrase-name"
        value={wanted.query}
        maxLength={60}
        placeholder={t('graph.findPhrase')}
        aria-label={t('graph.findPhrase')}
        data-testid="phrase-query"
        onChange={({ target }) => onWanted({ ...wanted, query: target.value })}
      />
      <Checkbox
        checked={wanted.long}
        onChange={({ target }) => onWanted({ ...wanted, long: target.checked })}
      >
        {t('graph.longOnly')}
      </Checkbox>
      {Object.entries(KEYS).map(([key, to]) => (
        <Button
          key={key}
          disabled={state === undefined || state === to}
          data-testid={`phrase-${to}`}
          onClick={() => onState(to)}
        >
          {t(`graph.decide.${to}`)} <Kbd shortcut={key.toUpperCase()} />
        </Button>
      ))}
      <Button disabled={onUndo === undefined} data-testid="phrase-undo" onClick={onUndo}>
        {t('graph.undoDecision')} <Kbd shortcut="Z" />
      </Button>
    </div>
  );
}

/** Facts of a list, with dashes for those that an imported one lacks. */
const cardOf = ({ card: { corpus, candidates, names, auc } }: PhraseList) => ({
  corpus: corpus?.name ?? '–',
  candidates: candidates === undefined ? '–' : formatCount(candidates),
  names: names === undefined ? '–' : formatCount(names),
  auc: auc?.toFixed(3) ?? '–',
});

function PhraseRow({ phrase }: { readonly phrase: Phrase }) {
  const { count, quality } = phrase;
  return (
    <div className="edge-row row" data-testid="phrase">
      <span className="grow ellipsis">{writtenCuts(phrase).replaceAll('|', ' | ')}</span>
      <span className="count tabular">{formatCount(count)}</span>
      <span className="count tabular">{quality?.toFixed(2) ?? ''}</span>
    </div>
  );
}

interface CutterProps {
  readonly phrase: Phrase;
  /** Offset of the place that keys reach. */
  readonly cursor: number;
  readonly onToggle: (at: number) => void;
}

/** A phrase with a button between every two characters, which cuts or joins there. */
function Cutter({ phrase: { text, cuts }, cursor, onToggle }: CutterProps) {
  const { t } = useTranslation();
  const core = cuts.at(-1) ?? 0;
  return (
    <h2 className="cutter" data-testid="cutter">
      {Array.from({ length: text.length }, (_, at) => (
        <Fragment key={text.slice(0, at + 1)}>
          {at > 0 && (
            <button
              type="button"
              className={`cut${cuts.includes(at) ? ' is-cut' : ''}${at === cursor ? ' is-here' : ''}`}
              aria-pressed={cuts.includes(at)}
              aria-label={t('graph.cutAfter', { text: text.slice(0, at) })}
              data-testid={`cut-${at}`}
              onClick={() => onToggle(at)}
            />
          )}
          <span className={cuts.length > 0 && at >= core ? 'core' : undefined}>{text[at]}</span>
        </Fragment>
      ))}
    </h2>
  );
}

function PhraseFacts({ phrase }: { readonly phrase: Phrase }) {
  const { t } = useTranslation();
  const { text, cuts, origin, count, quality, edited } = phrase;
  const core = cuts.at(-1);
  return (
    <dl className="phrase-facts">
      {core !== undefined && (
        <>
          <dt>{t('graph.modifier')}</dt>
          <dd>{text.slice(0, core)}</dd>
          <dt>{t('graph.core')}</dt>
          <dd>{text.slice(core)}</dd>
        </>
      )}
      <dt>{t('graph.origin')}</dt>
      <dd>{t(`graph.originOf.${origin}`)}</dd>
      <dt>{t('graph.occurrences')}</dt>
      <dd>{formatCount(count)}</dd>
      <dt>{t('graph.quality')}</dt>
      <dd>{quality?.toFixed(3) ?? '–'}</dd>
      <dt>{t('graph.cutBy')}</dt>
      <dd>{t(edited ? 'graph.cutByPerson' : 'graph.cutByRules')}</dd>
    </dl>
  );
}

/** Says that nothing is found, and adds the words looked for. */
function Nothing({ list, query }: { readonly list: number; readonly query: string }) {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  return (
    <EmptyState text={t('graph.noPhrases')}>
      {query.length > 1 && (
        <Button
          data-testid="phrase-add"
          onClick={() => void attempt(() => call('phrases.edit', { list, text: query, state: 'accepted' }))}
        >
          {t('graph.addPhrase', { text: query })}
        </Button>
      )}
    </EmptyState>
  );
}
