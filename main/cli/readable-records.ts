/** Records of an input; refused lines are told on standard error. */
import { message } from '../../shared/messages/message.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { readRecords } from '../formats/read-stream.ts';
import { note } from './command.ts';

export async function* readableRecords(input: string): AsyncGenerator<EmrRecord> {
  for await (const item of readRecords(input)) {
    if (item.kind !== 'refused') yield item.record;
    else note(message('cli.refused', { place: `${input}:${item.line}`, reason: item.reason }));
  }
}
