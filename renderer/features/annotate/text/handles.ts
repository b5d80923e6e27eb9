/** Handles to drag: edges of the chosen span, a knob to draw a relation from, ends of the chosen relation. */
import type { Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import type { LineIndex } from '../../../lib/line-index.ts';
import { monaco } from '../../../ui/monaco.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import type { Edge } from '../controller/fragments.ts';
import type { Reach } from '../controller/relation-actions.ts';
import type { RelationEnd } from '../controller/relation-edits.ts';
import { titleOf } from '../schema/type-letters.ts';
import type { ArcLayer } from './arc-layer.ts';
import { trackDrag } from './drag.ts';
import type { HitTester } from './hit-testing.ts';

/** Only the outermost edges of a discontinuous span can be dragged. */
const MOST_FRAGMENTS = 4;

class Widget implements monaco.editor.IContentWidget {
  readonly node: HTMLElement;
  readonly #id: string;
  readonly #position: monaco.IPosition;
  readonly #affinity: monaco.editor.PositionAffinity;

  /** `isEnd`: at the end of its row where a row ends with it, not at the beginning of the next one. */
  constructor(id: string, className: string, position: monaco.IPosition, isEnd = false) {
    this.#id = id;
    this.#position = position;
    this.#affinity = isEnd ? monaco.editor.PositionAffinity.Left : monaco.editor.PositionAffinity.Right;
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
      positionAffinity: this.#affinity,
      preference: [monaco.editor.ContentWidgetPositionPreference.EXACT],
    };
  }
}

export class Handles {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #controller: AnnotationController;
  readonly #lines: LineIndex;
  readonly #arcs: ArcLayer;
  readonly #pointing: HitTester;
  readonly #noRelationType: () => string;
  #widgets: Widget[] = [];
  #shown = '';

  constructor(
    editor: monaco.editor.IStandaloneCodeEditor,
    controller: AnnotationController,
    lines: LineIndex,
    arcs: ArcLayer,
    pointing: HitTester,
    noRelationType: () => string,
  ) {
    this.#editor = editor;
    this.#controller = controller;
    this.#lines = lines;
    this.#arcs = arcs;
    this.#pointing = pointing;
    this.#noRelationType = noRelationType;
    arcs.onPressKnob = (span, event) => this.#pullKnob(span, event);
    arcs.onPressEnd = (relation, end, event) => this.#pullEnd(relation, end, event);
  }

  update(): void {
    const { span } = this.#controller;
    const places = (this.#controller.draft.get() ?? span?.fragments ?? []).map(
      ({ start, end }) => `${start}-${end}`,
    );
    const wanted = span === undefined || this.#controller.locked ? '' : `${span.id} ${places.join()}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    for (const widget of this.#widgets) this.#editor.removeContentWidget(widget);
    this.#widgets = wanted === '' || span === undefined ? [] : this.#widgetsOf(span);
    for (const widget of this.#widgets) this.#editor.addContentWidget(widget);
  }

  #widgetsOf(span: SpanItem): Widget[] {
    const fragments = this.#controller.draft.get() ?? span.fragments;
    const all = fragments.map((fragment, index) => ({ fragment, index }));
    const edges = all.length <= MOST_FRAGMENTS ? all : [all[0]!, all.at(-1)!];
    return edges.flatMap(({ fragment, index }) => [
      this.#edge(fragment, index, 'start'),
      this.#edge(fragment, index, 'end'),
    ]);
  }

  #edge(fragment: Span, index: number, edge: Edge): Widget {
    const at = this.#lines.positionAt(fragment[edge]);
    const widget = new Widget(`ann-edge-${index}-${edge}`, `ann-edge is-${edge}`, at, edge === 'end');
    const option = monaco.editor.EditorOption;
    widget.node.style.height = `${this.#editor.getOption(option.lineHeight)}px`;
    widget.node.style.fontSize = `${this.#editor.getOption(option.fontSize)}px`;
    // Below the words, so that they can still be selected from their first character on.
    const grip = document.createElement('div');
    grip.className = 'ann-grip';
    grip.dataset.testid = `edge-${edge}`;
    grip.addEventListener('pointerdown', (event) => this.#pullEdge(event, widget.node, index, edge));
    widget.node.append(grip);
    return widget;
  }

  /** The edge moves by as much as the pointer does, wherever its grip was taken. */
  #pullEdge(event: PointerEvent, edgeNode: HTMLElement, index: number, edge: Edge): void {
    const box = edgeNode.getBoundingClientRect();
    const [asideX, asideY] = [event.clientX - box.left, event.clientY - (box.top + box.bottom) / 2];
    const drag = (done: boolean) => (x: number, y: number) => {
      const offset = this.#pointing.caretAt(x - asideX, y - asideY);
      if (offset !== null) this.#controller.spans.drag(index, edge, offset, done);
      else if (done) this.#controller.spans.cancelDrag();
    };
    trackDrag(event, this.#editor, this.#controller, {
      kind: 'edge',
      move: drag(false),
      end: drag(true),
      cancel: () => this.#controller.spans.cancelDrag(),
      click: this.#clickBelow,
    });
  }

  #pullKnob(span: SpanItem, event: PointerEvent): void {
    this.#pullArc(
      event,
      span,
      (under) => this.#controller.relations.reachOf(span, under),
      (target) => this.#controller.relations.join(span.id, target.id),
    );
  }

  #pullEnd(relation: Relation, end: RelationEnd, event: PointerEvent): void {
    const fixed = this.#controller.layer.get(end === 'from' ? relation.to : relation.from);
    if (fixed?.kind !== 'span') return;
    this.#pullArc(
      event,
      fixed,
      (under) => this.#controller.relations.moveReach(relation, end, under),
      (target) => this.#controller.relations.moveRelation(relation.id, end, target),
    );
  }

  /** A line follows the pointer; where it is let go on a span, `done` is told. */
  #pullArc(
    event: PointerEvent,
    from: SpanItem,
    reachOf: (under: readonly SpanItem[]) => Reach | null,
    done: (target: SpanItem) => void,
  ): void {
    const reachAt = (x: number, y: number): Reach | null => reachOf(this.#pointing.spansAt(x, y));
    const leave = (): void => {
      this.#arcs.rubber(null);
      this.#controller.target.set(null);
    };
    trackDrag(event, this.#editor, this.#controller, {
      kind: 'arc',
      move: (x, y) => {
        const reach = reachAt(x, y);
        const fits = reach === null ? null : reach.options.length > 0;
        this.#arcs.rubber({ from, x, y, fits, words: this.#wordsOf(reach) });
        this.#controller.target.set(fits === true ? (reach?.span.id ?? null) : null);
      },
      end: (x, y) => {
        const reach = reachAt(x, y);
        leave();
        if (reach !== null) done(reach.span);
      },
      cancel: leave,
      click: this.#clickBelow,
    });
  }

  /** A click on a handle means the line or the letter that it covers, if there is one. */
  readonly #clickBelow = (x: number, y: number): void => {
    const { offset, exact } = this.#pointing.at(x, y);
    if (exact !== undefined) this.#controller.click(offset, exact);
  };

  #wordsOf(reach: Reach | null): string {
    if (reach === null) return '';
    if (reach.options.length === 0) return this.#noRelationType();
    return reach.options.map(({ type, turned }) => `${turned ? '←' : '→'} ${titleOf(type)}`).join(' / ');
  }
}
