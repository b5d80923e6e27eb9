/** Describes the training of both peers of the word vector bench; given as JSON in their first argument. */
export interface VectorCase {
  readonly name: string;
  /** A sentence a line, tokens parted by spaces. */
  readonly file: string;
  readonly tokens: number;
  readonly dimension: number;
  readonly skipGram: boolean;
}
