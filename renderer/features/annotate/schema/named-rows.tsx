import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { AddRow, RowTools } from './row-tools.tsx';
import { moved } from './schema-draft.ts';

interface Named {
  readonly name: string;
  readonly title: string;
}

interface NamedRowsProps<Type extends Named> {
  readonly types: readonly Type[];
  readonly onChange: (types: Type[]) => void;
  /** Handles consequences outside this list of a new name or a removed type. */
  readonly onRename?: (index: number, name: string) => void;
  readonly onRemove?: (index: number) => void;
  /** Fields before the name and after the title. */
  readonly before?: (type: Type, change: (part: Partial<Type>) => void) => ReactNode;
  readonly after: (type: Type, change: (part: Partial<Type>) => void) => ReactNode;
  readonly rowId: string;
  readonly add: { readonly label: string; readonly testId: string; readonly type: () => Type };
}

/** Types of one part of a schema, a row each: name, title, what the part adds, up, down, away. */
export function NamedRows<Type extends Named>(props: NamedRowsProps<Type>) {
  const [words, setWords] = useState('');
  const { types, onChange, onRename, onRemove, before, after, rowId, add } = props;
  const { t } = useTranslation();
  const changeAt =
    (index: number) =>
    (part: Partial<Type>): void =>
      onChange(types.map((type, i) => (i === index ? { ...type, ...part } : type)));
  const rename = (index: number, name: string): void =>
    onChange(types.map((type, i) => (i === index ? { ...type, name } : type)));
  const retitle = (index: number, title: string): void =>
    onChange(types.map((type, i) => (i === index ? { ...type, title } : type)));
  const remove = (index: number): void => onChange(types.filter((_type, i) => i !== index));
  return (
    <div className="schema-rows">
      {types.length >= SEARCHED_FROM && (
        <SearchField
          className="schema-search"
          label={t('annotate.searchTypes', { n: formatCount(types.length) })}
          value={words}
          testId="search-types"
          onChange={setWords}
        />
      )}
      {types.map(
        (type, i) =>
          fits(type, words) && (
            // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
            <div key={i} className="schema-row" data-testid={rowId}>
              {before?.(type, changeAt(i))}
              <TextField
                label={t('annotate.typeName')}
                value={type.name}
                onChange={(name) => (onRename ?? rename)(i, name)}
              />
              <TextField
                label={t('annotate.typeTitle')}
                value={type.title}
                onChange={(title) => retitle(i, title)}
              />
              {after(type, changeAt(i))}
              <RowTools
                name={type.name}
                onMove={(step) => onChange(moved(types, i, step))}
                onRemove={() => (onRemove ?? remove)(i)}
              />
            </div>
          ),
      )}
      <AddRow
        label={add.label}
        testId={add.testId}
        onAdd={() => {
          setWords('');
          onChange([...types, add.type()]);
        }}
      />
    </div>
  );
}

/** Types from which on there is a search. */
const SEARCHED_FROM = 12;

/** A new type has no name yet and always shows. */
function fits({ name, title }: Named, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return name === '' || `${name} ${title}`.toLowerCase().includes(wanted);
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly className?: string;
}

/** A field whose label stands in it while it is empty. */
export function TextField({
  label,
  value,
  onChange,
  maxLength = 100,
  className = 'name-field',
}: TextFieldProps) {
  return (
    <Input
      size="small"
      className={className}
      value={value}
      maxLength={maxLength}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
