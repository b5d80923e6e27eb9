import type { InputRef } from 'antd';
import type { TFunction } from 'i18next';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endOf, startOf } from '../../../shared/domain/annotation.ts';
import type { Project, QueueEntry } from '../../../shared/domain/project.ts';
import { useMay } from '../../api/accounts.ts';
import { call } from '../../api/client.ts';
import type { Command } from '../../lib/keyboard/commands.ts';
import { useScreenCommands } from '../../lib/keyboard/use-screen-commands.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useCommandMaker } from '../../ui/use-command-maker.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { AnnotationController } from './controller/annotation-controller.ts';
import { attributesFor } from './controller/edits.ts';
import type { SideTab } from './panel/side-panel.tsx';
import { neighbour } from './queue.ts';
import type { AnnotateRoute } from './route.ts';
import { titleOf } from './schema/type-letters.ts';
import type { TextView } from './text/text-view.ts';

interface CommandParts {
  readonly controller: AnnotationController | null;
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly view: RefObject<TextView | null>;
  readonly search: RefObject<InputRef | null>;
  readonly details: RefObject<HTMLElement | null>;
  readonly labels: RefObject<HTMLFieldSetElement | null>;
  readonly setTab: (tab: SideTab) => void;
  /** Renders at once, because the next key may act on the result. */
  readonly showDetails: () => void;
  readonly startLink: () => void;
  readonly finish: () => void;
  /** Takes what the majority says, in this document or in the whole project. */
  readonly majority: (everywhere: boolean) => void;
  readonly open: (documentId: number) => void;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Everything that can be done on the controller, for palette and keys. */
export function useAnnotationCommands(parts: CommandParts): void {
  const { controller, project } = parts;
  const { onGo } = parts;
  const command = useCommandMaker();
  const actions = useDocumentCommands(parts);
  const typed = useTypeCommands(controller, project);
  const always = useMemo(
    () => [
      command('projectSettings', () => onGo({ kind: 'project', project: project.id })),
      command('allProjects', () => onGo({ kind: 'projects' })),
    ],
    [command, onGo, project.id],
  );
  useScreenCommands(useMemo(() => [...actions, ...typed, ...always], [actions, typed, always]));
}

type CommandMaker = ReturnType<typeof useCommandMaker>;

function useDocumentCommands(parts: CommandParts): readonly Command[] {
  const command = useCommandMaker();
  const { controller, queue, view, search, details, labels } = parts;
  const { setTab, showDetails, startLink, finish, majority, open, onGo } = parts;
  const markEverywhere = useMarkEverywhere(parts.project.id);
  const { t } = useTranslation();
  const notices = useNotices();
  const mayAdjudicate = useMay()('adjudication.begin');
  const current = useRef(queue);
  current.current = queue; // changes with every edit, the commands do not
  return useMemo(() => {
    if (controller === null) return [];
    const stored = (): void => notices.done(t('annotate.stored'));
    const onItem = { enabled: () => controller.item !== undefined };
    const focusIn = (selector: string) => () => {
      showDetails();
      details.current?.querySelector<HTMLElement>(selector)?.focus();
    };
    const focusLabels = (): void => {
      showDetails();
      labels.current?.querySelector('button')?.focus();
    };
    const step = (direction: 1 | -1) => () => {
      const next = neighbour(current.current, controller.document.id, direction);
      if (next !== undefined) open(next.id);
    };
    const { projectId: project, id: document } = controller.document;
    return [
      ...(controller.groups.length === 0 ? [] : adjudicationCommands(controller, command, majority, t)),
      // While suggestions are reviewed their letters come before those of types.
      ...suggestionCommands(controller, command),
      ...spanCommands(controller, command),
      command('markEverywhere', () => void markEverywhere(controller)),
      command('editAttributes', focusIn('.choice-value, input, textarea'), onItem),
      command('editNote', focusIn('.is-note textarea'), onItem),
      command('editLink', startLink, { enabled: () => controller.span !== undefined }),
      command('pickLabels', focusLabels, { enabled: () => controller.schema.labels.length > 0 }),
      command('leave', () => (isElsewhere() ? controller.focus() : controller.selection.escape())),
      command('undoEdit', () => controller.undo()),
      command('redoEdit', () => controller.redo()),
      command('storeNow', () => void controller.session.settled().then(stored)),
      command('finishDocument', finish),
      command('nextOpenDocument', step(1)),
      command('previousOpenDocument', step(-1)),
      command('searchQueue', () => search.current?.focus()),
      command('findInText', () => view.current?.find()),
      command('focusText', () => controller.focus()),
      command('adjudicate', () => onGo({ kind: 'adjudicate', project, document }), {
        enabled: () => mayAdjudicate,
      }),
      command('showItems', () => setTab('items')),
      command('showGuidelines', () => setTab('guidelines')),
      command('showEdits', () => setTab('edits')),
    ];
  }, [
    controller,
    markEverywhere,
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
    mayAdjudicate,
  ]);
}

/** Returns a function that marks the chosen words in all documents of the project, once all edits are stored. */
function useMarkEverywhere(projectId: number) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  return useCallback(
    async (controller: AnnotationController): Promise<void> => {
      const wanted = controller.suggestions.wordsToMark();
      if (wanted === null) return;
      await attempt(async () => {
        await controller.session.settled();
        const result = await call('annotation.markAll', { projectId, ...wanted });
        if (result === null) return notices.note(t('annotate.markedNowhere', { words: wanted.words }));
        const documents = new Set(result.layers.map(({ documentId }) => documentId)).size;
        notices.done(
          t('annotate.markedEverywhere', { n: result.edit.changes, documents, words: wanted.words }),
        );
      });
    },
    [projectId, attempt, notices, t],
  );
}

/** Decisions between the readings of several people, of a document whose layers differ. */
function adjudicationCommands(
  controller: AnnotationController,
  command: CommandMaker,
  majority: CommandParts['majority'],
  t: TFunction,
): readonly Command[] {
  const { adjudication } = controller;
  const onReading = { enabled: () => controller.item?.status === 'suggested' };
  return [
    command('nextDifference', () => adjudication.stepDifference(1)),
    command('previousDifference', () => adjudication.stepDifference(-1)),
    command('keepReading', () => adjudication.keepReading(), onReading),
    command('mergeReadings', () => adjudication.mergeReadings('union'), onReading),
    command('mergeShared', () => adjudication.mergeReadings('shared'), onReading),
    command('takeOwnReading', () => adjudication.takeOwn(), {
      enabled: () => controller.words.get() !== null,
    }),
    command('takeNoReading', () => adjudication.takeNone(), onReading),
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
        run: () => adjudication.takeReading(i),
      }),
    ),
  ];
}

/** Decisions about suggestions, one at a time in a review, by type, or all. */
function suggestionCommands(controller: AnnotationController, command: CommandMaker): readonly Command[] {
  const { suggestions } = controller;
  const reviewing = { enabled: () => controller.mode.get().kind === 'review' };
  const onSuggestion = { enabled: () => controller.item?.status === 'suggested' };
  const sameType = (decision: 'accept' | 'reject') => () => {
    const type = controller.item?.type;
    suggestions.decideAll(decision, (item) => item.type === type);
  };
  return [
    command('acceptSuggestion', () => suggestions.accept(), reviewing),
    command('rejectSuggestion', () => suggestions.reject(), reviewing),
    command('acceptAll', () => suggestions.decideAll('accept'), reviewing),
    command('rejectAll', () => suggestions.decideAll('reject'), reviewing),
    command('markAll', () => suggestions.markAll()),
    command('reviewSuggestions', () => suggestions.review()),
    command('acceptType', sameType('accept'), onSuggestion),
    command('rejectType', sameType('reject'), onSuggestion),
  ];
}

/** Choosing, making, moving, linking and relating of spans. */
function spanCommands(controller: AnnotationController, command: CommandMaker): readonly Command[] {
  const { selection, spans, relations } = controller;
  const linkNil = (): void => {
    const { span } = controller;
    if (span !== undefined) spans.setLink(span, { system: 'nil', code: '', name: '' });
  };
  return [
    command('nextItem', () => selection.stepItem(1)),
    command('previousItem', () => selection.stepItem(-1)),
    command('cycleNested', () => selection.cycle()),
    command('nextSentence', () => selection.stepSentence(1, false)),
    command('previousSentence', () => selection.stepSentence(-1, false)),
    command('selectSentence', () => selection.stepSentence(1, true)),
    command('selectSentenceBack', () => selection.stepSentence(-1, true)),
    command('makeSpan', () => controller.enter()),
    command('removeItem', () => controller.remove()),
    command('removeItemToo', () => controller.remove()),
    command('growStart', () => spans.nudge('start', -1)),
    command('growEnd', () => spans.nudge('end', 1)),
    command('shrinkStart', () => spans.nudge('start', 1)),
    command('shrinkEnd', () => spans.nudge('end', -1)),
    command('addFragment', () => spans.addFragment()),
    command('cutFragment', () => spans.cutFragment()),
    command('linkNil', linkNil, { enabled: () => controller.span !== undefined }),
    command('relate', () => relations.relate()),
    command('turnRelation', () => relations.turnRelation(), {
      enabled: () => controller.item?.kind === 'relation',
    }),
  ];
}

/** The focus is not in the text. */
const isElsewhere = (): boolean => document.activeElement?.closest('[data-plain-keys]') === null;

/** Keys of the schema's types, and Shift with a digit for the attributes of the chosen item. */
function useTypeCommands(controller: AnnotationController | null, { schema }: Project): readonly Command[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (controller === null) return [];
    const relations = schema.relations.map(
      (type): Command => ({
        id: `relation:${type.name}`,
        name: t('annotate.giveRelation', { type: titleOf(type) }),
        keywords: [type.name],
        keys: type.key,
        run: () => controller.relations.giveRelation(type.name),
      }),
    );
    const spans = schema.spans.map(
      (type): Command => ({
        id: `type:${type.name}`,
        name: t('annotate.giveType', { type: titleOf(type) }),
        keywords: [type.name],
        keys: type.key,
        run: () => controller.spans.give(type.name),
      }),
    );
    const attributes = Array.from({ length: Math.min(9, schema.attributes.length) }, (_, i): Command => {
      const attribute = () => controller.item && attributesFor(schema.attributes, controller.item)[i];
      return {
        id: `attribute:${i}`,
        name: t('annotate.turnAttribute', { n: i + 1 }),
        keywords: schema.attributes.map(({ name }) => name),
        keys: `Shift+${i + 1}`,
        enabled: () => attribute() !== undefined,
        run: () => {
          const found = attribute();
          if (found !== undefined) controller.spans.turnAttribute(found);
        },
      };
    });
    // The same words once more, as something else: a span within or around the chosen one.
    const again: Command = {
      id: 'annotate:sameWords',
      name: t('annotate.sameWords'),
      keywords: [],
      enabled: () => controller.span !== undefined,
      run: () => {
        const { span } = controller;
        if (span !== undefined) controller.selection.selectWords({ start: startOf(span), end: endOf(span) });
      },
    };
    return [...spans, ...relations, ...attributes, again];
  }, [controller, schema, t]);
}
