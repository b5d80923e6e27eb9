import { Button, Progress } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PatientFull } from '../../../shared/domain/patient.ts';
import { useLanguage } from '../../i18n/index.ts';
import { writtenRange, writtenResult, writtenTime } from '../../lib/value-rows.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TrendPicture, ValueMark } from '../../ui/value-trend.tsx';
import type { Findings } from './use-findings.ts';
import { type Course, coursesOf } from './value-courses.ts';

interface PatientTrendsProps {
  readonly patient: PatientFull;
  readonly findings: Findings;
  readonly onOpenDocument: (id: number, offset?: number) => void;
}

const FIRST = 12;

/** The course of each analyte over all records. */
export function PatientTrends({ patient, findings, onOpenDocument }: PatientTrendsProps) {
  const { t } = useTranslation();
  const courses = useMemo(() => coursesOf(patient, findings), [patient, findings]);
  const [isWhole, setWhole] = useState(false);
  const { done, total } = findings;
  return (
    <section className="patient-trends" data-testid="patient-trends">
      <h2>{t('patients.trends')}</h2>
      {done < total && (
        <div role="status">
          {t('patients.reading', { done, total })}
          <Progress percent={(100 * done) / total} showInfo={false} size="small" />
        </div>
      )}
      {done === total && courses.length === 0 && <EmptyState text={t('patients.noValues')} />}
      <div className="patient-courses">
        {(isWhole ? courses : courses.slice(0, FIRST)).map((course) => (
          <CourseCard key={course.analyte} course={course} onOpenDocument={onOpenDocument} />
        ))}
      </div>
      {!isWhole && courses.length > FIRST && (
        <Button onClick={() => setWhole(true)}>{t('patients.showAll', { n: courses.length })}</Button>
      )}
    </section>
  );
}

interface CourseCardProps extends Pick<PatientTrendsProps, 'onOpenDocument'> {
  readonly course: Course;
}

function CourseCard({ course: { analyte, values }, onOpenDocument }: CourseCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const last = values.at(-1);
  if (last === undefined) return null;
  const list = (
    <ul>
      {values.map((value) => (
        <li key={`${value.documentId} ${value.start}`}>
          <button
            type="button"
            className="value-name"
            onClick={() => onOpenDocument(value.documentId, value.start)}
          >
            {writtenTime(value) || value.text}
          </button>
          <span>
            {writtenResult(value)} <ValueMark value={value} />
          </span>
          <span className="muted">{writtenRange(value)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <article className="patient-course" data-analyte={analyte}>
      <h3>
        <span className="grow">{language === 'zh' ? last.name : last.en}</span>
        <span title={`${t('patients.latest')} ${writtenTime(last)}`}>
          {writtenResult(last)} <ValueMark value={last} />
        </span>
      </h3>
      {values.length > 1 && <TrendPicture values={values} analyte={analyte} height={130} />}
      {values.length === 1 ? (
        list
      ) : (
        <details>
          <summary>{t('patients.all', { n: values.length })}</summary>
          {list}
        </details>
      )}
    </article>
  );
}
