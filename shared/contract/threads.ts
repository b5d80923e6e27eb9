/** Requests and events of discussions and of a project's lead; part of the contract. */
import { z } from 'zod';
import { Board } from '../domain/board.ts';
import { LayerId, OpenLayer, Person, ProjectDocumentId, ProjectId } from '../domain/project.ts';
import { CommentText, Mentions, Thread, ThreadAnchor, ThreadId } from '../domain/thread.ts';
import { Done } from './common.ts';

const said = { text: CommentText, mentions: Mentions.default([]) };

export const threadsContract = {
  /**
   * Discussions of a document, oldest first. Annotators see those in which they take part or are mentioned, so that
   * they work blindly, and all once the document is adjudicated.
   */
  'threads.list': { input: z.object({ documentId: ProjectDocumentId }), output: z.array(Thread) },
  'threads.open': {
    input: z.object({ documentId: ProjectDocumentId, anchor: ThreadAnchor, ...said }),
    output: Thread,
  },
  'threads.reply': { input: z.object({ threadId: ThreadId, ...said }), output: Thread },
  'threads.resolve': { input: z.object({ threadId: ThreadId, resolved: z.boolean() }), output: Thread },
  /** Work of every person in a project. */
  'projects.board': { input: z.object({ projectId: ProjectId }), output: Board },
  /** Shows the people a mark on the project until they have finished a document. */
  'projects.remind': {
    input: z.object({ projectId: ProjectId, people: z.array(Person.min(1)).min(1).max(200) }),
    output: Done,
  },
  /** Opens a person's finished layer again and tells them why, in a discussion that mentions them. */
  'annotation.reopen': { input: z.object({ layerId: LayerId, comment: CommentText }), output: OpenLayer },
} as const;

export const threadsEvents = {
  'threads.changed': z.object({ projectId: ProjectId, documentId: ProjectDocumentId }),
} as const;
