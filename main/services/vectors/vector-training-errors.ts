/** What may go wrong with a training of word vectors, in words. */
import { message } from '../../../shared/messages/message.ts';
import { AppError, type AppErrorData } from '../../../shared/result.ts';

export function died(how: string): AppErrorData {
  return {
    code: 'engine-down',
    message: message('runs.ended', { how }),
    kept: message('kept.checkpoint'),
    hint: message('hint.resume-with-fewer-dimensions'),
  };
}

export function nameInTraining(name: string): AppError {
  return new AppError(
    'conflict',
    'vectors.being-trained',
    { name },
    {
      hint: 'hint.other-name',
    },
  );
}

export function elsewhere(): AppError {
  return new AppError(
    'conflict',
    'vectors.elsewhere',
    {},
    {
      hint: 'hint.pause-it-there',
    },
  );
}
