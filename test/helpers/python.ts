/** A Python with the packages that a test needs. */
import { spawnSync } from 'node:child_process';

/** Returns the interpreter that imports all of the packages: MERIDIAN_TEST_PYTHON, else the system's; `undefined`: none. */
export const pythonWith = (...packages: string[]): string | undefined =>
  [process.env.MERIDIAN_TEST_PYTHON, 'python3', 'python'].find(
    (python) =>
      python !== undefined &&
      python !== '' &&
      spawnSync(python, ['-c', packages.map((name) => `import ${name}`).join('\n')], { stdio: 'ignore' })
        .status === 0,
  );
