/** `similar`: records of the workspace that are similar to a text or to one of them. */

import type { SimilarPage } from '../../shared/domain/similar.ts';
import { message } from '../../shared/messages/message.ts';
import { TYPE_NAMES } from '../formats/html-report.ts';
import { openSimilarRecords } from '../services/graph/linker.ts';
import { openRecord } from '../services/records/open-record.ts';
import type { Session } from '../services/session/session.ts';
import { integer, note, only, print, printJson, UsageError, withSession } from './command.ts';
import type { Options } from './options.ts';

export function similar(args: readonly string[], options: Options<'similar'>): Promise<void> {
  const count = integer(options.limit, '--limit', 10);
  return withSession(options, 'starter', async (session) => {
    const question = { ...asked(session, args, options.record), count };
    const pace = { between: async () => undefined, budgetMs: Number.POSITIVE_INFINITY };
    const page = await openSimilarRecords(session).find(question, pace);
    if (options.json) printJson(page);
    else printPage(page);
  });
}

/** Returns the text given, or that of the stored record with the id. */
function asked(session: Session, args: readonly string[], id: string | undefined) {
  if (id === undefined) return { text: only(args, 'TEXT') };
  if (args.length > 0) throw new UsageError('cli.excludes', { option: '--record', other: args.join(' ') });
  const { text, id: documentId } = openRecord(session, integer(id, '--record', 1));
  return { text, documentId };
}

function printPage({ hits, records }: SimilarPage): void {
  for (const { document, score, entities, words } of hits) {
    print(`${score.toFixed(3)}  ${document.id}  ${document.title}`);
    if (entities.length > 0)
      print(`       ${entities.map(({ name, type }) => `${name} (${TYPE_NAMES[type]})`).join('、')}`);
    if (words.length > 0) print(`       ${words.join(' | ')}`);
  }
  note(message('cli.similar-of', { found: hits.length, records }));
}
