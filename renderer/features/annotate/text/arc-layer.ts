/** Relations drawn above the lines of the text: those with an end on screen. */
import { endOf, type Relation, type SpanItem, startOf } from '../../../../shared/domain/annotation.ts';
import type { LineIndex } from '../../../lib/line-index.ts';
import { monaco } from '../../../ui/monaco.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import type { RelationEnd } from '../controller/relation-edits.ts';
import { titleOf } from '../schema/type-letters.ts';
import { type ArcGeometry, type DrawnArc, drawArcs, pointOf } from './arc-drawing.ts';
import { type ArcEvents, elementsOf, knobOf, knobsOf, svg } from './arc-elements.ts';
import type { Arc, ArcEnd } from './arcs.ts';
import { letterLeft } from './piece-classes.ts';
import type { SpanDrawer } from './span-drawer.ts';

/** Returns the point in a span's first character, or in its letter, at which a relation meets it. */
const INTO = 5;

export interface Rubber {
  readonly from: SpanItem;
  /** Client pixels. */
  readonly x: number;
  readonly y: number;
  /** Said beside the pointer. */
  readonly words: string;
  /** True if the schema allows the relation to its target; null without a target. */
  readonly fits: boolean | null;
}

export class ArcLayer {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #controller: AnnotationController;
  readonly #lines: LineIndex;
  readonly #drawer: SpanDrawer;
  readonly #svg = svg('svg', 'arc-layer');
  readonly #moving = svg('g', '');
  readonly #rubber = svg('path', 'arc-rubber');
  readonly #rubberWords = svg('text', 'arc-rubber-words');
  readonly #titles: ReadonlyMap<string, string>;
  readonly #widths = new Map<string, number>();
  readonly #pen = document.createElement('canvas').getContext('2d');
  /** An end of the chosen relation is pressed. */
  onPressEnd: (relation: Relation, end: RelationEnd, event: PointerEvent) => void = () => undefined;
  /** The knob beside the chosen span is pressed. */
  onPressKnob: (span: SpanItem, event: PointerEvent) => void = () => undefined;
  #frame = 0;

  constructor(
    editor: monaco.editor.IStandaloneCodeEditor,
    host: HTMLElement,
    controller: AnnotationController,
    lines: LineIndex,
    drawer: SpanDrawer,
  ) {
    this.#editor = editor;
    this.#controller = controller;
    this.#lines = lines;
    this.#drawer = drawer;
    this.#titles = new Map(controller.schema.relations.map((type) => [type.name, titleOf(type)]));
    this.#svg.dataset.testid = 'arcs';
    this.#svg.append(this.#moving, this.#rubber, this.#rubberWords);
    host.append(this.#svg);
    editor.onDidScrollChange(() => {
      this.#scroll();
      this.later();
    });
    editor.onDidLayoutChange(() => this.later());
  }

  /** Draws anew in the next frame, when the lines are in place. */
  later(): void {
    if (this.#frame !== 0 || this.#controller.schema.relations.length === 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** A line from a span to the pointer, or none. */
  rubber(rubber: Rubber | null): void {
    this.#rubberWords.textContent = rubber?.words ?? '';
    if (rubber === null) {
      this.#rubber.removeAttribute('d');
      return;
    }
    const box = this.#svg.getBoundingClientRect();
    const geometry = this.#geometry();
    const start = pointOf(this.#endOf(rubber.from, geometry), geometry);
    const top = start.y - this.#editor.getScrollTop();
    const [toX, toY] = [rubber.x - box.left, rubber.y - box.top];
    const kind = rubber.fits === null ? '' : rubber.fits ? ' is-fitting' : ' is-refused';
    this.#rubber.setAttribute('class', `arc-rubber${kind}`);
    this.#rubber.setAttribute('d', `M${start.x} ${top}L${toX} ${toY}`);
    this.#rubberWords.setAttribute('class', `arc-rubber-words${kind}`);
    this.#rubberWords.setAttribute('x', String(toX + 12));
    this.#rubberWords.setAttribute('y', String(toY - 8));
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#svg.remove();
  }

  #geometry(): ArcGeometry {
    const option = monaco.editor.EditorOption;
    return {
      rowHeight: this.#editor.getOption(option.lineHeight),
      left: this.#editor.getLayoutInfo().contentLeft,
      padding: this.#editor.getTopForLineNumber(1),
      lettersTop: Math.round(this.#editor.getOption(option.fontSize) * 0.68) + 11,
    };
  }

  #scroll(): void {
    this.#moving.setAttribute('transform', `translate(0 ${-this.#editor.getScrollTop()})`);
  }

  #draw(): void {
    const geometry = this.#geometry();
    const relations = new Map(this.#onScreen().map((relation) => [relation.id, relation]));
    const arcs = [...relations.values()].flatMap((relation): Arc[] => {
      const [from, to] = [this.#span(relation.from), this.#span(relation.to)];
      if (from === undefined || to === undefined) return [];
      const { id, type } = relation;
      return [{ id, type, from: this.#endOf(from, geometry), to: this.#endOf(to, geometry) }];
    });
    const drawing = drawArcs(
      arcs,
      geometry,
      (type) => this.#title(type),
      (words) => this.#widthOf(words),
    );
    const events = this.#events(relations);
    const chosen = this.#controller.chosen.get();
    const elements = elementsOf(drawing.arcs, drawing.labels, events, (id) => ({
      chosen: id === chosen,
      suggested: relations.get(id)?.status === 'suggested',
      title: this.#tip(relations.get(id)!),
    }));
    const knobs = this.#controller.locked ? [] : this.#knobs(drawing.arcs, chosen, relations, geometry);
    this.#moving.replaceChildren(...elements, ...knobs);
    this.#scroll();
  }

  #knobs(
    arcs: readonly DrawnArc[],
    chosen: number | null,
    relations: ReadonlyMap<number, Relation>,
    geometry: ArcGeometry,
  ): SVGElement[] {
    const { span } = this.#controller;
    if (span !== undefined) {
      const at = pointOf(this.#endOf(span, geometry), geometry);
      return [knobOf(at, (event) => this.onPressKnob(span, event))];
    }
    const arc = arcs.find(({ id }) => id === chosen);
    const relation = relations.get(chosen ?? 0);
    if (arc === undefined || relation === undefined) return [];
    return knobsOf(arc, (end, event) => this.onPressEnd(relation, end, event));
  }

  #events(relations: ReadonlyMap<number, Relation>): ArcEvents {
    return {
      // Several arcs share a name: the next one with every click.
      choose: (ids) => {
        const at = ids.indexOf(this.#controller.chosen.get() ?? 0);
        const id = ids[(at + 1) % ids.length];
        if (id === undefined || !relations.has(id)) return;
        this.#controller.selection.chooseHere(id);
        this.#controller.focus();
      },
    };
  }

  /** Name of the relation with the words it joins. */
  #tip(relation: Relation): string {
    const words = [relation.from, relation.to].map((id) => {
      const span = this.#span(id);
      return span === undefined ? '?' : this.#controller.text.slice(startOf(span), endOf(span));
    });
    return `${this.#title(relation.type)}: ${words.join(' → ')}`;
  }

  #title(type: string): string {
    return this.#titles.get(type) ?? type;
  }

  #widthOf(words: string): number {
    const known = this.#widths.get(words);
    if (known !== undefined) return known;
    if (this.#pen !== null) this.#pen.font = `10px ${getComputedStyle(this.#svg).fontFamily}`;
    const width = Math.ceil(this.#pen?.measureText(words).width ?? 10 * words.length);
    this.#widths.set(words, width);
    return width;
  }

  /** Returns the arcs with an end in the lines on screen, or half a screen around them. */
  #onScreen(): Relation[] {
    const { layer } = this.#controller;
    if (layer.relations.length === 0) return [];
    const ranges = this.#editor.getVisibleRanges();
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (first === undefined || last === undefined) return [];
    const from = this.#lines.offsetAt({ lineNumber: first.startLineNumber, column: first.startColumn });
    const to = this.#lines.offsetAt({ lineNumber: last.endLineNumber, column: last.endColumn });
    const visible = (id: number): boolean => {
      const end = this.#span(id);
      return end !== undefined && startOf(end) >= from && startOf(end) <= to;
    };
    return layer.relations.filter((relation) => visible(relation.from) || visible(relation.to));
  }

  #span(id: number): SpanItem | undefined {
    const item = this.#controller.layer.get(id);
    return item?.kind === 'span' ? item : undefined;
  }

  /** Returns the end of an arc at the span's own letter, so that spans with the same start are told apart. */
  #endOf(span: SpanItem, { rowHeight, padding }: ArcGeometry): ArcEnd {
    const { lineNumber, column } = this.#lines.positionAt(startOf(span));
    const top = this.#editor.getTopForPosition(lineNumber, column);
    const x = this.#editor.getOffsetForColumn(lineNumber, column);
    const [first] = this.#drawer.lettersAt(startOf(span));
    const aside =
      first === undefined || first.id === span.id ? 0 : letterLeft(this.#drawer.lettersFor(first));
    return { span: span.id, row: Math.round((top - padding) / rowHeight), x: Math.max(0, x) + INTO + aside };
  }
}
