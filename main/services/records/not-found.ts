import { AppError } from '../../../shared/result.ts';

export function missingDocument(id: number): never {
  throw new AppError('not-found', 'documents.not-found', { id });
}
