/** Errors for missing parts of a project. */
import { AppError } from '../../../shared/result.ts';

export function noProject(id: number | string): never {
  throw new AppError('not-found', 'projects.not-found', { id });
}

export function noDocument(id: number): never {
  throw new AppError('not-found', 'projects.no-document', { id });
}

export function noLayer(id: number): never {
  throw new AppError('not-found', 'projects.no-annotations', { id });
}

export function noEdit(id: number): never {
  throw new AppError('not-found', 'projects.no-edit', { id });
}
