/** The Monaco editor of the annotator's desk: a text that is read and selected in, never written. */
import type { Fragment } from '../../../../shared/domain/annotation.ts';
import type { AnnotationDesk } from '../../../lib/annotation/desk.ts';
import type { DeskView } from '../../../lib/annotation/desk-core.ts';
import { LineIndex } from '../../../lib/line-index.ts';
import { COMMON_OPTIONS, monaco } from '../../../ui/monaco.ts';
import { ArcLayer } from './arc-layer.ts';
import { SpanDrawer } from './drawer.ts';
import { Handles } from './handles.ts';

/** Letters above the words and lines below them, each side. */
const AROUND = 10;
/** Room for arcs between rows. */
const FOR_ARCS = 10;

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  ...COMMON_OPTIONS,
  readOnly: true,
  domReadOnly: true, // no input method opens over keys that give types
  editContext: false,
  contextmenu: false,
  lineNumbersMinChars: 3,
  cursorBlinking: 'solid',
  dragAndDrop: false,
  roundedSelection: false,
  padding: { top: 12, bottom: 40 },
};

export class TextView implements DeskView {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  readonly #model: monaco.editor.ITextModel;
  readonly #desk: AnnotationDesk;
  readonly #lines: LineIndex;
  readonly #drawer: SpanDrawer;
  readonly #arcs: ArcLayer;
  readonly #handles: Handles;
  readonly #unsubscribe: (() => void)[];
  /** The caret moves because the desk says so. */
  #own = false;
  #asked = false;
  #pressedAt: number | null = null;

  constructor(host: HTMLElement, desk: AnnotationDesk, fontSize: number, label: string) {
    this.#desk = desk;
    this.#lines = new LineIndex(desk.text);
    this.#model = monaco.editor.createModel(desk.text, 'plaintext');
    this.editor = monaco.editor.create(host, { ...OPTIONS, ariaLabel: label, model: this.#model });
    this.configure(fontSize);
    this.#drawer = new SpanDrawer(this.editor, desk, this.#lines);
    this.#arcs = new ArcLayer(this.editor, host, desk, this.#lines);
    this.#handles = new Handles(this.editor, desk, this.#lines, this.#arcs);
    this.editor.onDidChangeCursorSelection((event) => this.#moved(event));
    this.editor.onMouseDown(({ target, event }) => {
      this.#pressedAt = event.leftButton && target.position ? this.#lines.offsetAt(target.position) : null;
    });
    this.editor.onMouseUp(({ target }) => this.#clicked(target));
    const redraw = (): void => this.#redraw();
    this.#unsubscribe = [desk.session.layer, desk.chosen, desk.draft, desk.mode].map((store) =>
      store.subscribe(redraw),
    );
    desk.attach(this);
    this.#draw();
  }

  configure(fontSize: number): void {
    const arcs = this.#desk.schema.relations.length > 0;
    this.editor.updateOptions({
      fontSize,
      cursorHeight: Math.round(fontSize * 1.3),
      lineHeight: Math.round(fontSize * 1.25) + 2 * AROUND + (arcs ? FOR_ARCS : 0),
      // Arcs between rows run down the margin.
      lineDecorationsWidth: arcs ? 30 : 10,
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

  place(offset: number, words?: Fragment): void {
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

  select({ start, end }: Fragment, backwards = false): void {
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
    this.#desk.attach(null);
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
    this.#desk.caretMoved(this.caret(), words);
  }

  #clicked(target: monaco.editor.IMouseTarget): void {
    const at = target.position == null ? null : this.#lines.offsetAt(target.position);
    const selection = this.editor.getSelection();
    if (at === null || at !== this.#pressedAt || selection?.isEmpty() !== true) return;
    const { layer, chosen } = this.#desk;
    const again = layer.spans.at(at).some(({ id }) => id === chosen.get());
    this.#desk.caretMoved(at, null, again);
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

const IMMEDIATE = monaco.editor.ScrollType.Immediate;
