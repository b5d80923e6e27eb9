import { useTranslation } from 'react-i18next';
import type { VectorsCard } from '../../../../shared/domain/vectors.ts';
import { readMessage } from '../../../../shared/messages/message.ts';
import { words } from '../../../../shared/messages/words.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatBytes, formatCount, formatDateTime, formatDuration } from '../../../lib/format.ts';

const HASH_SHOWN = 12;

/** Method, size and date in words. */
export function useVectorFacts({
  settings,
  graph,
  tokens,
  dimension,
  bytes,
  createdAt,
}: VectorsCard): readonly string[] {
  const { t } = useTranslation();
  return [
    t(`vectors.method.${methodOf({ settings, graph })}`),
    t('vectors.facts.dimension', { n: dimension }),
    t('vectors.facts.tokens', { n: formatCount(tokens) }),
    ...(settings === undefined
      ? []
      : [
          t('vectors.facts.window', { n: settings.window }),
          t('vectors.facts.epochs', { n: settings.epochs }),
        ]),
    formatBytes(bytes),
    formatDateTime(createdAt),
  ];
}

function methodOf({ settings, graph }: Pick<VectorsCard, 'settings' | 'graph'>) {
  if (graph !== undefined) return graph.settings.model;
  if (settings === undefined) return 'imported';
  return settings.method === 'glove' ? 'glove' : settings.architecture;
}

/** Describes the origin of vectors in words. */
export function useCorpusFacts({ corpus, file, seconds, norm, userWords }: VectorsCard): readonly string[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    ...(corpus === undefined
      ? []
      : [
          t('vectors.facts.corpus', {
            name: corpusName(corpus.name, language),
            texts: formatCount(corpus.texts),
            characters: formatCount(corpus.characters),
            hash: corpus.sha256.slice(0, HASH_SHOWN),
          }),
        ]),
    ...(file === undefined ? [] : [t('vectors.facts.file', { name: file })]),
    ...(seconds === undefined ? [] : [t('vectors.facts.took', { time: formatDuration(seconds, language) })]),
    ...(userWords === 0 ? [] : [t('vectors.facts.userWords', { n: formatCount(userWords) })]),
    t('vectors.facts.norm', { mean: norm.mean.toFixed(2) }),
  ];
}

/** The workspace's records are named in both languages; files as they are. */
function corpusName(name: string, language: 'zh' | 'en'): string {
  return name
    .split(', ')
    .map((part) => words(readMessage(part), language))
    .join(', ');
}
