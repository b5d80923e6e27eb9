/** Sizes and parts of the networks of the StaResGRU-CNN paper, for taggers and classifiers alike. */
import { z } from 'zod';

export const NetworkSettings = z.object({
  /** Units of one direction of a recurrent layer; 0: as in the paper. */
  hiddenSize: z.number().int().min(0).max(4096).default(0),
  /** Filters of a convolution; 0: as in the paper. */
  filters: z.number().int().min(0).max(4096).default(0),
  /** Recurrent layers of BiLSTM, BiGRU and StaResGRU-CNN and their like; 0: as in the paper. */
  layers: z.number().int().min(0).max(12).default(0),
  /** StaResGRU-CNN: equations 5 and 6, 7 and 8, or the ablation without residual. */
  residual: z.enum(['sum', 'gated', 'none']).default('sum'),
  /** StaResGRU-CNN: whether the dense mapping sees the token vectors beside the states; the ablation does not. */
  concatenation: z.boolean().default(true),
});
export type NetworkSettings = z.infer<typeof NetworkSettings>;
