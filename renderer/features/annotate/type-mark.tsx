import type { Item } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { lettersOf, titleOf } from './schema/type-letters.ts';

/** Names, letters and styles of a schema's types. */
export class TypeTable {
  readonly #letters: ReadonlyMap<string, string>;
  readonly #styles: ReadonlyMap<string, number>;
  readonly #titles: ReadonlyMap<string, string>;

  constructor(schema: AnnotationSchema) {
    this.#letters = lettersOf(schema.spans);
    this.#styles = new Map(schema.spans.map(({ name, look }) => [name, look]));
    this.#titles = new Map(
      [...schema.relations, ...schema.labels, ...schema.spans].map((type) => [type.name, titleOf(type)]),
    );
  }

  letter(type: string): string {
    return this.#letters.get(type) ?? '?';
  }

  /** 7, the grey one, for types that the schema lacks. */
  look(type: string): number {
    return this.#styles.get(type) ?? 7;
  }

  title(type: string): string {
    return this.#titles.get(type) ?? type;
  }
}

/** The one-letter sign of a type. */
export function TypeMark({ table, type }: { readonly table: TypeTable; readonly type: string }) {
  const title = table.title(type);
  return (
    <span className={`type-badge look-${table.look(type)}`} role="img" aria-label={title} title={title}>
      {table.letter(type)}
    </span>
  );
}

interface ItemMarkProps {
  readonly table: TypeTable;
  readonly item: Pick<Item, 'kind' | 'type'>;
}

/** The sign of a span's type, of a relation, or of a label of the document. */
export function ItemMark({ table, item: { kind, type } }: ItemMarkProps) {
  if (kind === 'span') return <TypeMark table={table} type={type} />;
  return <span className="relation-mark">{kind === 'relation' ? '↷' : '#'}</span>;
}
