import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import { useStore } from '../../../lib/use-store.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import type { Mode } from '../controller/annotation-state.ts';
import { titleOf } from '../schema/type-letters.ts';
import { TypeMark, type TypeTable } from '../type-mark.tsx';

interface KeyBarProps {
  readonly controller: AnnotationController;
  readonly table: TypeTable;
  /** Asks for the concept that the chosen span is linked to. */
  readonly onLink: () => void;
}

/** Types with their keys along the bottom; above them one line that says what the keys do now. */
export const KeyBar = memo(function KeyBar({ controller, table, onLink }: KeyBarProps) {
  const mode = useStore(controller.mode);
  return (
    <footer className="key-bar" data-testid="key-bar">
      <ModeLine controller={controller} mode={mode} table={table} onLink={onLink} />
      <TypeKeys
        controller={controller}
        table={table}
        relating={mode.kind === 'choose' || mode.kind === 'relate'}
      />
    </footer>
  );
});

function ModeLine({ controller, mode, table, onLink }: KeyBarProps & { readonly mode: Mode }) {
  const { t } = useTranslation();
  const words = useStore(controller.words);
  const layer = useStore(controller.session.layer);
  const chosen = useStore(controller.chosen);
  const lastType = useStore(controller.lastType);
  const keymap = useKeymap();
  const item = layer.get(chosen);
  const spanWords = (id: number): string => {
    const span = layer.get(id);
    return span?.kind === 'span' ? wordsOf(controller.text, span) : '';
  };
  const line = (): React.ReactNode => {
    if (controller.locked) return <strong>{t('annotate.mode.locked')}</strong>;
    if (mode.kind === 'relate') return t('annotate.mode.relate', { words: spanWords(mode.from) });
    if (mode.kind === 'choose')
      return t('annotate.mode.choose', { from: spanWords(mode.from), to: spanWords(mode.to) });
    if (mode.kind === 'review')
      return (
        <>
          <strong>{t('annotate.mode.review', { n: controller.suggestions.all.length })}</strong>
          <Hint
            keys={keymap.acceptSuggestion}
            text={t('annotate.accept')}
            run={() => controller.suggestions.accept()}
          />
          <Hint
            keys={keymap.rejectSuggestion}
            text={t('annotate.reject')}
            run={() => controller.suggestions.reject()}
          />
          <Hint
            keys={keymap.nextItem}
            text={t('annotate.skip')}
            run={() => controller.selection.stepItem(1)}
          />
          <Hint
            keys={keymap.acceptAll}
            text={t('annotate.acceptAll')}
            run={() => controller.suggestions.decideAll('accept')}
          />
          <Hint keys={keymap.leave} text={t('annotate.leave')} run={() => controller.selection.escape()} />
        </>
      );
    if (words !== null)
      return (
        <>
          {t('annotate.mode.words', { words: short(controller.text.slice(words.start, words.end)) })}
          <Hint keys={keymap.makeSpan} text={table.title(lastType)} run={() => controller.enter()} />
          {item?.kind === 'span' && (
            <Hint
              keys={keymap.addFragment}
              text={t('annotate.asFragment')}
              testId="add-fragment"
              run={() => controller.spans.addFragment()}
            />
          )}
          <Hint
            keys={keymap.markAll}
            text={t('annotate.markAllShort')}
            run={() => controller.suggestions.markAll()}
          />
        </>
      );
    if (item?.status === 'suggested')
      return (
        <>
          {t('annotate.mode.suggestion')}
          <Hint
            keys={keymap.makeSpan}
            text={t('annotate.accept')}
            run={() => controller.suggestions.accept()}
          />
          <Hint
            keys={keymap.removeItem}
            text={t('annotate.reject')}
            run={() => controller.suggestions.reject()}
          />
          <Hint
            keys={keymap.reviewSuggestions}
            text={t('annotate.reviewAll')}
            run={() => controller.suggestions.review()}
          />
        </>
      );
    if (item?.kind === 'span')
      return (
        <>
          {t('annotate.mode.span')}
          <Hint keys={keymap.growStart} text="←" run={() => controller.spans.nudge('start', -1)} />
          <Hint keys={keymap.growEnd} text="→" run={() => controller.spans.nudge('end', 1)} />
          {controller.schema.relations.length > 0 && (
            <Hint
              keys={keymap.relate}
              text={t('annotate.relateShort')}
              run={() => controller.relations.relate()}
            />
          )}
          <Hint keys={keymap.editLink} text={t('annotate.linkShort')} run={onLink} />
          <Hint
            keys={keymap.markAll}
            text={t('annotate.markAllShort')}
            run={() => controller.suggestions.markAll()}
          />
          <Hint keys={keymap.removeItem} text={t('app.delete')} run={() => controller.remove()} />
        </>
      );
    if (item?.kind === 'relation')
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
  controller,
  table,
  relating,
}: Omit<KeyBarProps, 'onLink'> & { readonly relating: boolean }) {
  const { t } = useTranslation();
  const types = useMemo(() => controller.schema.spans, [controller]);
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
            disabled={controller.locked}
            onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
            onClick={() => controller.spans.give(name)}
          >
            <TypeMark table={table} type={name} />
            <span className="type-key-name">{table.title(name)}</span>
            {key !== undefined && <kbd>{key.toUpperCase()}</kbd>}
          </button>
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
