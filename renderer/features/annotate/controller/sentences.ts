/** Sentences of a record as the caret jumps over them: to 。！？；or a line's end, closing brackets included. */
const BORDER = /[。！？!?；;]+[”’」』）)\]】]*|[\r\n]+/g;

/** Offsets at which sentences begin, in order; 0 is one of them. */
export function sentenceStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: match } of text.matchAll(BORDER)) {
    let at = index + match.length;
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (at < text.length && at > starts.at(-1)!) starts.push(at);
  }
  return starts;
}

/** Returns the caret's next place: the next sentence's start or the text's end, or the start of this sentence or the one before. */
export function stepSentence(
  starts: readonly number[],
  length: number,
  offset: number,
  direction: 1 | -1,
): number {
  if (direction === 1) return starts.find((start) => start > offset) ?? length;
  return starts.findLast((start) => start < offset) ?? 0;
}
