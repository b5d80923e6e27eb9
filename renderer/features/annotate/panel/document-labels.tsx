import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../lib/use-store.ts';
import { useAnnotation } from '../annotation-context.ts';
import { titleOf } from '../schema/type-letters.ts';
import { walkButtons } from './walk-buttons.ts';

interface DocumentLabelsProps {
  readonly box: RefObject<HTMLFieldSetElement | null>;
}

/** Labels of the whole document, by group; the arrow keys walk, Space sets and takes away. */
export function DocumentLabels({ box }: DocumentLabelsProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const { labels } = useStore(controller.session.layer);
  const all = controller.schema.labels;
  if (all.length === 0) return null;
  const set = new Set(labels.flatMap(({ type, status }) => (status === 'accepted' ? [type] : [])));
  const groups = [...Map.groupBy(all, ({ group }) => group)];
  return (
    <fieldset
      ref={box}
      className="document-labels"
      aria-label={t('annotate.labels')}
      data-testid="document-labels"
      onKeyDown={(event) => {
        if (event.key === 'Escape') controller.focus();
        else if (!walkButtons(event)) return;
        event.preventDefault();
      }}
    >
      {groups.map(([group, types]) => (
        <span key={group} className="label-group">
          {group !== '' && <span className="muted">{group}</span>}
          {types.map((type) => (
            <button
              key={type.name}
              type="button"
              className="choice-value"
              data-label={type.name}
              aria-pressed={set.has(type.name)}
              disabled={controller.locked}
              onClick={() => controller.spans.toggleLabel(type)}
            >
              {titleOf(type)}
            </button>
          ))}
        </span>
      ))}
    </fieldset>
  );
}
