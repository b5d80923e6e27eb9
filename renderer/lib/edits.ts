/** Moving offsets along with a text while it is edited. Offsets are UTF-16 code units. */
import type { Span } from '../../shared/domain/span.ts';

/** `removed` code units at `offset` were replaced by `inserted` ones. */
export interface TextEdit {
  readonly offset: number;
  readonly removed: number;
  readonly inserted: number;
}

/**
 * Moves an offset of the old text to the new one. At the rim of an edit or inside it, 'right' (for a span's
 * start) goes behind the new words and 'left' (for its end) before them: a span never takes in what was typed beside it.
 */
export function shiftOffset(offset: number, edit: TextEdit, sticky: 'left' | 'right'): number {
  if (offset < edit.offset) return offset;
  if (offset > edit.offset + edit.removed) return offset + edit.inserted - edit.removed;
  return sticky === 'left' ? edit.offset : edit.offset + edit.inserted;
}

/** The span in the new text, or null when nothing of it is left. */
export function shiftSpan(span: Span, edit: TextEdit): Span | null {
  const start = shiftOffset(span.start, edit, 'right');
  const end = shiftOffset(span.end, edit, 'left');
  return start < end ? { start, end } : null;
}

/** Edits by version, so that offsets of an older version of the text can be brought to the newest one. */
export class EditLog {
  readonly #limit: number;
  #entries: { readonly version: number; readonly edits: readonly TextEdit[] }[] = [];
  #oldest: number;

  /** `version` is the text's version now; at most `limit` later versions are remembered. */
  constructor(version: number, limit = 2000) {
    this.#oldest = version;
    this.#limit = limit;
  }

  /** `edits`, in the order in which they are to be applied, made `version` out of the version before. */
  push(version: number, edits: readonly TextEdit[]): void {
    this.#entries.push({ version, edits });
    if (this.#entries.length > this.#limit) {
      const dropped = this.#entries.shift();
      if (dropped !== undefined) this.#oldest = dropped.version;
    }
  }

  /** The span of the text at `version`, moved to the newest text; null when it is gone or too long ago. */
  carry(span: Span, version: number): Span | null {
    if (version < this.#oldest) return null;
    let current: Span | null = span;
    for (const entry of this.#entries) {
      if (entry.version <= version) continue;
      for (const edit of entry.edits) {
        current = shiftSpan(current, edit);
        if (current === null) return null;
      }
    }
    return current;
  }
}
