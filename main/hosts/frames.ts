/** Requests and events as JSON frames over one WebSocket, for windows on this machine and on the network. */
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { toErrorData } from '../../shared/result.ts';
import type { Client } from '../ipc/client.ts';

/** Subprotocol that the server selects; the window offers it together with the secret of the session. */
export const PROTOCOL = 'meridian';
/** Longest message from the window: a document import of 64 MB as base64, and change. */
export const MAX_MESSAGE = 96 * 1024 * 1024;
/** Bytes that a window may leave unread before it is cut off. */
const MAX_UNREAD = 512 * 1024 * 1024;

/** The part of a client that answers requests and emits events. */
export type Answering = Pick<Client, 'invoke' | 'listen'>;

export interface FrameOptions {
  /** Requests that may be unanswered at once; a window that asks for more is cut off. */
  readonly maxPending?: number;
  /** Is told the method of each request; what it returns is called when the answer is there. */
  readonly began?: (method: string) => (code: string) => void;
}

/** Answers the requests of one window and sends it events until it closes. */
export function serveFrames(app: Answering, socket: WebSocket, options: FrameOptions = {}): void {
  const { maxPending = Number.POSITIVE_INFINITY, began } = options;
  let pending = 0;
  const send = (frame: string) => {
    if (socket.readyState === socket.OPEN) socket.send(frame);
    if (socket.bufferedAmount > MAX_UNREAD) socket.terminate();
  };
  const stop = app.listen((event, data) => send(JSON.stringify({ event, data })));
  socket.on('close', stop);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data, binary) => {
    let frame: RequestFrame;
    try {
      if (binary || !Buffer.isBuffer(data)) throw new Error('binary frame');
      frame = readRequest(data);
    } catch {
      socket.close(1007, 'not a request');
      return;
    }
    if (++pending > maxPending) {
      socket.close(1008, 'too many requests');
      return;
    }
    const ended = began?.(frame.method);
    void answer(app, frame).then(({ json, code }) => {
      pending--;
      ended?.(code);
      send(json);
    });
  });
}

/** Returns the reply's frame. An error of any kind, a reply too long for JSON included, becomes an error reply. */
async function answer(
  app: Pick<Answering, 'invoke'>,
  { id, method, input }: RequestFrame,
): Promise<{ readonly json: string; readonly code: string }> {
  try {
    const reply = await app.invoke(method, input);
    return { json: JSON.stringify({ id, reply }), code: reply.ok ? 'ok' : reply.error.code };
  } catch (error) {
    console.error(`${method}:`, error);
    return {
      json: JSON.stringify({ id, reply: { ok: false, error: toErrorData(error) } }),
      code: 'internal',
    };
  }
}

/** A request of a window as JSON. */
const Frame = z.object({ id: z.number().int(), method: z.string(), input: z.unknown() });
type RequestFrame = z.infer<typeof Frame>;

/** Most values and deepest nesting of a request: an edit of 200,000 items has less. Values cost far more than text. */
const MAX_VALUES = 15_000_000;
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** Throws when the bytes are no request, or hold more values than one. */
function readRequest(json: Buffer): RequestFrame {
  if (hasTooManyValues(json, MAX_VALUES)) throw new RangeError('too many values');
  return Frame.parse(JSON.parse(json.toString()));
}

/** Returns whether JSON has more values than `most`, or is nested deeper than any request. */
export function hasTooManyValues(json: Buffer, most: number): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (CLOSING.has(byte)) depth--;
    else if (byte === COMMA || OPENING.has(byte)) {
      if (byte !== COMMA) depth++;
      if (++values > most || depth > MAX_DEPTH) return true;
    }
  }
  return false;
}

/** Returns the index of the quote that ends the text which begins at `start`. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
