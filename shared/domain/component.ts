/** Third-party software in the app. */
import { z } from 'zod';

export const Component = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX expression; empty when the package states none. */
  licence: z.string(),
  /** Text of its licence file; empty when the package has none. */
  text: z.string(),
});
export type Component = z.infer<typeof Component>;
