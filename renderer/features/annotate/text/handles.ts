/** What can be pulled at the chosen span: its edges, and a knob from which a relation is drawn to another span. */
import type { Fragment, Span } from '../../../../shared/domain/annotation.ts';
import { startOf } from '../../../../shared/domain/annotation.ts';
import type { AnnotationDesk } from '../../../lib/annotation/desk.ts';
import type { Edge } from '../../../lib/annotation/fragments.ts';
import type { LineIndex } from '../../../lib/line-index.ts';
import { monaco } from '../../../ui/monaco.ts';
import type { ArcLayer } from './arc-layer.ts';

/** Of a span in more pieces only the outermost edges can be pulled. */
const MOST_FRAGMENTS = 4;

class Widget implements monaco.editor.IContentWidget {
  readonly node: HTMLElement;
  readonly #id: string;
  #position: monaco.IPosition;

  constructor(id: string, className: string, position: monaco.IPosition) {
    this.#id = id;
    this.#position = position;
    this.node = document.createElement('div');
    this.node.className = className;
  }

  getId(): string {
    return this.#id;
  }

  getDomNode(): HTMLElement {
    return this.node;
  }

  getPosition(): monaco.editor.IContentWidgetPosition {
    return {
      position: this.#position,
      preference: [monaco.editor.ContentWidgetPositionPreference.EXACT],
    };
  }
}

export class Handles {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #desk: AnnotationDesk;
  readonly #lines: LineIndex;
  readonly #arcs: ArcLayer;
  #widgets: Widget[] = [];
  #shown = '';
  #dragging = false;

  constructor(
    editor: monaco.editor.IStandaloneCodeEditor,
    desk: AnnotationDesk,
    lines: LineIndex,
    arcs: ArcLayer,
  ) {
    this.#editor = editor;
    this.#desk = desk;
    this.#lines = lines;
    this.#arcs = arcs;
  }

  update(): void {
    const { span } = this.#desk;
    if (this.#dragging) return;
    const wanted =
      span === undefined || this.#desk.locked
        ? ''
        : `${span.id} ${span.fragments.map(({ start, end }) => `${start}-${end}`).join()}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    for (const widget of this.#widgets) this.#editor.removeContentWidget(widget);
    this.#widgets = wanted === '' || span === undefined ? [] : this.#widgetsOf(span);
    for (const widget of this.#widgets) this.#editor.addContentWidget(widget);
  }

  #widgetsOf(span: Span): Widget[] {
    const all = span.fragments.map((fragment, index) => ({ fragment, index }));
    const edges = all.length <= MOST_FRAGMENTS ? all : [all[0]!, all.at(-1)!];
    const widgets = edges.flatMap(({ fragment, index }) => [
      this.#edge(fragment, index, 'start'),
      this.#edge(fragment, index, 'end'),
    ]);
    return this.#desk.schema.relations.length === 0 ? widgets : [...widgets, this.#knob(span)];
  }

  #edge(fragment: Fragment, index: number, edge: Edge): Widget {
    const at = this.#lines.positionAt(fragment[edge]);
    const widget = new Widget(`ann-edge-${index}-${edge}`, `ann-edge is-${edge}`, at);
    widget.node.dataset.testid = `edge-${edge}`;
    widget.node.style.height = `${this.#editor.getOption(monaco.editor.EditorOption.lineHeight)}px`;
    this.#pull(widget.node, {
      move: (x, y) => this.#withOffset(x, y, (offset) => this.#desk.drag(index, edge, offset, false)),
      end: (x, y) => {
        const offset = this.#offsetAt(x, y);
        this.#desk.drag(index, edge, offset ?? fragment[edge], true);
      },
      cancel: () => this.#desk.drag(index, edge, fragment[edge], true),
    });
    return widget;
  }

  #knob(span: Span): Widget {
    const widget = new Widget('ann-knob', 'ann-knob', this.#lines.positionAt(startOf(span)));
    widget.node.dataset.testid = 'relation-knob';
    this.#pull(widget.node, {
      move: (x, y) => this.#arcs.rubber(span, x, y),
      end: (x, y) => {
        this.#arcs.rubber(null);
        this.#withOffset(x, y, (offset) => {
          const target = this.#desk.layer.spans.at(offset).find(({ id }) => id !== span.id);
          if (target !== undefined) this.#desk.join(span.id, target.id);
        });
      },
      cancel: () => this.#arcs.rubber(null),
    });
    return widget;
  }

  #pull(
    node: HTMLElement,
    on: {
      readonly move: (x: number, y: number) => void;
      readonly end: (x: number, y: number) => void;
      readonly cancel: () => void;
    },
  ): void {
    node.addEventListener('pointerdown', (down) => {
      down.preventDefault();
      down.stopPropagation();
      node.setPointerCapture(down.pointerId);
      this.#dragging = true;
      const move = (event: PointerEvent): void => on.move(event.clientX, event.clientY);
      const stop = (): void => {
        node.removeEventListener('pointermove', move);
        node.removeEventListener('pointerup', end);
        node.removeEventListener('pointercancel', cancel);
        this.#dragging = false;
        this.#shown = '?';
        this.update();
        this.#desk.focus();
      };
      const end = (event: PointerEvent): void => {
        on.end(event.clientX, event.clientY);
        stop();
      };
      const cancel = (): void => {
        on.cancel();
        stop();
      };
      node.addEventListener('pointermove', move);
      node.addEventListener('pointerup', end);
      node.addEventListener('pointercancel', cancel);
    });
  }

  #withOffset(x: number, y: number, use: (offset: number) => void): void {
    const offset = this.#offsetAt(x, y);
    if (offset !== null) use(offset);
  }

  #offsetAt(x: number, y: number): number | null {
    const position = this.#editor.getTargetAtClientPoint(x, y)?.position;
    return position == null ? null : this.#lines.offsetAt(position);
  }
}
