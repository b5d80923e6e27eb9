/** The open document for the views around it. */
import { createContext, useContext } from 'react';
import { invariant } from '../../../shared/assert.ts';
import type { AnnotationController } from './controller/annotation-controller.ts';
import type { TypeTable } from './type-mark.tsx';

interface OpenAnnotation {
  readonly controller: AnnotationController;
  readonly table: TypeTable;
}

export const AnnotationContext = createContext<OpenAnnotation | null>(null);

/** Returns the controller of the open document, and the names of its types. Throws outside the context. */
export function useAnnotation(): OpenAnnotation {
  const annotation = useContext(AnnotationContext);
  invariant(annotation !== null, 'no document is open');
  return annotation;
}
