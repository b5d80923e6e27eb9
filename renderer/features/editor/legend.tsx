import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Assertion } from '../../../shared/domain/mention.ts';
import { colourTypeOf, type MentionKind, sortKinds } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import { KindBadge, useKindName } from './kind-badge.tsx';
import { countByKind } from './mention-groups.ts';
import { isPredicted } from './merge-mentions.ts';
import type { DocumentSession } from './session.ts';

interface LegendProps {
  readonly session: DocumentSession;
  readonly hidden: ReadonlySet<MentionKind>;
  readonly onToggle: (kind: MentionKind) => void;
}

/** Explains colours and lines; each kind can be switched off. */
export function Legend({ session, hidden, onToggle }: LegendProps) {
  const { t } = useTranslation();
  const kindName = useKindName();
  const { mentions } = useStore(session.found);
  const counts = useMemo(() => countByKind(mentions), [mentions]);
  const withModel = useMemo(() => mentions.some(isPredicted), [mentions]);
  const withPerson = useMemo(() => mentions.some(({ source }) => source === 'person'), [mentions]);
  const kinds = sortKinds(new Set([...counts.keys(), ...hidden]));
  return (
    <section className="legend" data-testid="legend" aria-label={t('editor.legend')}>
      <fieldset className="legend-types" aria-label={t('editor.legendTypes')}>
        {kinds.map((kind) => {
          const off = hidden.has(kind);
          const name = kindName(kind);
          return (
            <button
              key={kind}
              type="button"
              className={`legend-type type-${colourTypeOf(kind)}`}
              data-type={kind}
              aria-pressed={!off}
              title={t(off ? 'editor.showType' : 'editor.hideType', { type: name })}
              onClick={() => onToggle(kind)}
            >
              <KindBadge kind={kind} />
              <span className="legend-name">{name}</span>
              <span className="count">{counts.get(kind) ?? 0}</span>
            </button>
          );
        })}
      </fieldset>
      {withModel && <SourceLegend />}
      {withPerson && (
        <span className="legend-person" title={t('source.personHint')}>
          <span className="corrected-mention type-symptom">{t('source.person')}</span>
        </span>
      )}
      <ul className="legend-assertions" aria-label={t('editor.assertions')}>
        {Assertion.options
          .filter((assertion) => assertion !== 'present')
          .map((assertion) => (
            <li key={assertion}>
              <span className={`mention type-symptom is-${assertion}`}>
                {assertion === 'family' && <span className="family-marker type-symptom" />}
                {t(`assertion.${assertion}`)}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** A line below the words is the dictionary's, one above them the model's. */
function SourceLegend() {
  const { t } = useTranslation();
  return (
    <ul className="legend-sources" data-testid="legend-sources" aria-label={t('source.legend')}>
      <li title={t('source.dictionaryHint')}>
        <span className="mention type-disease is-present">{t('source.dictionary')}</span>
      </li>
      <li title={t('source.modelHint')}>
        <span className="predicted-mention type-disease is-tinted">{t('source.model')}</span>
      </li>
      <li title={t('source.bothHint')}>
        <span className="predicted-mention type-disease">
          <span className="mention type-disease is-present">{t('source.both')}</span>
        </span>
      </li>
    </ul>
  );
}
