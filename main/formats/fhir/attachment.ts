/** Text of attachments: plain text and HTML inside of the file. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { decodeText } from '../../reading/decode.ts';
import { narrativeText } from './narrative.ts';
import type { Attachment } from './schema.ts';

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** Returns the text of the first attachment that has one. Throws `bad-input` that says what the others are. */
export function attachmentText(attachments: readonly Attachment[], resource: string): string {
  for (const { contentType = '', data } of attachments) {
    if (data === undefined || !/^text\/|xhtml/.test(contentType)) continue;
    if (!BASE64.test(data))
      throw new AppError(
        'bad-input',
        message('fhir.broken', { resource, element: 'content.attachment.data' }),
      );
    const { text } = decodeText(Buffer.from(data, 'base64'), resource);
    return /html/.test(contentType) ? narrativeText(text, resource) : text;
  }
  const types = attachments.map(({ contentType, url }) => contentType ?? url ?? '?').join(', ');
  throw new AppError('bad-input', message('fhir.no-text-attachment', { resource, types }));
}
