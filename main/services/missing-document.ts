import { AppError } from '../../shared/result.ts';

export function missingDocument(id: number): never {
  throw new AppError('not-found', `There is no document ${id}. (文档不存在或已删除)`);
}
