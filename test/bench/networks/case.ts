/** One training step of StaResGRU-CNN as a text classifier: the same case for Meridian and for PyTorch. */
export interface NetworkCase {
  readonly vocab: number;
  readonly embedding: number;
  readonly hidden: number;
  readonly layers: number;
  readonly dense: number;
  readonly labels: number;
  readonly dropout: number;
  /** Texts an update. */
  readonly batch: number;
  /** Texts computed at once; gradients of the parts are added up. */
  readonly part: number;
  readonly length: number;
  readonly threads: number;
}

/** The paper's sizes (tables 5 and 6), character vectors of 100 dimensions, and 44 diagnoses. */
export const PAPER_SIZE = {
  vocab: 5000,
  embedding: 100,
  hidden: 512,
  layers: 2,
  dense: 512,
  labels: 44,
  dropout: 0.4,
  batch: 64,
  length: 512,
} as const;
