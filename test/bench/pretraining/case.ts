/** A pre-training case: the same corpus, encoder and batch for Meridian and for Hugging Face's Trainer. */
export interface PretrainingCase {
  /** A size of `BERT_SIZES`. */
  readonly encoder: 'tiny' | 'mini' | '6x384' | 'base';
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly length: number;
  readonly batch: number;
  readonly maskShare: number;
  /** Batches of an update; absent: 1. */
  readonly accumulation?: number;
  /** Entities of a made-up graph that the encoder reads; absent: it reads none. */
  readonly graph?: { readonly model: 'smedbert' | 'kebiolm'; readonly entities: number } | undefined;
  /** Rows hold several texts; Hugging Face pads each text to the longest of its batch. */
  readonly packing: boolean;
  /** Hugging Face's `group_by_length`: texts of like lengths in a batch. */
  readonly grouped: boolean;
  readonly threads: number;
  /** JSON lines with `text`. */
  readonly corpus: string;
  /** Token ids of each sequence without special tokens as JSON lines, and their vocab.txt. */
  readonly sequences: string;
  readonly vocabulary: string;
}
