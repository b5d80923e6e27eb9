import type { InputRef } from 'antd';
import { type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endOf, startOf } from '../../../shared/domain/annotation.ts';
import type { Project, QueueEntry } from '../../../shared/domain/project.ts';
import type { Command } from '../../lib/keyboard/commands.ts';
import { useScreenCommands } from '../../lib/keyboard/use-screen-commands.ts';
import { useCommandMaker } from '../../ui/use-command-maker.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { AnnotationDesk } from './controller/desk.ts';
import { attributesFor } from './controller/edits.ts';
import type { SideTab } from './panel/side-panel.tsx';
import type { AnnotatePlace } from './place.ts';
import { neighbour } from './queue.ts';
import { titleOf } from './schema/type-letters.ts';
import type { TextView } from './text/text-view.ts';

interface DeskCommandParts {
  readonly desk: AnnotationDesk | null;
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly view: RefObject<TextView | null>;
  readonly search: RefObject<InputRef | null>;
  readonly details: RefObject<HTMLElement | null>;
  readonly labels: RefObject<HTMLFieldSetElement | null>;
  readonly setTab: (tab: SideTab) => void;
  /** At once: the next key is already meant for what it shows. */
  readonly showDetails: () => void;
  readonly startLink: () => void;
  readonly finish: () => void;
  /** Takes what the majority says, in this document or in the whole project. */
  readonly majority: (everywhere: boolean) => void;
  readonly open: (documentId: number) => void;
  readonly onGo: (place: AnnotatePlace) => void;
}

/** Everything that can be done on the desk, for palette and keys. */
export function useDeskCommands(parts: DeskCommandParts): void {
  const { desk, project } = parts;
  const { onGo } = parts;
  const command = useCommandMaker();
  const actions = useDeskActions(parts);
  const typed = useTypeCommands(desk, project);
  const always = useMemo(
    () => [
      command('projectSettings', () => onGo({ kind: 'project', project: project.id })),
      command('allProjects', () => onGo({ kind: 'projects' })),
    ],
    [command, onGo, project.id],
  );
  useScreenCommands(useMemo(() => [...actions, ...typed, ...always], [actions, typed, always]));
}

function useDeskActions(parts: DeskCommandParts): readonly Command[] {
  const command = useCommandMaker();
  const { t } = useTranslation();
  const notices = useNotices();
  const {
    desk,
    queue,
    view,
    search,
    details,
    labels,
    setTab,
    showDetails,
    startLink,
    finish,
    majority,
    open,
    onGo,
  } = parts;
  const current = useRef(queue);
  current.current = queue; // changes with every edit, the commands do not
  return useMemo(() => {
    if (desk === null) return [];
    const stored = (): void => notices.done(t('annotate.stored'));
    const reviewing = { enabled: () => desk.mode.get().kind === 'review' };
    const onReading = { enabled: () => desk.item?.status === 'suggested' };
    const onSpan = { enabled: () => desk.span !== undefined };
    const sameType = (decision: 'accept' | 'reject') => () => {
      const type = desk.item?.type;
      desk.decideAll(decision, (item) => item.type === type);
    };
    const focusIn = (selector: string) => () => {
      showDetails();
      details.current?.querySelector<HTMLElement>(selector)?.focus();
    };
    const step = (direction: 1 | -1) => () => {
      const next = neighbour(current.current, desk.document.id, direction);
      if (next !== undefined) open(next.id);
    };
    return [
      ...(desk.groups.length === 0
        ? []
        : [
            command('nextDifference', () => desk.stepDifference(1)),
            command('previousDifference', () => desk.stepDifference(-1)),
            command('keepReading', () => desk.keepReading(), onReading),
            command('mergeReadings', () => desk.mergeReadings('union'), onReading),
            command('mergeShared', () => desk.mergeReadings('shared'), onReading),
            command('takeOwnReading', () => desk.takeOwn(), { enabled: () => desk.words.get() !== null }),
            command('takeNoReading', () => desk.takeNone(), onReading),
            command('takeMajority', () => majority(false)),
            command('takeMajorityEverywhere', () => majority(true)),
            ...Array.from(
              { length: 9 },
              (_, i): Command => ({
                id: `reading:${i}`,
                name: t('annotate.takeReading', { n: i + 1 }),
                keywords: [],
                keys: String(i + 1),
                ...onReading,
                run: () => desk.takeReading(i),
              }),
            ),
          ]),
      // While suggestions are reviewed their letters come before those of types.
      command('acceptSuggestion', () => desk.accept(), reviewing),
      command('rejectSuggestion', () => desk.reject(), reviewing),
      command('acceptAll', () => desk.decideAll('accept'), reviewing),
      command('rejectAll', () => desk.decideAll('reject'), reviewing),
      command('nextItem', () => desk.stepItem(1)),
      command('previousItem', () => desk.stepItem(-1)),
      command('cycleNested', () => desk.cycle()),
      command('nextSentence', () => desk.stepSentence(1, false)),
      command('previousSentence', () => desk.stepSentence(-1, false)),
      command('selectSentence', () => desk.stepSentence(1, true)),
      command('selectSentenceBack', () => desk.stepSentence(-1, true)),
      command('makeSpan', () => desk.enter()),
      command('removeItem', () => desk.remove()),
      command('removeItemToo', () => desk.remove()),
      command('growStart', () => desk.nudge('start', -1)),
      command('growEnd', () => desk.nudge('end', 1)),
      command('shrinkStart', () => desk.nudge('start', 1)),
      command('shrinkEnd', () => desk.nudge('end', -1)),
      command('addFragment', () => desk.addFragment()),
      command('cutFragment', () => desk.cutFragment()),
      command('relate', () => desk.relate()),
      command('turnRelation', () => desk.turnRelation(), { enabled: () => desk.item?.kind === 'relation' }),
      command('markAll', () => desk.markAll()),
      command('reviewSuggestions', () => desk.review()),
      command('acceptType', sameType('accept'), { enabled: () => desk.item?.status === 'suggested' }),
      command('rejectType', sameType('reject'), { enabled: () => desk.item?.status === 'suggested' }),
      command('editAttributes', focusIn('.choice-value, input, textarea'), {
        enabled: () => desk.item !== undefined,
      }),
      command('editNote', focusIn('.is-note textarea'), { enabled: () => desk.item !== undefined }),
      command('editLink', startLink, onSpan),
      command(
        'linkNil',
        () => desk.span !== undefined && desk.setLink(desk.span, { system: 'nil', code: '', name: '' }),
        onSpan,
      ),
      command(
        'pickLabels',
        () => {
          showDetails();
          labels.current?.querySelector('button')?.focus();
        },
        { enabled: () => desk.schema.labels.length > 0 },
      ),
      command('leave', () => (isElsewhere() ? desk.focus() : desk.escape())),
      command('undoEdit', () => desk.undo()),
      command('redoEdit', () => desk.redo()),
      command('storeNow', () => void desk.session.settled().then(stored)),
      command('finishDocument', finish),
      command('nextOpenDocument', step(1)),
      command('previousOpenDocument', step(-1)),
      command('searchQueue', () => search.current?.focus()),
      command('findInText', () => view.current?.find()),
      command('focusText', () => desk.focus()),
      command('adjudicate', () =>
        onGo({ kind: 'adjudicate', project: desk.document.projectId, document: desk.document.id }),
      ),
      command('showItems', () => setTab('items')),
      command('showGuidelines', () => setTab('guidelines')),
      command('showEdits', () => setTab('edits')),
    ];
  }, [
    desk,
    command,
    t,
    notices,
    view,
    search,
    details,
    labels,
    setTab,
    showDetails,
    startLink,
    finish,
    majority,
    open,
    onGo,
  ]);
}

/** The focus is not in the text. */
const isElsewhere = (): boolean => document.activeElement?.closest('[data-plain-keys]') === null;

/** Keys of the schema's types, and Shift with a digit for the attributes of the chosen item. */
function useTypeCommands(desk: AnnotationDesk | null, { schema }: Project): readonly Command[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (desk === null) return [];
    const relations = schema.relations.map(
      (type): Command => ({
        id: `relation:${type.name}`,
        name: t('annotate.giveRelation', { type: titleOf(type) }),
        keywords: [type.name],
        keys: type.key,
        run: () => desk.giveRelation(type.name),
      }),
    );
    const spans = schema.spans.map(
      (type): Command => ({
        id: `type:${type.name}`,
        name: t('annotate.giveType', { type: titleOf(type) }),
        keywords: [type.name],
        keys: type.key,
        run: () => desk.give(type.name),
      }),
    );
    const attributes = Array.from({ length: Math.min(9, schema.attributes.length) }, (_, i): Command => {
      const attribute = () => desk.item && attributesFor(schema.attributes, desk.item)[i];
      return {
        id: `attribute:${i}`,
        name: t('annotate.turnAttribute', { n: i + 1 }),
        keywords: schema.attributes.map(({ name }) => name),
        keys: `Shift+${i + 1}`,
        enabled: () => attribute() !== undefined,
        run: () => {
          const found = attribute();
          if (found !== undefined) desk.turnAttribute(found);
        },
      };
    });
    // The same words once more, as something else: a span within or around the chosen one.
    const again: Command = {
      id: 'annotate:sameWords',
      name: t('annotate.sameWords'),
      keywords: [],
      enabled: () => desk.span !== undefined,
      run: () => {
        const { span } = desk;
        if (span !== undefined) desk.selectWords({ start: startOf(span), end: endOf(span) });
      },
    };
    return [...spans, ...relations, ...attributes, again];
  }, [desk, schema, t]);
}
