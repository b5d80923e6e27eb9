/**
 * Finds places in JSON text. `JSON.parse` is much faster but reports no places, so this runs only after an error: to
 * point at the invalid character, or at the value of a path.
 */
import { type Message, message } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { LIMITS } from '../../reading/limits.ts';

export type JsonPath = readonly PropertyKey[];

export class JsonProblem extends Error {
  readonly offset: number;
  readonly problem: Message;

  constructor(offset: number, problem: Message) {
    super(words(problem, 'en'));
    this.offset = offset;
    this.problem = problem;
  }
}

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /(?:true|false|null)(?![\w$])/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
/** Relevant characters in quoted text: its end, an escape, an invalid character. */
const NOT_PLAIN = /["\\]|[^\P{Cc}\u007f-\u009f]/gu;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

export class JsonScanner {
  readonly #text: string;
  #at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at;
  }

  /**
   * Returns the offset of the value at `path`, or of its last existing ancestor.
   * @throws JsonProblem where the text up to there is invalid
   */
  locate(path: JsonPath): number {
    this.#skip(SPACE);
    const start = this.#at;
    const [key, ...rest] = path;
    if (key === undefined) return start;
    let found: number | undefined;
    this.#members((name) => {
      if (found !== undefined || name !== key) return false;
      found = this.locate(rest);
      return true;
    });
    return found ?? start;
  }

  /** Skips a value and returns the offset after it. @throws JsonProblem */
  endOfValue(depth = 0): number {
    this.#skip(SPACE);
    if (depth > LIMITS.depth) throw this.#problem(message('files.nested-too-deeply'));
    const char = this.#text[this.#at];
    if (char === '{' || char === '[') {
      this.#members(() => {
        this.endOfValue(depth + 1);
        return false;
      });
    } else if (char === '"') this.#string();
    else if (!this.#skip(LITERAL) && !this.#skip(NUMBER)) throw this.#unexpected(message('json.value'));
    return this.#at;
  }

  /** @throws JsonProblem unless the text is exactly one value */
  checkWhole(): void {
    this.endOfValue();
    this.#skip(SPACE);
    if (this.#at < this.#text.length) throw this.#unexpected(message('json.end'));
  }

  /** Walks through an object or list. `value` reads each member and ends the walk by returning true. */
  #members(value: (name: PropertyKey) => boolean): void {
    const open = this.#text[this.#at];
    if (open !== '{' && open !== '[') return;
    const close = open === '{' ? '}' : ']';
    this.#at++;
    this.#skip(SPACE);
    if (this.#take(close)) return;
    for (let index = 0; ; index++) {
      const name = open === '{' ? this.#name() : index;
      this.#skip(SPACE);
      const before = this.#at;
      if (value(name)) return;
      if (this.#at === before) this.endOfValue();
      this.#skip(SPACE);
      if (this.#take(close)) return;
      if (!this.#take(',')) throw this.#unexpected(message('json.comma', { close }));
      this.#skip(SPACE);
    }
  }

  #name(): string {
    if (this.#text[this.#at] !== '"') throw this.#unexpected(message('json.name'));
    const name = this.#string();
    this.#skip(SPACE);
    if (!this.#take(':')) throw this.#unexpected(message('json.colon'));
    return name;
  }

  #string(): string {
    const start = this.#at;
    this.#at++;
    do {
      NOT_PLAIN.lastIndex = this.#at;
      const next = NOT_PLAIN.exec(this.#text)?.index;
      if (next === undefined) throw new JsonProblem(start, message('json.unended-text'));
      this.#at = next;
      if (this.#take('"')) return String(JSON.parse(this.#text.slice(start, this.#at)));
    } while (this.#skip(ESCAPE));
    throw this.#problem(message('json.wrong-character'));
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  /** Skips the pattern; returns whether it matched here. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #unexpected(wanted: Message): JsonProblem {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    return this.#at >= this.#text.length
      ? this.#problem(message('json.ends-early', { wanted }))
      : this.#problem(message('json.unexpected', { found: JSON.stringify(char), wanted }));
  }

  #problem(problem: Message): JsonProblem {
    return new JsonProblem(this.#at, problem);
  }
}
