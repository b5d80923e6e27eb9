interface SortHeaderProps<C extends string> {
  readonly column: C;
  readonly name: string;
  readonly sort: { readonly column: C; readonly descending: boolean };
  /** Numbers stand at the right and are best seen with the largest first. */
  readonly numeric?: boolean;
  readonly title?: string;
  readonly onSort: (sort: { readonly column: C; readonly descending: boolean }) => void;
}

/** A table heading that sorts by its column; a second press turns the order. */
export function SortHeader<C extends string>({
  column,
  name,
  sort,
  numeric = false,
  title,
  onSort,
}: SortHeaderProps<C>) {
  const active = sort.column === column;
  return (
    <th
      scope="col"
      className={numeric ? 'number' : undefined}
      aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="sort-button"
        title={title}
        data-sort={column}
        onClick={() => onSort({ column, descending: active ? !sort.descending : numeric })}
      >
        {name}
        <span className="sort-sign" aria-hidden>
          {active ? (sort.descending ? '↓' : '↑') : '\u00a0'}
        </span>
      </button>
    </th>
  );
}
