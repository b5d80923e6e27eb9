interface TableHeadProps {
  /** Names of the columns; those of numbers stand at the right. */
  readonly columns: readonly (string | { readonly number: string })[];
}

/** Head of a table whose columns do not sort. */
export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            <th key={column.number} scope="col" className="number">
              {column.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
