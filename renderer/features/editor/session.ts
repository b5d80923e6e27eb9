/** One open document: its Monaco model with undo history, its mentions in step with the text, its saving. */
import type { Out } from '../../../shared/contract/index.ts';
import {
  type CorrectionChange,
  type MadeCorrection,
  shiftCorrection,
} from '../../../shared/domain/correction.ts';
import type { DocumentFull, DocumentSummary } from '../../../shared/domain/document.ts';
import type { Mention, Section } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import type { PredictedSpan } from '../../../shared/domain/training.ts';
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import { call } from '../../api/client.ts';
import { EditLog } from '../../lib/edits.ts';
import { LineIndex, offsetAfterEol } from '../../lib/line-index.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { monaco } from '../../ui/monaco.ts';
import { Highlighter } from './highlighter.ts';
import { MentionTrack } from './mention-track.ts';
import { type MarkedMention, mergeMentions, samePredictions } from './merge-mentions.ts';
import { minimalEdit } from './minimal-edit.ts';
import type { ModelUse } from './model-use.ts';
import { DocumentSaver, type SaverWords, type Seen } from './saver.ts';

/** Mentions and sections last found in the text. */
export interface Found {
  /** Mentions of dictionary and model. */
  readonly mentions: readonly MarkedMention[];
  /** Version of the text the mentions' offsets belong to; 0 before the first answer. */
  readonly version: number;
  readonly sections: readonly Section[];
  readonly values: readonly MeasuredValue[];
  /** People's corrections of the highlights. */
  readonly corrections: readonly MadeCorrection[];
  /** Version the offsets of sections, values and corrections, and of what the linker found, belong to. */
  readonly linkedVersion: number;
}

/** Changes with the version of the text that their places belong to, or a rule that was switched on. */
export type UndoableCorrection =
  | { readonly kind: 'changes'; readonly changes: readonly CorrectionChange[]; readonly version: number }
  | { readonly kind: 'rule'; readonly words: string; readonly type: string };

const api = {
  get: (id: number) => call('docs.get', { id, again: true }),
  saveDraft: (id: number, text: string, seen: Seen) => call('docs.saveDraft', { id, text, ...seen }),
  commit: (id: number, text: string, seen: Seen, reason: string) =>
    call('docs.commit', { id, text, ...seen, reason }),
};

export class DocumentSession {
  readonly id: number;
  /** The document as it was when it was opened. */
  readonly opened: DocumentSummary;
  readonly model: monaco.editor.ITextModel;
  readonly saver: DocumentSaver;
  readonly title: Store<string>;
  readonly found: Store<Found> = createStore<Found>({
    mentions: [],
    version: 0,
    sections: [],
    values: [],
    corrections: [],
    linkedVersion: 0,
  });
  /** Corrections and rules made in this tab, the last one first to be undone. */
  readonly undoable: Store<readonly UndoableCorrection[]> = createStore<readonly UndoableCorrection[]>([]);
  readonly annotating: Store<boolean> = createStore(false);
  readonly version: Store<number>;
  /** The choice between two texts was put off. */
  readonly conflictLater: Store<boolean> = createStore(false);
  /** Scroll position and cursor while another tab is in front. */
  viewState: monaco.editor.ICodeEditorViewState | null = null;
  /** Mentions at their places of this moment. */
  track = new MentionTrack<MarkedMention>([]);
  readonly modelUse: ModelUse;
  readonly #dictionaryHighlighter: Highlighter<TextAnalysis>;
  readonly #modelHighlighter: Highlighter<Out<'text.predict'>>;
  #linked = new MentionTrack<Mention>([]);
  #predicted = new MentionTrack<PredictedSpan>([]);
  readonly #stopThreshold: () => void;
  readonly #log: EditLog;
  /** The stored text while it mixes kinds of line ends, which the model cannot. */
  #storedWithMixedEol: string | null;
  #lines: { readonly version: number; readonly index: LineIndex } | undefined;
  #adopting = false;

  constructor(document: DocumentFull, words: SaverWords, modelUse: ModelUse) {
    this.id = document.id;
    this.opened = document;
    this.modelUse = modelUse;
    this.title = createStore(document.title);
    this.model = monaco.editor.createModel(document.text, 'plaintext');
    this.#storedWithMixedEol = this.model.getValue() === document.text ? null : document.text;
    this.version = createStore(this.model.getVersionId());
    this.#log = new EditLog(this.model.getVersionId());
    const text = {
      read: () => this.model.getValue(),
      equals: (stored: string) =>
        stored === this.model.getValue() || this.#withEol(stored) === this.model.getValue(),
      version: () => this.model.getVersionId(),
      replace: (next: string) => this.#replace(next),
    };
    this.saver = new DocumentSaver(document, api, text, words);
    this.#dictionaryHighlighter = new Highlighter(
      text,
      (value) => call('text.annotate', { text: value, documentId: document.id }),
      {
        found: (analysis, version) => this.#adoptAnalysis(analysis, version),
        busy: (busy) => this.annotating.set(busy),
      },
    );
    this.#modelHighlighter = new Highlighter(
      text,
      (value) => call('text.predict', { text: value, documentId: document.id }),
      {
        found: (prediction) => this.#adoptPrediction(prediction),
        failed: (error) => {
          modelUse.refused(error);
          this.#showPredicted([]);
        },
      },
    );
    this.#stopThreshold = modelUse.threshold.subscribe(() => this.#merge());
    this.model.onDidChangeContent((event) => this.#follow(event));
    this.annotate();
    this.predict();
  }

  /** Asks the dictionary what stands in the text as it is. */
  annotate(): void {
    this.#dictionaryHighlighter.now();
  }

  /** Asks the model the same, unless there is none. */
  predict(): void {
    if (this.modelUse.isAsked) this.#modelHighlighter.now();
  }

  /** People's corrections at their places of now; those whose words are gone are left out. */
  corrections(): MadeCorrection[] {
    const { corrections, linkedVersion } = this.found.get();
    return corrections.flatMap((one) => {
      const now = one.gone ? null : this.carry(one, linkedVersion);
      return now === null || now.end - now.start !== one.text.length
        ? []
        : [shiftCorrection(one, now.start - one.start)];
    });
  }

  /** Sends corrections of highlights, once the text that they are about is stored. @throws AppError */
  async correct(changes: readonly CorrectionChange[]): Promise<void> {
    if (this.mixedEol) this.saver.touch();
    await this.saver.flush();
    this.#storedWithMixedEol = null;
    await call('corrections.apply', { documentId: this.id, ...this.saver.seen, changes: [...changes] });
  }

  /** While an input method composes a word the text is not one to annotate. */
  holdAnnotation(held: boolean): void {
    this.#dictionaryHighlighter.hold(held);
    this.#modelHighlighter.hold(held);
  }

  get mixedEol(): boolean {
    return this.#storedWithMixedEol !== null;
  }

  /** Line table of the text as it is. */
  get lines(): LineIndex {
    const version = this.model.getVersionId();
    if (this.#lines?.version !== version)
      this.#lines = { version, index: new LineIndex(this.model.getValue()) };
    return this.#lines.index;
  }

  /** Words as they stood in an older version, where they are now; null when they are gone. */
  carry(span: Span, version: number): Span | null {
    return this.#log.carry(span, version);
  }

  /** A place in the stored text as a place in the model: they differ while mixed line ends are stored. */
  placeOf(offset: number): number {
    const stored = this.#storedWithMixedEol;
    return stored === null ? offset : offsetAfterEol(stored, offset, this.model.getEOL().length);
  }

  dispose(): void {
    this.#dictionaryHighlighter.dispose();
    this.#modelHighlighter.dispose();
    this.#stopThreshold();
    this.saver.dispose();
    this.model.dispose();
  }

  #follow(event: monaco.editor.IModelContentChangedEvent): void {
    const edits = event.changes.map((change) => ({
      offset: change.rangeOffset,
      removed: change.rangeLength,
      inserted: change.text.length,
    }));
    this.#log.push(event.versionId, edits);
    for (const edit of edits)
      for (const track of [this.track, this.#linked, this.#predicted]) track.shift(edit);
    this.#storedWithMixedEol = null; // saving makes the line ends one kind
    this.version.set(event.versionId);
    if (!this.#adopting) this.saver.touch();
    this.#dictionaryHighlighter.later();
    if (this.modelUse.isAsked) this.#modelHighlighter.later();
  }

  #adoptAnalysis(analysis: TextAnalysis, version: number): void {
    this.#linked = new MentionTrack(analysis.mentions);
    const { sections, values, corrections = [] } = analysis;
    this.#merge({ sections, values, corrections, linkedVersion: version });
  }

  /** The dictionary's mentions are on screen by then; these join them. */
  #adoptPrediction({ model, entities }: Out<'text.predict'>): void {
    this.modelUse.answered(model);
    this.#showPredicted(entities);
  }

  #showPredicted(entities: readonly PredictedSpan[]): void {
    if (samePredictions(this.#predicted.all(), entities)) return; // as after most edits
    this.#predicted = new MentionTrack(entities);
    this.#merge();
  }

  /** Brings both findings together where they stand now; before the dictionary has answered there is nothing to show. */
  #merge(linked: Omit<Found, 'mentions' | 'version'> = this.found.get()): void {
    if (linked.linkedVersion === 0) return;
    const threshold = this.modelUse.threshold.get();
    const mentions = mergeMentions(this.#linked.all(), this.#predicted.all(), threshold);
    this.track = new MentionTrack(mentions);
    const version = this.model.getVersionId();
    this.found.set({ ...linked, mentions: this.track.mentions, version });
  }

  #withEol(text: string): string {
    return text.replaceAll(/\r\n|\r|\n/g, this.model.getEOL());
  }

  #replace(next: string): void {
    const edit = minimalEdit(this.model.getValue(), this.#withEol(next));
    if (edit === null) return;
    this.#adopting = true;
    try {
      const range = this.lines.rangeOf(edit);
      this.model.pushEditOperations(null, [{ range, text: edit.text }], () => null);
    } finally {
      this.#adopting = false;
    }
  }
}
