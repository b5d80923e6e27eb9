/** Draws the spans of the part of a text that is on screen, and of a margin around it. */

import { annotationStyleAt } from '../../../../shared/annotation-styles.ts';
import { endOf, type Item, type SpanItem, startOf } from '../../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { LineStyle } from '../../../lib/annotation-css.ts';
import { wholePercent } from '../../../lib/format.ts';
import type { LineIndex } from '../../../lib/line-index.ts';
import { monaco } from '../../../ui/monaco.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';
import { attributesFor } from '../controller/edits.ts';
import { lettersOf } from '../schema/type-letters.ts';
import { type Letter, letterClass, pieceClass } from './piece-classes.ts';
import { type Line, lanesOf, letterPlaces, type Piece, piecesOf } from './span-lanes.ts';

/** Drawn above and below the screen, in screens. */
const MARGIN = 0.5;

interface Window {
  readonly from: number;
  readonly to: number;
}

type Decoration = monaco.editor.IModelDeltaDecoration;
const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;

export class SpanDrawer {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #collection: monaco.editor.IEditorDecorationsCollection;
  readonly #controller: AnnotationController;
  readonly #lines: LineIndex;
  readonly #styles: ReadonlyMap<string, number>;
  readonly #letters: ReadonlyMap<string, string>;
  readonly #options = new Map<string, monaco.editor.IModelDecorationOptions>();
  #drawn: Window | null = null;
  #pieces: readonly Piece[] = [];
  #frame = 0;

  constructor(
    editor: monaco.editor.IStandaloneCodeEditor,
    controller: AnnotationController,
    lines: LineIndex,
  ) {
    this.#editor = editor;
    this.#controller = controller;
    this.#lines = lines;
    this.#collection = editor.createDecorationsCollection();
    this.#styles = stylesOf(controller.schema);
    this.#letters = lettersOf(controller.schema.spans);
    editor.onDidScrollChange(() => this.#check());
    editor.onDidLayoutChange(() => this.#check());
  }

  redraw(): void {
    const screen = this.#screen();
    if (screen === null) return;
    const margin = MARGIN * Math.max(200, screen.to - screen.from);
    const window = {
      from: Math.max(0, Math.floor(screen.from - margin)),
      to: Math.min(this.#lines.length, Math.ceil(screen.to + margin)),
    };
    this.#drawn = window;
    this.#collection.set(this.#decorations(window));
  }

  /** The lines under a character, as far as it is drawn. */
  linesAt(offset: number): readonly Line[] {
    return this.#pieces.find(({ start, end }) => start <= offset && offset < end)?.lines ?? [];
  }

  /** Spans that begin at an offset, in the order of their letters. */
  lettersAt(offset: number): readonly SpanItem[] {
    return this.#controller.layer.spans
      .slice(offset, offset + 1)
      .filter((span) => startOf(span) === offset)
      .sort((a, b) => endOf(b) - endOf(a) || a.id - b.id);
  }

  /** Returns the letters above the start of a span. */
  lettersFor(span: SpanItem): string {
    return this.#letterOf(span, false).words;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
  }

  #decorations({ from, to }: Window): Decoration[] {
    const spans = this.#spans(from, to);
    const chosen = this.#chosenIds();
    this.#pieces = piecesOf(lanesOf(spans), from, to);
    const pieces = this.#pieces.map(({ start, end, lines }): Decoration => {
      const name = pieceClass(lines.map((line) => this.#styleOf(line, chosen)));
      return { range: this.#lines.rangeOf({ start, end }), options: this.#inline(name) };
    });
    const letters = [...letterPlaces(spans)]
      .filter(([at]) => at >= from && at < to)
      .map(([at, here]): Decoration => {
        const name = letterClass(here.map((span) => this.#letterOf(span, chosen.has(span.id))));
        return { range: this.#lines.rangeOf({ start: at, end: at + 1 }), options: this.#before(name) };
      });
    return [...pieces, ...letters];
  }

  /** Those on screen and whatever they overlap, so that lanes stay as they are while one scrolls. */
  #spans(from: number, to: number): SpanItem[] {
    const index = this.#controller.layer.spans;
    const here = index.slice(from, to);
    const first = here.reduce((least, span) => Math.min(least, startOf(span)), from);
    const last = here.reduce((most, span) => Math.max(most, endOf(span)), to);
    const draft = this.#controller.draft.get();
    const chosen = this.#controller.chosen.get();
    return index
      .slice(first, last)
      .map((span) => (draft !== null && span.id === chosen ? { ...span, fragments: [...draft] } : span));
  }

  /** The chosen item, the ends of a chosen relation, and the beginning of one that is being made. */
  #chosenIds(): ReadonlySet<number> {
    const ids = new Set<number>();
    const { item } = this.#controller;
    if (item !== undefined) ids.add(item.id);
    if (item?.kind === 'relation') ids.add(item.from).add(item.to);
    const mode = this.#controller.mode.get();
    if (mode.kind === 'relate' || mode.kind === 'choose') ids.add(mode.from);
    if (mode.kind === 'choose') ids.add(mode.to);
    const target = this.#controller.target.get();
    if (target !== null) ids.add(target);
    return ids;
  }

  #styleOf({ span, lane, lanes, gap }: Line, chosen: ReadonlySet<number>): LineStyle {
    const look = this.#styles.get(span.type) ?? 7;
    return {
      look,
      stroke: annotationStyleAt(look).stroke,
      lane,
      lanes,
      kind: gap ? 'gap' : span.status === 'suggested' ? 'suggested' : 'sure',
      selected: chosen.has(span.id),
    };
  }

  #letterOf(span: SpanItem, chosen: boolean): Letter {
    return {
      look: this.#styles.get(span.type) ?? 7,
      words: `${this.#letters.get(span.type) ?? '?'}${this.#signsOf(span)}`,
      suggested: span.status === 'suggested',
      chosen,
    };
  }

  /** Returns the tooltip of a span: confidence, values that are not the default, note. */
  #signsOf(span: SpanItem): string {
    const { confidence } = span.provenance;
    if (span.status === 'suggested')
      return confidence === undefined || endOf(span) - startOf(span) < 2
        ? ''
        : ` ${wholePercent(confidence)}`;
    return `${attributeSigns(this.#controller.schema, span)}${span.note === '' ? '' : '*'}`;
  }

  #inline(inlineClassName: string): monaco.editor.IModelDecorationOptions {
    return this.#cached(`i ${inlineClassName}`, { inlineClassName, stickiness });
  }

  #before(beforeContentClassName: string): monaco.editor.IModelDecorationOptions {
    return this.#cached(`b ${beforeContentClassName}`, { beforeContentClassName, stickiness });
  }

  /** One options object a look, so that Monaco can share them. */
  #cached(
    key: string,
    options: monaco.editor.IModelDecorationOptions,
  ): monaco.editor.IModelDecorationOptions {
    const known = this.#options.get(key);
    if (known !== undefined) return known;
    this.#options.set(key, options);
    return options;
  }

  /** Offsets of the first and the last visible character. */
  #screen(): Window | null {
    const ranges = this.#editor.getVisibleRanges();
    const first = ranges[0];
    const last = ranges.at(-1);
    if (first === undefined || last === undefined) return null;
    return {
      from: this.#lines.offsetAt({ lineNumber: first.startLineNumber, column: first.startColumn }),
      to: this.#lines.offsetAt({ lineNumber: last.endLineNumber, column: last.endColumn }),
    };
  }

  /** Redraws, once a frame at most, when the screen has left what is drawn. */
  #check(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const screen = this.#screen();
      if (screen === null) return;
      const drawn = this.#drawn;
      if (drawn === null || screen.from < drawn.from || screen.to > drawn.to) this.redraw();
    });
  }
}

const stylesOf = (schema: AnnotationSchema): Map<string, number> =>
  new Map(schema.spans.map(({ name, look }) => [name, look]));

/** `否` for a negated finding, `!` for a flag that is set. */
export const attributeSigns = (schema: AnnotationSchema, item: Item): string =>
  attributesFor(schema.attributes, item)
    .flatMap(({ name, kind }) => {
      const value = item.attributes[name];
      if (value === undefined || kind === 'text') return [];
      return kind === 'flag' ? '!' : [...value].slice(0, 1);
    })
    .join('');
