/** Small annotated documents, as many as are asked for. */
import { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import { relation, span } from './projects.ts';

export function manyDocuments(count: number): AnnotatedDocument[] {
  return Array.from({ length: count }, (_, n) =>
    AnnotatedDocument.parse({
      name: `d${n}`,
      text: `第${n}例，咳嗽发热三天`,
      items: [span(1, 0, 1), span(2, 1, 3, { type: 'symptom' }), relation(3, 1, 2)],
    }),
  );
}
