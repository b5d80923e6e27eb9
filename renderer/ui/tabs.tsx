import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface TabsProps<K extends string> {
  readonly label: string;
  readonly active: K;
  readonly onPick: (key: K) => void;
  readonly tabs: readonly { readonly key: K; readonly name: string; readonly content: ReactNode }[];
}

/** A row of tabs above one panel; the arrow keys walk. */
export function Tabs<K extends string>({ label, active, onPick, tabs }: TabsProps<K>) {
  const id = useId();
  const at = tabs.findIndex((tab) => tab.key === active);
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs.at((at + step) % tabs.length);
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onPick(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tabs-row" role="tablist" aria-label={label} onKeyDown={walk}>
        {tabs.map(({ key, name }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-testid={`tab-${key}`}
            aria-selected={key === active}
            aria-controls={`${id}-panel`}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onPick(key)}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="tabs-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
        {tabs[at]?.content}
      </div>
    </div>
  );
}
