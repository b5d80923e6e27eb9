/**
 * Threefry4x32-20, the counter-based generator of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"
 * (SC 2011). Four words of output are a pure function of a counter and a key, so that any number of a random
 * stream can be had without those before it: masks repeat bit for bit and a run resumes in mid-epoch.
 */

export const PARITY = 0x1bd11bda;
export const ROTATIONS_A = Int32Array.of(10, 11, 13, 23, 6, 17, 25, 18);
export const ROTATIONS_B = Int32Array.of(26, 21, 27, 5, 20, 11, 10, 20);
export const ROUNDS = 20;

/** Four words each: which stream, and where in it. */
export type Words4 = readonly [number, number, number, number];
