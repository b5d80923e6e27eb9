/** A stretch of the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}
