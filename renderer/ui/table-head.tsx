export interface TableHeadProps {
  /** Names of the columns; those of numbers stand at the right, hidden ones are for screen readers. */
  readonly columns: readonly (string | { readonly number: string } | { readonly hidden: string })[];
}

/** Head of a table whose columns do not sort. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (typeof column === 'string')
            return (
              <th key={column} scope="col">
                {column}
              </th>
            );
          if ('number' in column)
            return (
              <th key={column.number} scope="col" className="number">
                {column.number}
              </th>
            );
          return (
            <th key={column.hidden} scope="col">
              <span className="visually-hidden">{column.hidden}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
