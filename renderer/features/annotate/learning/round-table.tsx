import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LearningRound } from '../../../../shared/domain/learning.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount, formatDateTime, formatScore, messageText } from '../../../lib/format.ts';
import { roundWord } from './learning-rounds.ts';

interface RoundTableProps {
  readonly rounds: readonly LearningRound[];
  readonly onOpenRun: (run: number) => void;
}

const COLUMNS = ['at', 'documents', 'labels', 'dev', 'f1', 'previous', 'gain', 'state'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['documents', 'labels', 'dev', 'f1', 'previous', 'gain']);

/** Newest first. */
export function RoundTable({ rounds, onOpenRun }: RoundTableProps) {
  const { t } = useTranslation();
  return (
    <div className="table-holder">
      <table className="train-table" data-testid="learning-rounds">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={NUMBERS.has(column) ? 'number' : undefined}
                title={t(`learning.roundHint.${column}`)}
              >
                {t(`learning.rounds.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('learning.openRun')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...rounds].reverse().map((round) => (
            <Row key={round.id} round={round} onOpenRun={onOpenRun} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  round,
  onOpenRun,
}: {
  readonly round: LearningRound;
  readonly onOpenRun: (run: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { at, documents, labels, devDocuments, f1, previous, error, runId } = round;
  const gain = f1 === null || previous === null ? null : f1 - previous.f1;
  return (
    <tr>
      <td>{formatDateTime(at)}</td>
      <td className="number">{formatCount(documents)}</td>
      <td className="number">{formatCount(labels)}</td>
      <td className="number">{formatCount(devDocuments)}</td>
      <td className="number">{f1 === null ? '–' : formatScore(f1)}</td>
      <td className="number" title={previous?.name}>
        {previous === null ? '–' : formatScore(previous.f1)}
      </td>
      <td className="number">
        {gain === null ? '–' : `${gain >= 0 ? '+' : '−'}${formatScore(Math.abs(gain))}`}
      </td>
      <td>
        {t(`learning.state.${roundWord(round)}`)}
        {error !== null && <span className="muted">: {messageText(error, language)}</span>}
      </td>
      <td>
        {runId !== null && (
          <Button type="link" size="small" onClick={() => onOpenRun(runId)}>
            {t('learning.openRun')}
          </Button>
        )}
      </td>
    </tr>
  );
}
