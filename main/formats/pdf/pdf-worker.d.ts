/** The half of pdf.js that parses, which finds itself by this name where no worker thread runs it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: object;
}
