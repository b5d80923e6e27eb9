/** The Monaco editor of the annotator's controller: a text that is read and selected in, never written. */
import type { Span } from '../../../../shared/domain/span.ts';
import { LineIndex } from '../../../lib/line-index.ts';
import { isMac } from '../../../lib/platform.ts';
import { COMMON_OPTIONS, monaco } from '../../../ui/monaco.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import type { CaretView } from '../controller/annotation-state.ts';
import type { Point } from './arc-drawing.ts';
import { ArcLayer } from './arc-layer.ts';
import { isStill } from './drag.ts';
import { Handles } from './handles.ts';
import { HitTester } from './hit-testing.ts';
import { SpanDrawer } from './span-drawer.ts';

/** Letters above the words and lines below them, each side. */
const AROUND = 10;
/** Room for arcs between rows, in documents that have any. */
const FOR_ARCS = 20;

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  ...COMMON_OPTIONS,
  readOnly: true,
  domReadOnly: true, // no input method opens over keys that give types
  editContext: false,
  contextmenu: false,
  lineNumbersMinChars: 3,
  cursorBlinking: 'solid',
  dragAndDrop: false,
  multiCursorLimit: 1,
  roundedSelection: false,
  padding: { top: 12, bottom: 40 },
};

export class TextView implements CaretView {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  readonly #model: monaco.editor.ITextModel;
  readonly #controller: AnnotationController;
  readonly #lines: LineIndex;
  readonly #drawer: SpanDrawer;
  readonly #arcs: ArcLayer;
  readonly #handles: Handles;
  readonly #pointing: HitTester;
  readonly #unsubscribe: (() => void)[];
  /** The caret moves because the controller says so. */
  #own = false;
  #asked = false;
  #press: Press | null = null;

  constructor(
    host: HTMLElement,
    controller: AnnotationController,
    fontSize: number,
    label: string,
    /** Said of a relation that no type allows. */
    noRelationType: () => string,
  ) {
    this.#controller = controller;
    this.#lines = new LineIndex(controller.text);
    this.#model = monaco.editor.createModel(controller.text, 'plaintext');
    this.editor = monaco.editor.create(host, { ...OPTIONS, ariaLabel: label, model: this.#model });
    this.configure(fontSize);
    this.#drawer = new SpanDrawer(this.editor, controller, this.#lines);
    this.#arcs = new ArcLayer(this.editor, host, controller, this.#lines, this.#drawer);
    this.#pointing = new HitTester(this.editor, controller, this.#lines, this.#drawer);
    this.#handles = new Handles(
      this.editor,
      controller,
      this.#lines,
      this.#arcs,
      this.#pointing,
      noRelationType,
    );
    this.editor.onDidChangeCursorSelection((event) => this.#moved(event));
    this.editor.onMouseDown(({ event }) => this.#pressed(event));
    this.editor.onMouseUp(({ event }) => this.#released(event));
    const redraw = (): void => this.#redraw();
    this.#unsubscribe = [
      controller.session.layer,
      controller.chosen,
      controller.draft,
      controller.mode,
      controller.target,
    ].map((store) => store.subscribe(redraw));
    controller.attach(this);
    this.#draw();
  }

  configure(fontSize: number): void {
    const { schema, layer } = this.#controller;
    // Rows have the room before the first relation, so that it moves nothing.
    const hasArcs = schema.relations.length > 0 || layer.relations.length > 0;
    this.editor.updateOptions({
      fontSize,
      cursorHeight: Math.round(fontSize * 1.3),
      lineHeight: Math.round(fontSize * 1.25) + 2 * AROUND + (hasArcs ? FOR_ARCS : 0),
      // Arcs between rows run down the margin.
      lineDecorationsWidth: hasArcs ? 30 : 10,
    });
  }

  caret(): number {
    return this.head().head;
  }

  head(): { anchor: number; head: number } {
    const selection = this.editor.getSelection();
    if (selection === null) return { anchor: 0, head: 0 };
    const { selectionStartLineNumber, selectionStartColumn, positionLineNumber, positionColumn } = selection;
    return {
      anchor: this.#lines.offsetAt({ lineNumber: selectionStartLineNumber, column: selectionStartColumn }),
      head: this.#lines.offsetAt({ lineNumber: positionLineNumber, column: positionColumn }),
    };
  }

  place(offset: number, words?: Span): void {
    this.#own = true;
    try {
      const position = this.#lines.positionAt(offset);
      this.editor.setPosition(position);
      const range = words === undefined ? undefined : this.#lines.rangeOf(words);
      if (range === undefined) this.editor.revealPositionInCenterIfOutsideViewport(position, IMMEDIATE);
      else this.editor.revealRangeInCenterIfOutsideViewport(range, IMMEDIATE);
    } finally {
      this.#own = false;
    }
  }

  select({ start, end }: Span, backwards = false): void {
    const from = this.#lines.positionAt(backwards ? end : start);
    const to = this.#lines.positionAt(backwards ? start : end);
    this.editor.setSelection(
      new monaco.Selection(from.lineNumber, from.column, to.lineNumber, to.column),
      'annotate',
    );
    this.editor.revealPositionInCenterIfOutsideViewport(to, IMMEDIATE);
  }

  focus(): void {
    this.editor.focus();
  }

  find(): void {
    this.editor.focus();
    void this.editor.getAction('actions.find')?.run();
  }

  dispose(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#controller.attach(null);
    this.#drawer.dispose();
    this.#arcs.dispose();
    this.editor.dispose();
    this.#model.dispose();
  }

  #moved({ selection, source }: monaco.editor.ICursorSelectionChangedEvent): void {
    if (this.#own) return;
    const words = selection.isEmpty()
      ? null
      : {
          start: this.#lines.offsetAt(selection.getStartPosition()),
          end: this.#lines.offsetAt(selection.getEndPosition()),
        };
    // While the button is down nothing is chosen yet: it may become a selection.
    if (source === 'mouse' && words === null) return;
    this.#controller.selection.caretMoved(this.caret(), words);
  }

  #pressed({
    leftButton,
    browserEvent: { clientX: x, clientY: y, detail: count },
  }: MouseEventOfMonaco): void {
    this.#press = leftButton ? { x, y, count } : null;
  }

  /** A click chooses, a double click takes a word, and dragging with Ctrl or ⌘ adds what it takes to the chosen span. */
  #released({ browserEvent, ctrlKey, metaKey }: MouseEventOfMonaco): void {
    const press = this.#press;
    const { clientX: x, clientY: y } = browserEvent;
    const selection = this.editor.getSelection();
    if (press === null || selection === null) return;
    const words = selection.isEmpty() ? null : this.#controller.words.get();
    if (words === null) {
      if (!isStill(press, { x, y })) return this.#controller.click(null, undefined);
      const { offset, exact } = this.#pointing.at(x, y);
      this.#controller.click(offset, exact);
    } else if (press.count === 2 && isStill(press, { x, y }))
      this.#controller.selection.doubleClick(this.#pointing.at(x, y).offset, words);
    else if ((isMac ? metaKey : ctrlKey) && this.#controller.span !== undefined)
      this.#controller.spans.addFragment();
  }

  /** Once for all that changes together. */
  #redraw(): void {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (!this.#model.isDisposed()) this.#draw();
    });
  }

  #draw(): void {
    this.#drawer.redraw();
    this.#handles.update();
    this.#arcs.later();
  }
}

type MouseEventOfMonaco = monaco.editor.IEditorMouseEvent['event'];

/** Presses of the left button; `count` is the number of quick presses at one place. */
interface Press extends Point {
  /** Clicks in a row at this place, by the system's settings. */
  readonly count: number;
}

const IMMEDIATE = monaco.editor.ScrollType.Immediate;
