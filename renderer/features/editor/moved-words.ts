/** Marks words that moved a model's label, or both ends of a relation, until the text is another one: then they pale. */
import { strengthOf } from '../../lib/model-opinion.ts';
import type { MarkedWords } from '../../lib/workbench.ts';
import { monaco } from '../../ui/monaco.ts';
import type { DocumentSession } from './session.ts';

type Options = monaco.editor.IModelDecorationOptions;
const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;

export class MovedWords {
  readonly #collection: monaco.editor.IEditorDecorationsCollection;
  /** Looks of the marks while they are fresh. */
  #fresh: readonly Options[] = [];

  constructor(editor: monaco.editor.IStandaloneCodeEditor) {
    this.#collection = editor.createDecorationsCollection();
    editor.onDidChangeModelContent(() => this.#pale());
  }

  /** @param version of the text in which the words stood so; those that are gone are not marked */
  show(session: DocumentSession, words: readonly MarkedWords[], version: number): void {
    const heaviest = Math.max(0, ...words.map((word) => ('weight' in word ? Math.abs(word.weight) : 0)));
    const lines = session.lines;
    const marks = words.flatMap((word) => {
      const span = session.carry(word, version);
      if (span === null) return [];
      return [{ range: lines.rangeOf(span), options: optionsOf(classOf(word, heaviest)) }];
    });
    this.#fresh = marks.map(({ options }) => options);
    this.#collection.set(marks);
    if (version !== session.model.getVersionId()) this.#pale();
  }

  clear(): void {
    this.#fresh = [];
    this.#collection.clear();
  }

  #pale(): void {
    if (this.#fresh.length === 0) return;
    const ranges = this.#collection.getRanges();
    if (ranges.length !== this.#fresh.length) return this.clear();
    const marks = ranges.map((range, i) => {
      const { className } = this.#fresh[i]!;
      return { range, options: { stickiness, zIndex: 5, className: `${className} is-stale` } };
    });
    this.#fresh = [];
    this.#collection.set(marks);
  }
}

const shared = new Map<string, Options>();

function classOf(word: MarkedWords, heaviest: number): string {
  if ('role' in word) return `moved-words is-${word.role} strength-1`;
  return `moved-words ${word.weight > 0 ? 'is-for' : 'is-against'} strength-${strengthOf(word.weight, heaviest)}`;
}

/** Returns one options object a class name, so that Monaco can share them. */
function optionsOf(className: string): Options {
  const known = shared.get(className);
  if (known !== undefined) return known;
  const options: Options = { stickiness, zIndex: 5, className };
  shared.set(className, options);
  return options;
}
