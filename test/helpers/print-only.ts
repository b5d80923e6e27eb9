/** What a bench prints after this mark is not kept in docs/benchmarks.md: it tells of single records of a data set. */
export const PRINT_ONLY = '<!-- printed, not kept -->';
