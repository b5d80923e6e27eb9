/** Output of a bench after this mark is not kept in docs/benchmarks.md: it shows single records of a data set. */
export const PRINT_ONLY = '<!-- printed, not kept -->';
