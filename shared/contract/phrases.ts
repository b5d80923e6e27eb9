/** Requests and events of lists of phrases; part of the contract. */
import { z } from 'zod';
import { GivenName, Token } from '../domain/limits.ts';
import { CutPoint, MiningSettings, Phrase, PhraseEdit, PhraseFilter, PhraseList } from '../domain/phrases.ts';
import { Job } from '../domain/system.ts';
import { Done, FileData, Nothing } from './common.ts';

const ListId = z.number().int();

export const phrasesContract = {
  'phrases.lists': { input: Nothing, output: z.array(PhraseList) },
  /** Mines a list from the texts of a data set; names of the graph are the examples. */
  'phrases.mine': {
    input: z.object({ dataSet: z.number().int(), name: GivenName, settings: MiningSettings.partial() }),
    output: Job,
  },
  /** Phrases that a filter takes, the more frequent first, their number, and the list's cut points. */
  'phrases.page': {
    input: z.object({ list: ListId, filter: PhraseFilter }),
    output: z.object({
      phrases: z.array(Phrase),
      total: z.number().int(),
      list: PhraseList,
      cutPoints: z.array(CutPoint),
    }),
  },
  /** Decides about a phrase, or adds it; `before` is null for an added one. */
  'phrases.edit': {
    input: PhraseEdit.extend({ list: ListId }),
    output: z.object({ before: Phrase.nullable(), after: Phrase }),
  },
  /** Turns a cut point on or off, or adds it, and cuts names anew; returns how many are cut otherwise. */
  'phrases.setCutPoint': {
    input: CutPoint.pick({ character: true, side: true, active: true }).extend({ list: ListId }),
    output: z.object({ changed: z.number().int() }),
  },
  'phrases.export': { input: z.object({ list: ListId }), output: FileData },
  'phrases.import': { input: z.object({ uploadId: Token, name: GivenName }), output: PhraseList },
  'phrases.delete': { input: z.object({ list: ListId }), output: Done },
} as const;

export const phrasesEvents = { 'phrases.changed': Nothing } as const;
