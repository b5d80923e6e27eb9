import type { Message } from '../../../../shared/messages/message.ts';

/** Something wrong: the object as the audit table names it, and the reason. */
export interface Finding {
  readonly object: string;
  readonly reason: Message;
  /** Nothing was changed behind the rules; somebody should look at it all the same. */
  readonly isNote?: true;
}

export const finding = (object: string, reason: Message): Finding => ({ object, reason });

/** Yields null for each thing that is right. Others may write between two yields: no statement stays open. */
export type Findings = Generator<Finding | null, void, undefined>;
