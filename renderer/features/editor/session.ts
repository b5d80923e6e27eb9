/** One open document: its Monaco model with undo history, its mentions in step with the text, its saving. */
import type { DocumentFull } from '../../../shared/domain/document.ts';
import type { Annotation, Mention, Section } from '../../../shared/domain/mention.ts';
import { call } from '../../api/client.ts';
import { EditLog, type Span } from '../../lib/edits.ts';
import { LineIndex, offsetAfterEol } from '../../lib/line-index.ts';
import { MentionTrack } from '../../lib/mention-track.ts';
import { minimalEdit } from '../../lib/minimal-edit.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { Annotator } from './annotator.ts';
import { monaco } from './monaco.ts';
import { DocumentSaver, type SaverWords, type Seen } from './saver.ts';

/** What was last found in the text. */
export interface Found {
  readonly mentions: readonly Mention[];
  readonly sections: readonly Section[];
  /** Version of the text the offsets belong to; 0 before the first answer. */
  readonly version: number;
}

const api = {
  get: (id: number) => call('docs.get', { id }),
  saveDraft: (id: number, text: string, seen: Seen) => call('docs.saveDraft', { id, text, ...seen }),
  commit: (id: number, text: string, seen: Seen, reason: string) =>
    call('docs.commit', { id, text, ...seen, reason }),
};

export class DocumentSession {
  readonly id: number;
  readonly model: monaco.editor.ITextModel;
  readonly saver: DocumentSaver;
  readonly annotator: Annotator;
  readonly title: Store<string>;
  readonly found: Store<Found> = createStore<Found>({ mentions: [], sections: [], version: 0 });
  readonly annotating: Store<boolean> = createStore(false);
  readonly version: Store<number>;
  /** The choice between two texts was put off. */
  readonly conflictLater: Store<boolean> = createStore(false);
  /** Scroll position and cursor while another tab is in front. */
  viewState: monaco.editor.ICodeEditorViewState | null = null;
  /** Mentions at their places of this moment. */
  track = new MentionTrack([]);
  readonly #log: EditLog;
  /** The stored text while it mixes kinds of line ends, which the model cannot. */
  #storedWithMixedEol: string | null;
  #lines: { readonly version: number; readonly index: LineIndex } | undefined;
  #adopting = false;

  constructor(document: DocumentFull, words: SaverWords) {
    this.id = document.id;
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
    this.annotator = new Annotator(
      text,
      (value) => call('text.annotate', { text: value }),
      (annotation, version) => this.#adoptAnnotation(annotation, version),
      (busy) => this.annotating.set(busy),
    );
    this.model.onDidChangeContent((event) => this.#follow(event));
    this.annotator.now();
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
    this.annotator.dispose();
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
    for (const edit of edits) this.track.shift(edit);
    this.#storedWithMixedEol = null; // saving makes the line ends one kind
    this.version.set(event.versionId);
    if (!this.#adopting) this.saver.touch();
    this.annotator.later();
  }

  #adoptAnnotation(annotation: Annotation, version: number): void {
    this.track = new MentionTrack(annotation.mentions);
    this.found.set({ mentions: this.track.mentions, sections: annotation.sections, version });
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
