import { Fragment, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { useStore } from '../../../lib/use-store.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import { useAnnotation } from '../annotation-context.ts';
import type { Mode } from '../controller/annotation-state.ts';
import { groupedTypes, titleOf } from '../schema/type-letters.ts';
import { TypeMark } from '../type-mark.tsx';

interface KeyBarProps {
  /** Asks for the concept that the chosen span is linked to. */
  readonly onLink: () => void;
}

/** Types with their keys along the bottom; above them one line that says what the keys do now. */
export const KeyBar = memo(function KeyBar({ onLink }: KeyBarProps) {
  const { controller } = useAnnotation();
  const mode = useStore(controller.mode);
  return (
    <footer className="key-bar" data-testid="key-bar">
      <ModeLine mode={mode} onLink={onLink} />
      <TypeKeys relating={mode.kind === 'choose' || mode.kind === 'relate'} />
    </footer>
  );
});

type ModeLineProps = KeyBarProps & { readonly mode: Mode };

function ModeLine(props: ModeLineProps) {
  const { mode } = props;
  return (
    <p className="mode-line" role="status" data-testid="mode-line" data-mode={mode.kind}>
      <ModeText {...props} />
    </p>
  );
}

/** Names the state, and the keys that act on it. */
function ModeText({ mode, onLink }: ModeLineProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const words = useStore(controller.words);
  const layer = useStore(controller.session.layer);
  const item = layer.get(useStore(controller.chosen));
  const spanWords = (id: number): string => {
    const span = layer.get(id);
    return span?.kind === 'span' ? wordsOf(controller.text, span) : '';
  };
  if (controller.locked)
    return <strong>{t(controller.reviewing ? 'annotate.mode.reviewing' : 'annotate.mode.locked')}</strong>;
  if (mode.kind === 'relate') return t('annotate.mode.relate', { words: spanWords(mode.from) });
  if (mode.kind === 'choose')
    return t('annotate.mode.choose', { from: spanWords(mode.from), to: spanWords(mode.to) });
  if (mode.kind === 'review') return <ReviewHints />;
  if (words !== null) return <WordsHints words={words} onSpan={item?.kind === 'span'} />;
  if (item?.status === 'suggested') return <SuggestionHints />;
  if (item?.kind === 'span') return <SpanHints onLink={onLink} />;
  if (item?.kind === 'relation') return <RelationHints />;
  return <span className="muted">{t('annotate.mode.nothing')}</span>;
}

function ReviewHints() {
  const { suggestions, selection } = useAnnotation().controller;
  const { t } = useTranslation();
  const keymap = useKeymap();
  return (
    <>
      <strong>{t('annotate.mode.review', { n: suggestions.all.length })}</strong>
      <Hint keys={keymap.acceptSuggestion} text={t('annotate.accept')} run={() => suggestions.accept()} />
      <Hint keys={keymap.rejectSuggestion} text={t('annotate.reject')} run={() => suggestions.reject()} />
      <Hint keys={keymap.nextItem} text={t('annotate.skip')} run={() => selection.stepItem(1)} />
      <Hint
        keys={keymap.acceptAll}
        text={t('annotate.acceptAll')}
        run={() => suggestions.decideAll('accept')}
      />
      <Hint keys={keymap.leave} text={t('annotate.leave')} run={() => selection.escape()} />
    </>
  );
}

interface WordsHintsProps {
  readonly words: Span;
  /** A span is chosen that the words can be added to. */
  readonly onSpan: boolean;
}

function WordsHints({ words, onSpan }: WordsHintsProps) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const keymap = useKeymap();
  const lastType = useStore(controller.lastType);
  return (
    <>
      {t('annotate.mode.words', { words: short(controller.text.slice(words.start, words.end)) })}
      <Hint keys={keymap.makeSpan} text={table.title(lastType)} run={() => controller.enter()} />
      {onSpan && (
        <Hint
          keys={keymap.addFragment}
          text={t('annotate.asFragment')}
          testId="add-fragment"
          run={() => controller.spans.addFragment()}
        />
      )}
      <MarkAllHint />
    </>
  );
}

function SuggestionHints() {
  const { suggestions } = useAnnotation().controller;
  const { t } = useTranslation();
  const keymap = useKeymap();
  return (
    <>
      {t('annotate.mode.suggestion')}
      <Hint keys={keymap.makeSpan} text={t('annotate.accept')} run={() => suggestions.accept()} />
      <Hint keys={keymap.removeItem} text={t('annotate.reject')} run={() => suggestions.reject()} />
      <Hint keys={keymap.reviewSuggestions} text={t('annotate.reviewAll')} run={() => suggestions.review()} />
    </>
  );
}

function SpanHints({ onLink }: KeyBarProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const keymap = useKeymap();
  const { schema, spans, relations } = controller;
  return (
    <>
      {t('annotate.mode.span')}
      <Hint keys={keymap.growStart} text="←" run={() => spans.nudge('start', -1)} />
      <Hint keys={keymap.growEnd} text="→" run={() => spans.nudge('end', 1)} />
      {schema.relations.length > 0 && (
        <Hint keys={keymap.relate} text={t('annotate.relateShort')} run={() => relations.relate()} />
      )}
      <Hint keys={keymap.editLink} text={t('annotate.linkShort')} run={onLink} />
      <MarkAllHint />
      <Hint keys={keymap.removeItem} text={t('app.delete')} run={() => controller.remove()} />
    </>
  );
}

function RelationHints() {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const keymap = useKeymap();
  return (
    <>
      {t('annotate.mode.relation')}
      <Hint
        keys={keymap.turnRelation}
        text={t('annotate.turnShort')}
        run={() => controller.relations.turnRelation()}
      />
      <Hint keys={keymap.removeItem} text={t('app.delete')} run={() => controller.remove()} />
    </>
  );
}

function MarkAllHint() {
  const { suggestions } = useAnnotation().controller;
  const { t } = useTranslation();
  const { markAll } = useKeymap();
  return <Hint keys={markAll} text={t('annotate.markAllShort')} run={() => suggestions.markAll()} />;
}

const short = (words: string): string => (words.length > 24 ? `${words.slice(0, 23)}…` : words);

interface HintProps {
  readonly keys: string;
  readonly text: string;
  readonly testId?: string;
  readonly run: () => void;
}

/** Shows a key's action, as a button that does the same. */
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
  relating,
}: Omit<KeyBarProps, 'onLink'> & { readonly relating: boolean }) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const groups = useMemo(() => groupedTypes(controller.schema.spans), [controller]);
  return (
    <div className="type-keys">
      <fieldset className="type-keys-row" aria-label={t('annotate.spanTypes')}>
        {groups.map(([group, types]) => (
          <Fragment key={group}>
            {group !== '' && <span className="type-group muted">{group}</span>}
            {types.map(({ name, key, description }) => (
              <button
                key={name}
                type="button"
                className={`type-key look-${table.look(name)}`}
                data-testid="type-key"
                data-type={name}
                title={description}
                disabled={controller.locked}
                onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
                onClick={() => controller.spans.give(name)}
              >
                <TypeMark table={table} type={name} />
                <span className="type-key-name">{table.title(name)}</span>
                {key !== undefined && <kbd>{key.toUpperCase()}</kbd>}
              </button>
            ))}
          </Fragment>
        ))}
      </fieldset>
      {controller.schema.relations.length > 0 && (
        <fieldset
          className={relating ? 'type-keys-row is-wanted' : 'type-keys-row'}
          aria-label={t('annotate.relationTypes')}
        >
          {controller.schema.relations.map((type) => (
            <button
              key={type.name}
              type="button"
              className="type-key is-relation"
              data-testid="relation-key"
              data-type={type.name}
              disabled={controller.locked}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => controller.relations.giveRelation(type.name)}
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
