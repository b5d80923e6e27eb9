/** What may go wrong with a training of word vectors, in words. */
import { plainText } from '../../../shared/messages/message.ts';
import { AppError, type AppErrorData } from '../../../shared/result.ts';

export function died(how: string): AppErrorData {
  return {
    code: 'engine-down',
    message: plainText(`The training process ended without notice (${how}). (训练进程意外结束)`),
    kept: plainText('The last checkpoint is intact. (最近的检查点完好)'),
    hint: plainText(
      'Resume it. If it ends again, memory may be too short: fewer dimensions or a higher minimum count need less. (可继续训练；若再次结束，可能内存不足，请减小维数或提高最低词频)',
    ),
  };
}

export function nameInTraining(name: string): AppError {
  return new AppError('conflict', `Vectors named ${name} are being trained. (同名词向量正在训练)`, {
    hint: 'Choose another name. (请换一个名称)',
  });
}

export function elsewhere(): AppError {
  return new AppError('conflict', 'Another process looks after this training. (另一个进程正在处理此训练)', {
    hint: 'Pause it there. (请在该处暂停)',
  });
}
