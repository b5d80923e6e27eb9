export function GraphPage(_: {
  entity: number | null;
  onEntity: (id: number | null) => void;
  importAsked: number;
}) {
  return <div />;
}
