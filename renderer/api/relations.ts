/** Relations between the mentions of a record, as the model in use finds them. */
import { useQuery } from '@tanstack/react-query';
import { MAX_MENTIONS, type TypedMention } from '../../shared/domain/record-relations.ts';
import { call } from './client.ts';
import { stoppable } from './stoppable.ts';

/** A text with the mentions found in it. */
export interface RelatedText {
  /** Differs between any two texts and findings. */
  readonly key: number;
  readonly documentId: number;
  readonly version: number;
  readonly text: string;
  readonly mentions: readonly TypedMention[];
}

/**
 * Returns the relations of a text with its version, null without a model. The last answer about the document stays while
 * the next one is computed; a request that nobody waits for any more is taken back.
 */
export const useFoundRelations = (asked: RelatedText | null) =>
  useQuery({
    // Asked anew when another model is used, as are predictions of the diagnosis panel.
    queryKey: ['diagnosis', 'model', 'relations', asked?.documentId, asked?.key],
    enabled: asked !== null,
    queryFn: async ({ signal }) => {
      if (asked === null) return null;
      const { text, version } = asked;
      const mentions = asked.mentions.slice(0, MAX_MENTIONS);
      const found = await stoppable(signal, (ticket) => call('relations.find', { text, mentions, ticket }));
      return found && { ...found, version };
    },
    placeholderData: (previous, query) => (query?.queryKey[3] === asked?.documentId ? previous : undefined),
    gcTime: 30_000,
  });
