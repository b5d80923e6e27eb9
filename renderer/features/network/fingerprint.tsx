/** A fingerprint in four lines of eight bytes, so that two can be compared by eye. */
export function Fingerprint({ value }: { readonly value: string }) {
  const bytes = value.split(':');
  const lines = [0, 8, 16, 24].map((from) => bytes.slice(from, from + 8).join(':'));
  return (
    <code className="fingerprint" data-testid="fingerprint" data-value={value}>
      {lines.map((line, n) => (
        <span key={line}>{n < 3 ? `${line}:` : line}</span>
      ))}
    </code>
  );
}
