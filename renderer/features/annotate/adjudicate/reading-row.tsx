import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenGroup, OpenReading } from '../../../../shared/adjudication/groups-in-gold.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import { useAnnotation } from '../annotation-context.ts';
import { ItemMark } from '../type-mark.tsx';
import { isAsRead, linkOf, wordsOfItem, wordsOfReading } from './readings.ts';

interface RowProps {
  readonly open: OpenGroup;
  readonly people: readonly string[];
  /** Its group is chosen and waits: keys are about it. */
  readonly active: boolean;
}

interface ReadingRowProps extends RowProps {
  readonly reading: OpenReading;
  readonly number: number;
}

/** A reading with its annotators and the key that takes it. */
export function ReadingRow({ open, reading: one, number, people, active }: ReadingRowProps) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const { reading, item } = one;
  const isChanged = item?.status === 'accepted' && !isAsRead(one);
  const state = item === null ? 'gone' : isChanged ? 'changed' : item.status;
  const words = wordsOfReading(controller, reading);
  const link = linkOf(reading);
  const signs = Object.values(reading.attributes).join(' ');
  return (
    <Row
      state={state}
      votes={new Set(reading.votes.map(({ annotator }) => annotator))}
      people={people}
      testId="reading"
      disabled={controller.locked || state !== 'suggested'}
      onClick={() => {
        controller.selection.choose(item?.id ?? null);
        controller.adjudication.takeReading(open.readings.indexOf(one));
        controller.focus();
      }}
      mark={
        active && state === 'suggested' ? <kbd>{number}</kbd> : state === 'accepted' || isChanged ? '✓' : ''
      }
    >
      <ItemMark table={table} item={reading} />
      <span className="item-words" title={words}>
        {words === '' ? table.title(reading.type) : words}
      </span>
      {reading.kind === 'relation' && <span className="muted">{table.title(reading.type)}</span>}
      <span className="muted">{signs}</span>
      {link !== '' && (
        <span className="reading-link muted ellipsis" data-testid="reading-link" title={link}>
          ⛓ {link}
        </span>
      )}
      {isChanged && (
        <span className="reading-became">
          {t('annotate.adjudication.became', {
            words: [wordsOfItem(controller, item) || table.title(item.type), linkOf(item)]
              .filter((part) => part !== '')
              .join(' ⛓ '),
          })}
        </span>
      )}
    </Row>
  );
}

/** Annotators who marked nothing here, and the key that agrees with them. */
export function MissingRow({ open, people, active }: RowProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const keymap = useKeymap();
  const waiting = open.readings.find(({ item }) => item?.status === 'suggested')?.item;
  const isNone = open.readings.every(({ item }) => item === null);
  return (
    <Row
      state={waiting != null ? 'suggested' : isNone ? 'accepted' : 'gone'}
      votes={new Set(open.group.missing)}
      people={people}
      testId="reading-none"
      disabled={controller.locked || waiting == null}
      onClick={() => {
        controller.selection.choose(waiting?.id ?? null);
        controller.adjudication.takeNone();
        controller.focus();
      }}
      mark={active ? <Kbd shortcut={keymap.takeNoReading} /> : isNone ? '✓' : ''}
    >
      <span className="item-words muted">{t('annotate.adjudication.missing')}</span>
    </Row>
  );
}

interface GridRowProps {
  readonly state: string;
  readonly votes: ReadonlySet<string>;
  readonly people: readonly string[];
  readonly testId: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

function Row({ state, votes, people, testId, disabled, onClick, mark, children }: GridRowProps) {
  return (
    <button
      type="button"
      className={`reading is-${state}`}
      data-testid={testId}
      data-state={state}
      disabled={disabled}
      onClick={onClick}
    >
      <span className="reading-mark">{mark}</span>
      <span className="reading-what">{children}</span>
      {people.map((name) =>
        votes.has(name) ? (
          <span key={name} className="reading-vote" role="img" aria-label={name} title={name}>
            ●
          </span>
        ) : (
          <span key={name} className="reading-vote" aria-hidden />
        ),
      )}
    </button>
  );
}
