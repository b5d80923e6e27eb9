/** The one Monaco editor of the window: shows the session in front, moves between mentions, points at cards. */
import type { Span } from '../../../shared/domain/span.ts';
import type { MentionKind } from '../../lib/mention-kinds.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { MarkedWords } from '../../lib/workbench.ts';
import { COMMON_OPTIONS, LINE_HEIGHT, monaco } from '../../ui/monaco.ts';
import { type CorrectionTarget, highlightOf, trimmed } from './corrections.ts';
import { MentionDecorator } from './decorator.ts';
import type { PlacedMention } from './mention-track.ts';
import type { MarkedMention } from './merge-mentions.ts';
import { MovedWords } from './moved-words.ts';
import type { DocumentSession } from './session.ts';

/** A mention whose card is shown, and where its words are on screen (client pixels). */
export interface CardTarget {
  readonly placed: PlacedMention<MarkedMention>;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** Asked for by key: the card takes the focus. */
  readonly byKey: boolean;
}

/** Monaco's own, whose types are not public. */
interface SnippetController extends monaco.editor.IEditorContribution {
  insert(template: string): void;
}

const HOVER_MS = 250;

const REVEALED: monaco.editor.IModelDecorationOptions = {
  className: 'revealed',
  stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
};

export class EditorView {
  readonly card: Store<CardTarget | null> = createStore<CardTarget | null>(null);
  /** Words whose highlight is being corrected in a form. */
  readonly correcting: Store<CorrectionTarget | null> = createStore<CorrectionTarget | null>(null);
  /** A template is being chosen for the cursor. */
  readonly inserting: Store<boolean> = createStore(false);
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  readonly #decorator: MentionDecorator;
  /** A frame around words that were jumped to, until the cursor moves. */
  readonly #revealed: monaco.editor.IEditorDecorationsCollection;
  readonly #moved: MovedWords;
  #session: DocumentSession | null = null;
  #hidden: ReadonlySet<MentionKind> = new Set();
  #menuItem: monaco.IDisposable | undefined;
  #stopWatching: () => void = () => undefined;
  #hoverTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(node: HTMLElement) {
    this.editor = monaco.editor.create(node, { ...COMMON_OPTIONS, model: null });
    this.#decorator = new MentionDecorator(this.editor);
    this.#revealed = this.editor.createDecorationsCollection();
    this.#moved = new MovedWords(this.editor);
    this.editor.onDidChangeCursorSelection(() => this.#revealed.clear());
    this.editor.onMouseMove((event) => this.#hover(event));
    this.editor.onMouseLeave(() => {
      if (this.card.get()?.byKey !== true) this.#leaveSoon();
    });
    this.editor.onDidScrollChange(() => this.#setCard(null));
    this.editor.onDidChangeModelContent(() => this.#setCard(null));
    this.editor.onMouseDown(() => this.#setCard(null));
    this.editor.onDidCompositionStart(() => this.#session?.holdAnnotation(true));
    this.editor.onDidCompositionEnd(() => this.#session?.holdAnnotation(false));
    this.editor.onKeyDown((event) => this.#slash(event));
  }

  /** A slash on an empty line asks for a template. */
  #slash({ browserEvent }: monaco.IKeyboardEvent): void {
    const position = this.editor.getPosition();
    if (browserEvent.key !== '/' || browserEvent.isComposing || position === null) return;
    if (browserEvent.ctrlKey || browserEvent.altKey || browserEvent.metaKey) return;
    const isEmpty = this.#session?.model.getLineLength(position.lineNumber) === 0;
    if (!isEmpty || this.editor.getOption(monaco.editor.EditorOption.readOnly)) return;
    browserEvent.preventDefault();
    browserEvent.stopPropagation();
    this.inserting.set(true);
  }

  /** Puts a snippet in place of the selection; Tab walks through its places. */
  insertSnippet(snippet: string): void {
    this.editor.focus();
    this.editor.getContribution<SnippetController>('snippetController2')?.insert(snippet);
  }

  show(session: DocumentSession | null, label: string): void {
    this.editor.updateOptions({ ariaLabel: label });
    if (session === this.#session) return;
    const before = this.#session;
    // A closed tab's model is gone, and its view state with it.
    if (before !== null && !before.model.isDisposed()) before.viewState = this.editor.saveViewState();
    this.#stopWatching();
    this.#setCard(null);
    this.#moved.clear();
    this.#session = session;
    this.correcting.set(null);
    this.editor.setModel(session?.model ?? null);
    if (session?.viewState != null) this.editor.restoreViewState(session.viewState);
    this.#decorator.show(session);
    this.#stopWatching = session?.found.subscribe(() => this.#decorator.redraw()) ?? (() => undefined);
  }

  /** `card` is what the context menu calls the entity card. */
  configure({ fontSize, placeholder, card }: { fontSize: number; placeholder: string; card: string }): void {
    this.editor.updateOptions({ fontSize, placeholder, lineHeight: Math.round(fontSize * LINE_HEIGHT) });
    this.#menuItem?.dispose();
    this.#menuItem = this.editor.addAction({
      id: 'meridian.entity-card',
      label: card,
      contextMenuGroupId: 'navigation',
      run: () => void this.showCardAtCursor(),
    });
    this.#decorator.redraw();
  }

  /** Locks the text; typing is answered with the message. */
  lock(readOnly: boolean, message: string): void {
    this.editor.updateOptions({ readOnly, readOnlyMessage: { value: message } });
  }

  hideKinds(kinds: ReadonlySet<MentionKind>): void {
    this.#hidden = kinds;
    this.#decorator.hide(kinds);
  }

  /** Selects words of the text as it is and brings them into view. */
  select(span: Span): void {
    const session = this.#session;
    if (session === null) return;
    const range = session.lines.rangeOf(span);
    this.editor.setSelection(range);
    this.#revealed.set([{ range, options: REVEALED }]);
    this.editor.revealRangeInCenterIfOutsideViewport(range, monaco.editor.ScrollType.Immediate);
    this.editor.focus();
  }

  /** Marks words as they stood in a version of the text, instead of those marked before; may bring the first into view. */
  mark(words: readonly MarkedWords[] | null, version: number, bring = false): void {
    const session = this.#session;
    if (session === null || words === null) return this.#moved.clear();
    this.#moved.show(session, words, version);
    const first = bring && words[0] !== undefined ? session.carry(words[0], version) : null;
    if (first === null) return;
    const { Immediate } = monaco.editor.ScrollType;
    this.editor.revealRangeInCenterIfOutsideViewport(session.lines.rangeOf(first), Immediate);
  }

  /** Puts the cursor at an offset, with its line at the top. */
  goTo(offset: number): void {
    const session = this.#session;
    if (session === null) return;
    const position = session.lines.positionAt(offset);
    this.editor.setPosition(position);
    this.editor.revealLineNearTop(position.lineNumber, monaco.editor.ScrollType.Immediate);
    this.editor.focus();
  }

  /** Selects the next or previous visible mention; false when there is none. */
  stepMention(direction: 1 | -1): boolean {
    const session = this.#session;
    const selection = this.editor.getSelection();
    if (session === null || selection === null) return false;
    const from = session.model.getOffsetAt(selection.getStartPosition());
    const inside = session.track.slice(from, from + 1).some(({ start }) => start === from);
    const atStart = direction === 1 && selection.isEmpty() && inside ? from - 1 : from;
    const found = session.track.step(atStart, direction, (mention) => this.#shown(mention));
    if (found === undefined) return false;
    this.select(found);
    return true;
  }

  /** Shows the card of the mention at the cursor; false when there is none. */
  showCardAtCursor(): boolean {
    const session = this.#session;
    const selection = this.editor.getSelection();
    if (session === null || selection === null) return false;
    const offset = session.model.getOffsetAt(selection.getStartPosition());
    const placed = this.#mentionAt(offset) ?? this.#mentionAt(offset - 1);
    if (placed === undefined) return false;
    this.#openCard(placed, true);
    return true;
  }

  /** Returns the selected words with the highlight that they correct, or the highlight at the cursor. */
  correctionTarget(): CorrectionTarget | undefined {
    const session = this.#session;
    const selection = this.editor.getSelection();
    if (session === null || selection === null) return undefined;
    const start = session.model.getOffsetAt(selection.getStartPosition());
    const end = session.model.getOffsetAt(selection.getEndPosition());
    if (start === end) {
      const placed = this.#mentionAt(start) ?? this.#mentionAt(start - 1);
      return placed && this.targetOf(placed);
    }
    const span = trimmed(session.model.getValue(), { start, end });
    if (span === undefined) return undefined;
    const touched = session.track.slice(span.start, span.end).filter(({ mention }) => this.#shown(mention));
    const placed = highlightOf(touched, span);
    return placed === undefined ? { span, placed, made: undefined } : { ...this.targetOf(placed), span };
  }

  targetOf(placed: PlacedMention<MarkedMention>): CorrectionTarget {
    const { start, end, mention } = placed;
    const id = mention.linked?.correction;
    const made = this.#session?.corrections().find((one) => one.id === id);
    return { span: { start, end }, placed, made };
  }

  /** Opens the form that corrects a highlight; null closes it. */
  correct(target: CorrectionTarget | null): void {
    this.#setCard(null);
    this.correcting.set(target);
    if (target === null) this.editor.focus();
  }

  find(): void {
    this.editor.focus();
    void this.editor.getAction('actions.find')?.run();
  }

  dispose(): void {
    clearTimeout(this.#hoverTimer);
    this.#stopWatching();
    this.editor.dispose();
  }

  #shown({ kind }: MarkedMention): boolean {
    return !this.#hidden.has(kind);
  }

  #mentionAt(offset: number): PlacedMention<MarkedMention> | undefined {
    const placed = this.#session?.track.innermostAt(offset);
    return placed !== undefined && this.#shown(placed.mention) ? placed : undefined;
  }

  /** The pointer is on the card: it stays. */
  keepCard(): void {
    clearTimeout(this.#hoverTimer);
  }

  closeCard(): void {
    const byKey = this.card.get()?.byKey;
    this.#setCard(null);
    if (byKey) this.editor.focus();
  }

  /** Shows or hides a card, and drops what the pointer had asked for before. */
  #setCard(target: CardTarget | null): void {
    clearTimeout(this.#hoverTimer);
    this.card.set(target);
  }

  /** A card asked for by key stays: it has the focus, and the pointer may lie anywhere. */
  #hover(event: monaco.editor.IEditorMouseEvent): void {
    const shown = this.card.get();
    if (shown?.byKey) return;
    clearTimeout(this.#hoverTimer);
    const placed = this.#mentionUnder(event);
    if (placed === undefined) {
      if (shown !== null) this.#leaveSoon();
    } else if (shown?.placed.mention !== placed.mention) {
      this.#hoverTimer = setTimeout(() => this.#openCard(placed, false), HOVER_MS);
    }
  }

  #leaveSoon(): void {
    clearTimeout(this.#hoverTimer);
    this.#hoverTimer = setTimeout(() => this.#setCard(null), HOVER_MS);
  }

  #mentionUnder({
    target,
    event,
  }: monaco.editor.IEditorMouseEvent): PlacedMention<MarkedMention> | undefined {
    if (target.type !== monaco.editor.MouseTargetType.CONTENT_TEXT || event.buttons !== 0) return undefined;
    const offset = this.#session?.model.getOffsetAt(target.position);
    return offset === undefined ? undefined : this.#mentionAt(offset);
  }

  #openCard(placed: PlacedMention<MarkedMention>, byKey: boolean): void {
    const session = this.#session;
    const box = this.editor.getDomNode()?.getBoundingClientRect();
    if (session === null || box === undefined) return;
    if (byKey) this.editor.revealPosition(session.lines.positionAt(placed.start));
    const at = this.editor.getScrolledVisiblePosition(session.lines.positionAt(placed.start));
    if (at === null) return;
    const top = box.top + at.top;
    this.#setCard({ placed, left: box.left + at.left, top, bottom: top + at.height, byKey });
  }
}
