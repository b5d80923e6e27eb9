import { AppError } from '../../../shared/result.ts';

export function throwRecordNotFound(id: number): never {
  throw new AppError('not-found', 'documents.not-found', { id });
}
