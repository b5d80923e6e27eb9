/** Settings of labels that have parents, as diseases have departments. */
import { z } from 'zod';

export const HierarchySettings = z.object({
  /** Reads the parent of each label from the training texts that name one. */
  parentLabels: z.boolean().default(false),
  /**
   * Separator within labels such as `cardiology/angina`; empty: labels have no parents in their names. The parent is what
   * stands before the last separator.
   */
  hierarchySeparator: z.string().max(10).default(''),
  /** Use of a parent's probability: multiplies that of its child among its siblings, or leaves the best parent's children. */
  hierarchy: z.enum(['multiply', 'restrict']).default('multiply'),
});

export type HierarchySettings = z.infer<typeof HierarchySettings>;

/** Returns whether a run trains a classifier of parents beside that of labels. */
export const learnsParents = ({
  parentLabels,
  hierarchySeparator = '',
}: Readonly<Record<string, unknown>>): boolean => parentLabels === true || hierarchySeparator !== '';
