/** Settings that many networks share. Defaults are those of StaResGRU-CNN, tables 5 and 6. */
import { z } from 'zod';

/** Share of values dropped in training. */
export const rate = z.number().min(0).lt(1);

/** Width of a layer. Absurd sizes in files from elsewhere must not fill the memory. */
export const units = z.int().positive().max(65_536);

/** Units of one direction of a recurrent layer. */
export const hiddenSize = units.default(512);

/** Layers upon one another. */
export const depth = z.int().positive().max(1000);

/** Tokens that a filter sees. */
export const kernel = z.int().positive().max(512);

export const convolution = { filters: units.default(64), kernel: kernel.default(3) };
