/** Draws mentions and headings of the part of a record that is on screen, and a margin around it. */
import type { ValueFlag } from '../../../shared/domain/value.ts';
import { colourTypeOf, type MentionKind } from '../../lib/mention-kinds.ts';
import { monaco } from '../../ui/monaco.ts';
import type { PlacedMention } from './mention-track.ts';
import type { MarkedMention } from './merge-mentions.ts';
import type { DocumentSession } from './session.ts';

/** Drawn above and below the screen, in screens. */
const MARGIN = 1;

interface Window {
  readonly from: number;
  readonly to: number;
}

export class MentionDecorator {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #collection: monaco.editor.IEditorDecorationsCollection;
  #session: DocumentSession | null = null;
  #hidden: ReadonlySet<MentionKind> = new Set();
  #drawn: Window | null = null;
  #frame = 0;

  constructor(editor: monaco.editor.IStandaloneCodeEditor) {
    this.#editor = editor;
    this.#collection = editor.createDecorationsCollection();
    editor.onDidScrollChange(() => this.#check());
    editor.onDidLayoutChange(() => this.#check());
  }

  show(session: DocumentSession | null): void {
    this.#session = session;
    this.redraw();
  }

  hide(kinds: ReadonlySet<MentionKind>): void {
    this.#hidden = kinds;
    this.redraw();
  }

  /** Draws anew, after other mentions were found. */
  redraw(): void {
    const session = this.#session;
    const screen = this.#screen();
    if (session === null || screen === null) {
      this.#drawn = null;
      this.#collection.clear();
      return;
    }
    const height = Math.max(200, screen.to - screen.from);
    const window = { from: screen.from - MARGIN * height, to: screen.to + MARGIN * height };
    this.#drawn = window;
    this.#collection.set([
      ...this.#mentions(session, window),
      ...this.#values(session, window),
      ...this.#headings(session, window),
    ]);
  }

  #mentions(session: DocumentSession, { from, to }: Window): monaco.editor.IModelDeltaDecoration[] {
    const lines = session.lines;
    return session.track
      .slice(from, to)
      .filter(({ mention }) => !this.#hidden.has(mention.kind))
      .flatMap((placed) => {
        const range = lines.rangeOf(placed);
        return optionsOf(placed).map((options) => ({ range, options }));
      });
  }

  /** Abnormal results, in a layer of their own. */
  #values(session: DocumentSession, { from, to }: Window): monaco.editor.IModelDeltaDecoration[] {
    const { values, linkedVersion } = session.found.get();
    const lines = session.lines;
    return values.flatMap((value) => {
      const options =
        value.assertion === 'hypothetical' ? undefined : VALUES[value.critical ? 'critical' : value.flag];
      const span = options && session.carry(value, linkedVersion);
      if (!span || span.end <= from || span.start >= to) return [];
      return [{ range: lines.rangeOf(span), options }];
    });
  }

  #headings(session: DocumentSession, { from, to }: Window): monaco.editor.IModelDeltaDecoration[] {
    const { sections, linkedVersion } = session.found.get();
    const lines = session.lines;
    return sections.flatMap((section) => {
      const span = session.carry({ start: section.start, end: section.bodyStart }, linkedVersion);
      if (span === null || span.end <= from || span.start >= to) return [];
      return [{ range: lines.rangeOf(span), options: HEADING }];
    });
  }

  /** Offsets of the first and the last visible character. */
  #screen(): Window | null {
    const model = this.#editor.getModel();
    const ranges = this.#editor.getVisibleRanges();
    const first = ranges[0];
    const last = ranges.at(-1);
    if (model === null || first === undefined || last === undefined) return null;
    return {
      from: model.getOffsetAt({ lineNumber: first.startLineNumber, column: first.startColumn }),
      to: model.getOffsetAt({ lineNumber: last.endLineNumber, column: last.endColumn }),
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

const HEADING: monaco.editor.IModelDecorationOptions = {
  inlineClassName: 'section-heading',
  stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
};

type Options = monaco.editor.IModelDecorationOptions;
const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;

const valueLook = (look: string): Options => ({
  stickiness,
  className: `measured-value is-${look}`,
  zIndex: 3,
});
const high = valueLook('high');
const VALUES: Readonly<Record<ValueFlag | 'critical', Options | undefined>> = {
  low: valueLook('low'),
  high,
  positive: high,
  critical: valueLook('critical'),
  normal: undefined,
  negative: undefined,
  unknown: undefined,
};

/** One options object a look, so that Monaco can share them. */
const optionsCache = new Map<string, readonly Options[]>();

function optionsOf({ mention }: PlacedMention<MarkedMention>): readonly Options[] {
  const { kind, source, linked, predicted, crossing } = mention;
  const key = [
    colourTypeOf(kind),
    source,
    (linked ?? predicted)?.assertion,
    Math.min(mention.depth, 3),
    crossing,
  ].join(' ');
  const cached = optionsCache.get(key);
  if (cached !== undefined) return cached;
  const options = [...dictionaryLook(mention), ...modelLook(mention), ...personLook(mention)];
  optionsCache.set(key, options);
  return options;
}

/** A line below the words. */
function dictionaryLook({ kind, linked, depth }: MarkedMention): Options[] {
  if (linked === undefined) return [];
  const type = `type-${colourTypeOf(kind)}`;
  const { assertion } = linked;
  // An inner mention is a line in a layer of its own: classes of nested spans would mix.
  if (depth > 0) {
    const className = `inner-mention ${type} is-${assertion} depth-${Math.min(depth, 3)}`;
    return [{ stickiness, className, zIndex: depth }];
  }
  const marker = assertion === 'family' ? { beforeContentClassName: `family-marker ${type}` } : {};
  return [{ stickiness, inlineClassName: `mention ${type} is-${assertion}`, ...marker }];
}

/** A line above the words, in a layer of its own; a tint where the dictionary has none. */
function modelLook({ kind, source, predicted, crossing }: MarkedMention): Options[] {
  if (source === 'dictionary' || source === 'person') return [];
  const tint = source === 'model' && !crossing ? ' is-tinted' : '';
  const look = { stickiness, className: `predicted-mention type-${colourTypeOf(kind)}${tint}`, zIndex: 4 };
  if (source === 'both' || crossing || predicted?.assertion === undefined) return [look];
  return [
    { ...look, inlineClassName: `predicted-words type-${colourTypeOf(kind)} is-${predicted.assertion}` },
  ];
}

/** A frame around the words. */
const personLook = ({ kind, source }: MarkedMention): Options[] =>
  source === 'person'
    ? [{ stickiness, className: `corrected-mention type-${colourTypeOf(kind)}`, zIndex: 5 }]
    : [];
