/** Finds the characters and spans under the pointer. Points are client pixels. */
import type { SpanItem } from '../../../../shared/domain/annotation.ts';
import { LINES_HEIGHT, linePitch } from '../../../lib/annotation-css.ts';
import type { LineIndex } from '../../../lib/line-index.ts';
import { monaco } from '../../../ui/monaco.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import { stepCharacter } from '../controller/fragments.ts';
import { letterLeft } from './piece-classes.ts';
import type { SpanDrawer } from './span-drawer.ts';

/** Target of a click: the character hit, and the span whose own line or letter was hit. */
export interface Pointed {
  readonly offset: number | null;
  readonly exact: SpanItem | undefined;
}

export class HitTester {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #controller: AnnotationController;
  readonly #lines: LineIndex;
  readonly #drawer: SpanDrawer;

  constructor(
    editor: monaco.editor.IStandaloneCodeEditor,
    controller: AnnotationController,
    lines: LineIndex,
    drawer: SpanDrawer,
  ) {
    this.#editor = editor;
    this.#controller = controller;
    this.#lines = lines;
    this.#drawer = drawer;
  }

  at(x: number, y: number): Pointed {
    // Monaco looks in the middle of the row at that height; lines and letters reach beyond their own row.
    const element = document.elementFromPoint(x, y);
    const letters = element?.closest('.ann-letters') ?? null;
    if (letters !== null) return this.#letterAt(letters, x);
    const piece = element?.closest('.ann-piece') ?? null;
    const below = piece === null ? -1 : y - (piece.getBoundingClientRect().bottom - LINES_HEIGHT);
    if (below < 0) return { offset: this.#characterAt(x, y), exact: undefined };
    const offset = this.#characterAt(x, y - below - 1);
    return { offset, exact: offset === null ? undefined : this.#lineAt(offset, below) };
  }

  /** Spans at a point, the one that is most likely meant first. */
  spansAt(x: number, y: number): readonly SpanItem[] {
    const { offset, exact } = this.at(x, y);
    if (exact !== undefined) return [exact];
    return offset === null ? [] : this.#controller.layer.spans.at(offset);
  }

  /** The nearest place between two characters; points beyond the view count as its edge. */
  caretAt(x: number, y: number): number | null {
    const box = this.#editor.getContainerDomNode().getBoundingClientRect();
    const layout = this.#editor.getLayoutInfo();
    const left = box.left + layout.contentLeft;
    const right = box.right - layout.verticalScrollbarWidth;
    const target = this.#editor.getTargetAtClientPoint(
      Math.min(Math.max(x, left + 1), right - 2),
      Math.min(Math.max(y, box.top + 1), box.bottom - 2),
    );
    return target?.position == null ? null : this.#lines.offsetAt(target.position);
  }

  /** The character under a point, where Monaco tells the nearest place between two. */
  #characterAt(x: number, y: number): number | null {
    const target = this.#editor.getTargetAtClientPoint(x, y);
    if (target?.type !== monaco.editor.MouseTargetType.CONTENT_TEXT) return null;
    const offset = this.#lines.offsetAt(target.position);
    const place = this.#editor.getScrolledVisiblePosition(target.position);
    const box = this.#editor.getContainerDomNode().getBoundingClientRect();
    // After the last character of a row, the next offset is drawn in the next row.
    const isBefore = place !== null && (y < box.top + place.top || x < box.left + place.left);
    const at = isBefore ? stepCharacter(this.#controller.text, offset, -1) : offset;
    return at < this.#controller.text.length ? at : null;
  }

  #lineAt(offset: number, below: number): SpanItem | undefined {
    const lines = this.#drawer.linesAt(offset);
    const lane = Math.floor(below / linePitch(lines[0]?.lanes ?? 1));
    return this.#known(lines.find((line) => line.lane === lane)?.span);
  }

  /** The second of two letters at one offset is drawn to the right of the first. */
  #letterAt(letters: Element, x: number): Pointed {
    const box = letters.getBoundingClientRect();
    const offset = this.#characterAt(box.left + 1, box.bottom - 1);
    if (offset === null) return { offset, exact: undefined };
    const [first, second] = this.#drawer.lettersAt(offset);
    const words = first === undefined ? '' : this.#drawer.lettersFor(first);
    return { offset, exact: second !== undefined && x >= box.left + letterLeft(words) ? second : first };
  }

  /** Returns the item of the layer; the drawn one may be the draft of a dragged edge. */
  #known(span: SpanItem | undefined): SpanItem | undefined {
    const item = span && this.#controller.layer.get(span.id);
    return item?.kind === 'span' ? item : undefined;
  }
}
