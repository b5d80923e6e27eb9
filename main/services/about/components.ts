/** Third-party software in the app, as listed when it was built. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Component } from '../../../shared/domain/component.ts';
import { appRoot } from '../../resources.ts';

export async function builtComponents(): Promise<Component[]> {
  return z
    .array(Component)
    .parse(JSON.parse(await readFile(join(appRoot, 'dist', 'components.json'), 'utf8')));
}
