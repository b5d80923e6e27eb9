import { Input, Modal } from 'antd';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentSearch } from '../../api/documents.ts';
import { useEntitySearch } from '../../api/graph.ts';
import { type Command, isEnabled } from '../../lib/keyboard/commands.ts';
import { screenCommands } from '../../lib/keyboard/use-screen-commands.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type PaletteItem, PaletteRow } from './command-palette-row.tsx';
import { isOneOf, rankMatches } from './fuzzy-match.ts';

interface PaletteProps {
  readonly commands: readonly Command[];
  readonly onOpenDocument: (id: number, offset?: number) => void;
  readonly onOpenEntity: (id: number) => void;
  readonly onClose: () => void;
}

const MOST_COMMANDS = 6;
const MOST_ENTITIES = 8;
const MOST_DOCUMENTS = 8;
const PAUSE_MS = 120;

interface Group {
  readonly title: 'named' | 'commands' | 'entities' | 'documents';
  readonly items: readonly PaletteItem[];
}

/** One field that finds records, entities and commands; arrows and Enter do the rest. */
export function Palette({ commands, onOpenDocument, onOpenEntity, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(0);
  // Available commands are read once: the screen behind does not change while the palette is open.
  const [all] = useState(() => [...screenCommands(), ...commands].filter(isEnabled));
  const groups = useGroups(text, all, onOpenDocument, onOpenEntity);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(picked, items.length - 1);

  const run = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return; // Enter ends the input method's word
    if (event.key === 'ArrowDown') setPicked((at + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setPicked((at - 1 + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') run(items[at]);
    else return;
    event.preventDefault();
  };
  const optionId = (item: PaletteItem): string => `${id}-${item.key}`;
  const current = items[at];

  return (
    <Modal
      open
      className="palette"
      closable={false}
      footer={null}
      width={620}
      style={{ top: 56 }}
      title={t('palette.open')}
      data-testid="palette"
      onCancel={onClose}
    >
      <Input
        autoFocus
        variant="borderless"
        size="large"
        maxLength={200}
        value={text}
        placeholder={t('palette.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-label={t('palette.placeholder')}
        {...(current === undefined ? {} : { 'aria-activedescendant': optionId(current) })}
        data-testid="palette-input"
        onChange={(event) => {
          setText(event.target.value);
          setPicked(0);
        }}
        onKeyDown={press}
      />
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('palette.results')}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options in a listbox are grouped by role
          <div key={group.title} role="group" aria-label={t(`palette.${group.title}`)}>
            <div className="palette-group" aria-hidden>
              {t(`palette.${group.title}`)}
            </div>
            {group.items.map((item) => (
              <PaletteRow
                key={item.key}
                id={optionId(item)}
                item={item}
                picked={item === current}
                onPick={() => run(item)}
                onPoint={() => setPicked(items.indexOf(item))}
              />
            ))}
          </div>
        ))}
        {items.length === 0 && <p className="muted pad">{t('palette.nothing')}</p>}
      </div>
      <div className="palette-keys muted" aria-hidden>
        {t('palette.keys')}
      </div>
    </Modal>
  );
}

function useGroups(
  text: string,
  commands: readonly Command[],
  onOpenDocument: PaletteProps['onOpenDocument'],
  onOpenEntity: PaletteProps['onOpenEntity'],
): Group[] {
  const onlyCommands = text.startsWith('>');
  const typed = (onlyCommands ? text.slice(1) : text).trim();
  const query = useDebounced(onlyCommands ? '' : typed, PAUSE_MS);
  const entities = useEntitySearch(query, undefined, MOST_ENTITIES, query !== '').data;
  const documents = useDocumentSearch(query, MOST_DOCUMENTS).data?.hits;
  return useMemo(() => {
    const ranked = rankMatches(typed, commands, (command) => [command.name, ...command.keywords]);
    const shown = onlyCommands || typed === '' ? ranked : ranked.slice(0, MOST_COMMANDS);
    const named = shown.filter(({ name, keywords }) => isOneOf(typed, [name, ...keywords]));
    const itemOf = (command: Command): PaletteItem => ({
      kind: 'command',
      key: `command-${command.id}`,
      command,
      run: command.run,
    });
    const searching = query !== '' && typed !== '' && !onlyCommands;
    const groups: Group[] = [
      // Entries named in full, such as a type of the desk, come before those that contain the word.
      { title: 'named', items: named.map(itemOf) },
      {
        title: 'documents',
        items: (searching ? (documents ?? []) : []).map((hit) => ({
          kind: 'document',
          key: `document-${hit.document.id}`,
          hit,
          run: () => onOpenDocument(hit.document.id, hit.snippets[0]?.start),
        })),
      },
      {
        title: 'entities',
        items: (searching ? (entities ?? []) : []).map((hit) => ({
          kind: 'entity',
          key: `entity-${hit.id}`,
          hit,
          run: () => onOpenEntity(hit.id),
        })),
      },
      {
        title: 'commands',
        items: shown.filter((command) => !named.includes(command)).map(itemOf),
      },
    ];
    return groups.filter((group) => group.items.length > 0);
  }, [typed, query, onlyCommands, commands, entities, documents, onOpenDocument, onOpenEntity]);
}
