/** Opening the envelope that every reply travels in. */
import { plainText } from '../../shared/messages/message.ts';
import { AppError, AppErrorData, fromErrorData } from '../../shared/result.ts';

/** The value of a successful reply; throws AppError for a failed one, `internal` for something that is no reply. */
export function unwrap(reply: unknown): unknown {
  if (typeof reply === 'object' && reply !== null && 'ok' in reply) {
    if (reply.ok === true && 'value' in reply) return reply.value;
    if (reply.ok === false && 'error' in reply) {
      const error = AppErrorData.safeParse(reply.error);
      if (error.success) throw fromErrorData(error.data);
    }
  }
  throw new AppError('internal', 'reply.unknown-form');
}

/** Whatever was thrown, as an AppError. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const text = plainText(thrown instanceof Error ? thrown.message : String(thrown));
  return new AppError('internal', text, { cause: thrown });
}
