export function DiagnosisPanel(_: { active: unknown; onReveal: unknown; onOpenEntity: unknown }) {
  return <div data-testid="diagnosis-panel" />;
}
