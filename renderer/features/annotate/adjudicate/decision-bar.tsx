import { useTranslation } from 'react-i18next';
import { useStore } from '../../../lib/use-store.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import { useAnnotation } from '../annotation-context.ts';

interface DecisionBarProps {
  /** Annotators of the columns below. */
  readonly people: readonly string[];
  /** Differences that wait for a decision. */
  readonly open: number;
  readonly onMajority: () => void;
  /** Decides every open difference as one annotator has it. */
  readonly onTakeAll: (person: string) => void;
}

/** Shows the number of open differences, and the actions on the chosen one with their keys. */
export function DecisionBar({ people, open, onMajority, onTakeAll }: DecisionBarProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const keymap = useKeymap();
  const chosen = useStore(controller.chosen);
  const words = useStore(controller.words);
  const isWaiting = !controller.locked && controller.layer.get(chosen)?.status === 'suggested';
  const actions = [
    {
      name: t('annotate.adjudication.keep'),
      hint: t('annotate.adjudication.keepHint'),
      keys: keymap.keepReading,
      off: !isWaiting,
      run: () => controller.adjudication.keepReading(),
    },
    {
      name: t('annotate.adjudication.merge'),
      hint: t('annotate.adjudication.mergeHint'),
      keys: keymap.mergeReadings,
      off: !isWaiting,
      run: () => controller.adjudication.mergeReadings('union'),
    },
    {
      name: t('annotate.adjudication.mergeShared'),
      hint: t('annotate.adjudication.mergeSharedHint'),
      keys: keymap.mergeShared,
      off: !isWaiting,
      run: () => controller.adjudication.mergeReadings('shared'),
    },
    {
      name: t('annotate.adjudication.own'),
      hint: t('annotate.adjudication.ownHint'),
      keys: keymap.takeOwnReading,
      off: controller.locked || words === null,
      run: () => controller.adjudication.takeOwn(),
    },
    {
      name: t('annotate.adjudication.takeNone'),
      hint: t('annotate.adjudication.takeNoneHint'),
      keys: keymap.takeNoReading,
      off: !isWaiting,
      run: () => controller.adjudication.takeNone(),
    },
  ];
  return (
    <header className="differences-head">
      <strong>
        {open === 0 ? t('annotate.adjudication.done') : t('annotate.adjudication.left', { n: open })}
      </strong>
      <span className="spacer" />
      <Action
        name={t('annotate.adjudication.majority')}
        hint={t('annotate.adjudication.majorityHint')}
        keys={keymap.takeMajority}
        off={controller.locked || open === 0}
        run={onMajority}
      />
      <div className="difference-actions">
        {actions.map((action) => (
          <Action key={action.hint} {...action} />
        ))}
        <Action
          name={t('annotate.adjudication.next')}
          hint={t('annotate.adjudication.next')}
          keys={keymap.nextDifference}
          off={open === 0}
          run={() => controller.adjudication.stepDifference(1)}
        />
      </div>
      <div className="reading reading-people">
        <span className="reading-what" />
        {people.map((name) => (
          <button
            key={name}
            type="button"
            className="reading-vote"
            title={t('annotate.adjudication.takeAllOfHint', { name })}
            aria-label={t('annotate.adjudication.takeAllOf', { name })}
            data-testid="take-all-of"
            disabled={controller.locked || open === 0}
            onClick={() => onTakeAll(name)}
          >
            {name}
          </button>
        ))}
      </div>
    </header>
  );
}

interface ActionProps {
  readonly name: string;
  readonly hint: string;
  readonly keys: string;
  readonly off: boolean;
  readonly run: () => void;
}

function Action({ name, hint, keys, off, run }: ActionProps) {
  return (
    <button
      type="button"
      className="choice-value difference-action"
      title={hint}
      disabled={off}
      onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
      onClick={run}
    >
      {name} <Kbd shortcut={keys} />
    </button>
  );
}
