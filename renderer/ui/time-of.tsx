import { formatDateTime, formatWhen } from '../lib/format.ts';

/** A moment, short; the tooltip has it in full. */
export const TimeOf = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatWhen(at)}
  </time>
);
