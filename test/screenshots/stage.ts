/** Common parts of the screenshots: a workspace of its own, and the views that it shows. */
import type { Page } from 'playwright';

/** Actions that bring each view on screen. */
export type Views = Readonly<Record<string, (page: Page) => Promise<void>>>;

export interface Stage {
  readonly views: Views;
  /** Once, in a fresh workspace of which the first sample is in front. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Before each view. */
  readonly begin: (page: Page) => Promise<void>;
}
