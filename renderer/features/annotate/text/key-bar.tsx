import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import { useStore } from '../../../lib/use-store.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import type { AnnotationDesk } from '../controller/desk.ts';
import type { Mode } from '../controller/desk-core.ts';
import { titleOf } from '../schema/type-letters.ts';
import { TypeMark, type TypeTable } from '../type-mark.tsx';

interface KeyBarProps {
  readonly desk: AnnotationDesk;
  readonly table: TypeTable;
  /** Asks for the concept that the chosen span is linked to. */
  readonly onLink: () => void;
}

/** Types with their keys along the bottom; above them one line that says what the keys do now. */
export const KeyBar = memo(function KeyBar({ desk, table, onLink }: KeyBarProps) {
  const mode = useStore(desk.mode);
  return (
    <footer className="key-bar" data-testid="key-bar">
      <ModeLine desk={desk} mode={mode} table={table} onLink={onLink} />
      <TypeKeys desk={desk} table={table} relating={mode.kind === 'choose' || mode.kind === 'relate'} />
    </footer>
  );
});

function ModeLine({ desk, mode, table, onLink }: KeyBarProps & { readonly mode: Mode }) {
  const { t } = useTranslation();
  const words = useStore(desk.words);
  const layer = useStore(desk.session.layer);
  const chosen = useStore(desk.chosen);
  const lastType = useStore(desk.lastType);
  const keymap = useKeymap();
  const item = layer.get(chosen);
  const spanWords = (id: number): string => {
    const span = layer.get(id);
    return span?.kind === 'span' ? wordsOf(desk.text, span) : '';
  };
  const line = (): React.ReactNode => {
    if (desk.locked) return <strong>{t('annotate.mode.locked')}</strong>;
    if (mode.kind === 'relate') return t('annotate.mode.relate', { words: spanWords(mode.from) });
    if (mode.kind === 'choose')
      return t('annotate.mode.choose', { from: spanWords(mode.from), to: spanWords(mode.to) });
    if (mode.kind === 'review')
      return (
        <>
          <strong>{t('annotate.mode.review', { n: desk.suggestions.length })}</strong>
          <Hint keys={keymap.acceptSuggestion} text={t('annotate.accept')} run={() => desk.accept()} />
          <Hint keys={keymap.rejectSuggestion} text={t('annotate.reject')} run={() => desk.reject()} />
          <Hint keys={keymap.nextItem} text={t('annotate.skip')} run={() => desk.stepItem(1)} />
          <Hint keys={keymap.acceptAll} text={t('annotate.acceptAll')} run={() => desk.decideAll('accept')} />
          <Hint keys={keymap.leave} text={t('annotate.leave')} run={() => desk.escape()} />
        </>
      );
    if (words !== null)
      return (
        <>
          {t('annotate.mode.words', { words: short(desk.text.slice(words.start, words.end)) })}
          <Hint keys={keymap.makeSpan} text={table.title(lastType)} run={() => desk.enter()} />
          {item?.kind === 'span' && (
            <Hint
              keys={keymap.addFragment}
              text={t('annotate.asFragment')}
              testId="add-fragment"
              run={() => desk.addFragment()}
            />
          )}
          <Hint keys={keymap.markAll} text={t('annotate.markAllShort')} run={() => desk.markAll()} />
        </>
      );
    if (item?.status === 'suggested')
      return (
        <>
          {t('annotate.mode.suggestion')}
          <Hint keys={keymap.makeSpan} text={t('annotate.accept')} run={() => desk.accept()} />
          <Hint keys={keymap.removeItem} text={t('annotate.reject')} run={() => desk.reject()} />
          <Hint keys={keymap.reviewSuggestions} text={t('annotate.reviewAll')} run={() => desk.review()} />
        </>
      );
    if (item?.kind === 'span')
      return (
        <>
          {t('annotate.mode.span')}
          <Hint keys={keymap.growStart} text="←" run={() => desk.nudge('start', -1)} />
          <Hint keys={keymap.growEnd} text="→" run={() => desk.nudge('end', 1)} />
          {desk.schema.relations.length > 0 && (
            <Hint keys={keymap.relate} text={t('annotate.relateShort')} run={() => desk.relate()} />
          )}
          <Hint keys={keymap.editLink} text={t('annotate.linkShort')} run={onLink} />
          <Hint keys={keymap.markAll} text={t('annotate.markAllShort')} run={() => desk.markAll()} />
          <Hint keys={keymap.removeItem} text={t('app.delete')} run={() => desk.remove()} />
        </>
      );
    if (item?.kind === 'relation')
      return (
        <>
          {t('annotate.mode.relation')}
          <Hint keys={keymap.turnRelation} text={t('annotate.turnShort')} run={() => desk.turnRelation()} />
          <Hint keys={keymap.removeItem} text={t('app.delete')} run={() => desk.remove()} />
        </>
      );
    return <span className="muted">{t('annotate.mode.nothing')}</span>;
  };
  return (
    <p className="mode-line" role="status" data-testid="mode-line" data-mode={mode.kind}>
      {line()}
    </p>
  );
}

const short = (words: string): string => (words.length > 24 ? `${words.slice(0, 23)}…` : words);

interface HintProps {
  readonly keys: string;
  readonly text: string;
  readonly testId?: string;
  readonly run: () => void;
}

/** What a key does, and a button that does the same. */
function Hint({ keys, text, testId, run }: HintProps) {
  return (
    <button
      type="button"
      className="key-hint"
      data-testid={testId}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
      onClick={run}
    >
      <Kbd shortcut={keys} /> {text}
    </button>
  );
}

const TypeKeys = memo(function TypeKeys({
  desk,
  table,
  relating,
}: Omit<KeyBarProps, 'onLink'> & { readonly relating: boolean }) {
  const { t } = useTranslation();
  const types = useMemo(() => desk.schema.spans, [desk]);
  return (
    <div className="type-keys">
      <fieldset className="type-keys-row" aria-label={t('annotate.spanTypes')}>
        {types.map(({ name, key, description }) => (
          <button
            key={name}
            type="button"
            className={`type-key look-${table.look(name)}`}
            data-testid="type-key"
            data-type={name}
            title={description}
            disabled={desk.locked}
            onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
            onClick={() => desk.give(name)}
          >
            <TypeMark table={table} type={name} />
            <span className="type-key-name">{table.title(name)}</span>
            {key !== undefined && <kbd>{key.toUpperCase()}</kbd>}
          </button>
        ))}
      </fieldset>
      {desk.schema.relations.length > 0 && (
        <fieldset
          className={relating ? 'type-keys-row is-wanted' : 'type-keys-row'}
          aria-label={t('annotate.relationTypes')}
        >
          {desk.schema.relations.map((type) => (
            <button
              key={type.name}
              type="button"
              className="type-key is-relation"
              data-testid="relation-key"
              data-type={type.name}
              disabled={desk.locked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => desk.giveRelation(type.name)}
            >
              <span className="type-key-name">→ {titleOf(type)}</span>
              {type.key !== undefined && <kbd>{type.key.toUpperCase()}</kbd>}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
});
