/** Makes the compiler refuse a `switch` that misses a case of a union. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** Throws unless the condition holds. The message names the argument, the expectation and the actual value. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}
