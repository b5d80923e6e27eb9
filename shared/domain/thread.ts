/** Discussions of a document, or of a place in its text. */
import { z } from 'zod';
import { Fragment } from './annotation.ts';
import { ShortName } from './limits.ts';
import { Person, ProjectDocumentId } from './project.ts';

export const ThreadId = z.number().int().positive();

/** Place or document that a thread discusses. Places are those of the text, so that they hold in every layer. */
export const ThreadAnchor = z.object({
  kind: z.enum(['document', 'span', 'relation']),
  type: ShortName.optional(),
  /** The span, or the one from which the relation goes. */
  fragments: z.array(Fragment).max(100).default([]),
  /** The span to which the relation goes. */
  to: z.array(Fragment).max(100).default([]),
  /** Person whose layer was reviewed. */
  layer: Person.optional(),
});
export type ThreadAnchor = z.infer<typeof ThreadAnchor>;

export const CommentText = z.string().trim().min(1).max(5000);
export const Mentions = z.array(Person.min(1)).max(20);

const Uid = z.string().min(1).max(60);
export const ThreadComment = z.object({
  /** Equal in every workspace. */
  uid: Uid,
  at: z.string(),
  author: Person,
  text: CommentText,
  mentions: Mentions,
});
export type ThreadComment = z.infer<typeof ThreadComment>;

export const Thread = z.object({
  id: ThreadId,
  uid: Uid,
  documentId: ProjectDocumentId,
  anchor: ThreadAnchor,
  resolvedAt: z.string().nullable(),
  resolvedBy: Person.nullable(),
  /** Oldest first; never empty. */
  comments: z.array(ThreadComment),
});
export type Thread = z.infer<typeof Thread>;
