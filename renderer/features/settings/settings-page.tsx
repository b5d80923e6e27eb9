export function SettingsPage() {
  return <div />;
}
