/** Relations drawn above the lines of the text: those with an end on screen. */
import { type Relation, type Span, startOf } from '../../../../shared/domain/annotation.ts';
import { type Arc, layoutArcs } from '../../../lib/annotation/arcs.ts';
import type { AnnotationDesk } from '../../../lib/annotation/desk.ts';
import { titleOf } from '../../../lib/annotation/letters.ts';
import type { LineIndex } from '../../../lib/line-index.ts';
import { monaco } from '../../../ui/monaco.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** From the middle of a row up to where letters end, and how high arcs may rise above that. */
const LETTERS_TOP = 21;
const ROOM = 12;
const PITCH = 5;
/** Where in its first character a relation meets a word. */
const INTO = 6;
const CORNER = 3;

interface Geometry {
  readonly rowHeight: number;
  /** From the left of the editor to the text. */
  readonly left: number;
  readonly scrollTop: number;
  readonly padding: number;
}

export class ArcLayer {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #desk: AnnotationDesk;
  readonly #lines: LineIndex;
  readonly #svg = document.createElementNS(SVG, 'svg');
  readonly #moving = document.createElementNS(SVG, 'g');
  readonly #rubber = document.createElementNS(SVG, 'path');
  readonly #titles: ReadonlyMap<string, string>;
  #frame = 0;

  constructor(
    editor: monaco.editor.IStandaloneCodeEditor,
    host: HTMLElement,
    desk: AnnotationDesk,
    lines: LineIndex,
  ) {
    this.#editor = editor;
    this.#desk = desk;
    this.#lines = lines;
    this.#titles = new Map(desk.schema.relations.map((type) => [type.name, titleOf(type)]));
    this.#svg.setAttribute('class', 'arc-layer');
    this.#svg.dataset.testid = 'arcs';
    this.#rubber.setAttribute('class', 'arc-rubber');
    this.#svg.append(this.#moving, this.#rubber);
    host.append(this.#svg);
    editor.onDidScrollChange(() => {
      this.#scroll();
      this.later();
    });
    editor.onDidLayoutChange(() => this.later());
  }

  /** Draws anew in the next frame, when the lines are in place. */
  later(): void {
    if (this.#frame !== 0 || this.#desk.schema.relations.length === 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** A line from the chosen span to the pointer (client pixels), or none. */
  rubber(from: Span | null, x = 0, y = 0): void {
    if (from === null) {
      this.#rubber.removeAttribute('d');
      return;
    }
    const box = this.#svg.getBoundingClientRect();
    const { rowHeight, left, scrollTop, padding } = this.#geometry();
    const { row, x: startX } = this.#endOf(from, rowHeight, padding);
    const top = padding + row * rowHeight + rowHeight / 2 - LETTERS_TOP - scrollTop;
    this.#rubber.setAttribute('d', `M${left + startX} ${top}L${x - box.left} ${y - box.top}`);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#svg.remove();
  }

  #geometry(): Geometry {
    const layout = this.#editor.getLayoutInfo();
    return {
      rowHeight: this.#editor.getOption(monaco.editor.EditorOption.lineHeight),
      left: layout.contentLeft,
      scrollTop: this.#editor.getScrollTop(),
      padding: this.#editor.getTopForLineNumber(1),
    };
  }

  #scroll(): void {
    this.#moving.setAttribute('transform', `translate(0 ${-this.#editor.getScrollTop()})`);
  }

  #draw(): void {
    const geometry = this.#geometry();
    const relations = this.#onScreen();
    const { layer } = this.#desk;
    const arcs = relations.flatMap((relation): Arc[] => {
      const [from, to] = [layer.get(relation.from), layer.get(relation.to)];
      if (from?.kind !== 'span' || to?.kind !== 'span') return [];
      const { rowHeight, padding } = geometry;
      return [
        {
          id: relation.id,
          from: this.#endOf(from, rowHeight, padding),
          to: this.#endOf(to, rowHeight, padding),
        },
      ];
    });
    const drawn = drawing(arcs, geometry);
    const byId = new Map(relations.map((relation) => [relation.id, relation]));
    this.#moving.replaceChildren(
      ...drawn.flatMap(({ id, path, label }) => this.#elements(byId.get(id)!, path, label)),
    );
    this.#scroll();
  }

  /** With an end in the lines on screen, or half a screen around it. */
  #onScreen(): Relation[] {
    const { layer } = this.#desk;
    if (layer.relations.length === 0) return [];
    const ranges = this.#editor.getVisibleRanges();
    const [first, last] = [ranges[0], ranges.at(-1)];
    if (first === undefined || last === undefined) return [];
    const from = this.#lines.offsetAt({ lineNumber: first.startLineNumber, column: first.startColumn });
    const to = this.#lines.offsetAt({ lineNumber: last.endLineNumber, column: last.endColumn });
    const visible = (id: number): boolean => {
      const end = layer.get(id);
      return end?.kind === 'span' && startOf(end) >= from && startOf(end) <= to;
    };
    return layer.relations.filter((relation) => visible(relation.from) || visible(relation.to));
  }

  #endOf(span: Span, rowHeight: number, padding: number): { row: number; x: number } {
    const { lineNumber, column } = this.#lines.positionAt(startOf(span));
    const top = this.#editor.getTopForPosition(lineNumber, column);
    const x = this.#editor.getOffsetForColumn(lineNumber, column);
    return { row: Math.round((top - padding) / rowHeight), x: Math.max(0, x) + INTO };
  }

  #elements(relation: Relation, path: string, label: { x: number; y: number } | null): SVGElement[] {
    const chosen = this.#desk.chosen.get() === relation.id;
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute(
      'class',
      `arc${chosen ? ' is-chosen' : ''}${relation.status === 'suggested' ? ' is-suggested' : ''}`,
    );
    group.dataset.testid = 'arc';
    group.dataset.relation = String(relation.id);
    for (const name of ['arc-hit', 'arc-line']) {
      const line = document.createElementNS(SVG, 'path');
      line.setAttribute('class', name);
      line.setAttribute('d', path);
      group.append(line);
    }
    const title = this.#titles.get(relation.type) ?? relation.type;
    if (label !== null) {
      const words = document.createElementNS(SVG, 'text');
      words.setAttribute('x', String(label.x));
      words.setAttribute('y', String(label.y));
      words.textContent = title;
      group.append(words);
    }
    const tip = document.createElementNS(SVG, 'title');
    tip.textContent = title;
    group.append(tip);
    group.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.#desk.choose(relation.id);
      this.#desk.focus();
    });
    return [group];
  }
}

interface DrawnArc {
  readonly id: number;
  readonly path: string;
  readonly label: { readonly x: number; readonly y: number } | null;
}

/** Paths in the text's own pixels: they scroll as one. */
function drawing(arcs: readonly Arc[], { rowHeight, left, padding }: Geometry): DrawnArc[] {
  const { levels, uprights, lanes } = layoutArcs(arcs);
  const base = (row: number): number => padding + row * rowHeight + rowHeight / 2 - LETTERS_TOP;
  const height = (row: number, lane: number): number => {
    const pitch = Math.min(PITCH, ROOM / (lanes.get(row) ?? 1));
    return base(row) - 3 - lane * pitch;
  };
  const laneOf = new Map(levels.map((piece) => [`${piece.id} ${piece.row} ${piece.right}`, piece]));
  const marginOf = new Map(uprights.map(({ id, lane }) => [id, left - 7 - lane * 4]));
  return arcs.map(({ id, from, to }) => {
    const [x1, x2] = [left + from.x, left + to.x];
    if (from.row === to.row) {
      const piece = laneOf.get(`${id} ${from.row} ${Math.max(from.x, to.x)}`);
      const y = height(from.row, piece?.lane ?? 0);
      return {
        id,
        path: `M${x1} ${base(from.row)}${corner(x1, y, x2)}L${x2} ${base(to.row)}${arrow(x2, base(to.row))}`,
        label: { x: (x1 + x2) / 2, y: y + 3 },
      };
    }
    const margin = marginOf.get(id) ?? left - 7;
    const [a, b] = [from, to].map(({ row, x }) => height(row, laneOf.get(`${id} ${row} ${x}`)?.lane ?? 0));
    const [y1, y2] = [a ?? 0, b ?? 0];
    return {
      id,
      path: `M${x1} ${base(from.row)}L${x1} ${y1}L${margin} ${y1}L${margin} ${y2}L${x2} ${y2}L${x2} ${base(to.row)}${arrow(x2, base(to.row))}`,
      label: { x: Math.min(x1, left + 40), y: y1 + 3 },
    };
  });
}

/** Up, along and down, with round corners. */
function corner(x1: number, y: number, x2: number): string {
  const r = Math.min(CORNER, Math.abs(x2 - x1) / 2) * Math.sign(x2 - x1 || 1);
  return `L${x1} ${y + CORNER}Q${x1} ${y} ${x1 + r} ${y}L${x2 - r} ${y}Q${x2} ${y} ${x2} ${y + CORNER}`;
}

const arrow = (x: number, y: number): string => `M${x - 3} ${y - 4}L${x} ${y}L${x + 3} ${y - 4}`;
