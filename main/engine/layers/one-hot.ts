/** Integer labels as rows of 0 and 1. */
import { cast, oneHot, type Tensor } from '@tensorflow/tfjs-core';

/** Labels [...] in 0 … count − 1 → float32 [..., count]. tfjs's wasm kernel writes integers whatever type is asked for. */
export const oneHotRows = (labels: Tensor, count: number): Tensor => cast(oneHot(labels, count), 'float32');
