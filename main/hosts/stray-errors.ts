/**
 * Keeps the host alive when a request leaves an error that nothing awaits: a rejected promise, or a throw in a timer or
 * an event listener. The error is logged. Everything stored is written in transactions, so continuing is safe, while
 * ending would close every window.
 */
export function surviveStrayErrors(): void {
  process.on('unhandledRejection', (reason) => console.error('unhandled rejection:', reason));
  process.on('uncaughtException', (error) => console.error('uncaught exception:', error));
}
