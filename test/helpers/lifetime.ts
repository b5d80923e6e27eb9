/** When what a test made is ended: after the test, or after its file where several tests share it. */
import { afterAll, onTestFinished } from 'vitest';

/** Ends of what is being made for a whole file. */
let ends: (() => unknown)[] | undefined;

/** Runs `end` when the test has finished, or its file if this is made for the file. */
export function atEnd(end: () => unknown): void {
  if (ends === undefined) onTestFinished(async () => void (await end()));
  else ends.push(end);
}

/** Returns a function that makes something when it is first asked for and gives the same to all tests of the file. */
export function forFile<T>(make: () => Promise<T>): () => Promise<T> {
  const own: (() => unknown)[] = [];
  let made: Promise<T> | undefined;
  afterAll(async () => {
    for (const end of own.toReversed()) await end();
  });
  return () => {
    ends = own;
    made ??= make();
    return made.finally(() => {
      ends = undefined;
    });
  };
}
