/**
 * Limits of all readers of files, with reasons. They apply in background processes and on the command line alike.
 * Annotated texts have limits of their own in the contract.
 */
import { MAX_FILE_BYTES } from '../../shared/file-size.ts';

const MB = 1024 * 1024;

export const LIMITS = {
  /** Unpacked bytes of all files of one request together: bytes, text and values are in memory at the same time. */
  unpackedBytes: 512 * MB,
  /** Unpacked bytes of a file that becomes records at once; larger ones are read line by line. */
  recordFileBytes: MAX_FILE_BYTES,
  /** Unpacked bytes for one packed byte. Texts and tables reach 50; only bombs reach more than 200. */
  ratio: 200,
  /** Unpacked bytes up to which no ratio is checked: a short repetitive file does no harm. */
  ratioFrom: 16 * MB,
  /** Files in one archive or folder. Each needs a few hundred bytes of bookkeeping and a document of its own. */
  files: 100_000,
  /** Unpacked bytes of a .docx: its parser needs 150 bytes of memory for each. A record has less than 1 MB. */
  docxBytes: 8 * MB,
  /** Pages of a .pdf: each is parsed in turn. A record has a few, a patient's whole file some hundreds. */
  pdfPages: 2000,
  /** Pages of a .pdf that are read from pictures: each takes ten to twenty seconds. */
  scannedPages: 300,
  /** Pixels of the picture of a page: A3 at 600 dots an inch. */
  picturePixels: 70_000_000,
  /** Unpacked bytes of the parts of a spreadsheet that are read: each is a text in memory while it is parsed. */
  sheetBytes: 128 * MB,
  /** Characters of all cells of a sheet together: many cells may share one long text. */
  sheetChars: 256 * MB,
  /** Bytes of the files of a model: weights are in memory up to twice. The largest BERT has 1,340 MB. */
  modelBytes: 1400 * MB,
  /** Bytes of a model's settings. Real ones have a few KB. */
  settingsBytes: 4 * MB,
  /** Bytes of the values of a file of word vectors, all of which are in memory. */
  vectorBytes: 8192 * MB,
  /** Rows of a file of word vectors. A set in JavaScript holds at most 16.7 million tokens. */
  vectorRows: 8_000_000,
  /** Bytes of a line that holds one record: the longest text with room for escapes. */
  lineBytes: 64 * MB,
  /** Bytes of a line of a knowledge graph. No format has longer ones. */
  graphLineBytes: 4 * MB,
  /** Characters of a table's record: the longest text with its quotes. */
  tableRecordChars: 16 * MB,
  /** Lines of a quoted field in a table of a knowledge graph. A quote open for longer was never closed. */
  graphRecordLines: 50,
  /** Lines of a table that are read again because a quote before them was never closed. */
  rereadLines: 1_000_000,
  /** Columns of a table. Spreadsheets have at most 16,384. */
  columns: 16_384,
  /** Lists, objects or XML elements inside each other. What walks through them is recursive. */
  depth: 1000,
  /** Phrases of an imported list: all are stored in one transaction, during which windows wait. */
  phrases: 300_000,
  /** Refused lines that are told one by one; further ones are counted. */
  refusals: 100,
  /** Refused lines at the start after which a file is taken for another format. */
  refusedAtStart: 10_000,
  /** Resident bytes of a background process. Beyond them it is ended before the computer starts to swap. */
  processBytes: 3072 * MB,
  /** Seconds that a background process may work on files without an answer or a word of progress. */
  readingSeconds: 600,
} as const;
