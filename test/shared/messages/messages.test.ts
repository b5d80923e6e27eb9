import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../main/cli/command.ts';
import { appRoot } from '../../../main/resources.ts';
import { Loss } from '../../../shared/domain/annotation.ts';
import { ImportReport } from '../../../shared/domain/graph.ts';
import { dictionary, type Entry } from '../../../shared/messages/dictionary.ts';
import { messages } from '../../../shared/messages/index.ts';
import { languageOf, localeLanguage } from '../../../shared/messages/language.ts';
import { isMessageId, Message, message, plainText, readMessage } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { AppError, AppErrorData, fromErrorData, toErrorData } from '../../../shared/result.ts';
import { sourceFiles, stringsOf } from '../../helpers/source-strings.ts';

const TRICKY = [
  '病历（1）(副本).txt',
  '{{text}}',
  '{{name}} $t(system.text) $&',
  '<b>&amp;</b>',
  '\'"\\',
  '{{- x}}',
];

describe('the dictionary', () => {
  it.each(Object.keys(messages).filter(isMessageId))(
    '%s resolves in both languages with its parameters',
    (id) => {
      const entries: Readonly<Record<string, Entry>> = messages;
      const { en = '', zh = '' } = entries[id] ?? {};
      const names = [...zh.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
      const params = Object.fromEntries(names.map((name, at) => [name, name === 'count' ? 7 : `<${at}>`]));
      for (const language of ['en', 'zh'] as const) {
        const text = words({ id, params }, language);
        expect(text).not.toMatch(/\{\{|\}\}/);
        for (const value of Object.values(params)) expect(text).toContain(String(value));
      }
      // names of fields stay as they are in the file
      expect((typeof en === 'string' ? en : en.other).replace(/主诉|现病史/g, '')).not.toMatch(
        /\p{Script=Han}/u,
      );
    },
  );
});

describe('messages', () => {
  const strings = sourceFiles().map((file) => ({ file: relative(appRoot, file), ...stringsOf(file) }));

  it('are all used', () => {
    const literals = new Set(strings.flatMap((of) => of.literals));
    const templates = strings.flatMap((of) => of.templates);
    const isUsed = (id: string) => literals.has(id) || templates.some((template) => template.test(id));
    const ownUse = ['system.legacy', 'system.text', 'system.unknown-message'];
    expect(Object.keys(messages).filter((id) => !isUsed(id) && !ownUse.includes(id))).toEqual([]);
  });

  it('are the only texts in two languages', () => {
    // Names that files and workspaces of earlier versions hold.
    const stored = ['records (病历)', 'unknown (未注明)'];
    const isBilingual = (text: string) => /[A-Za-z]{2,}.*\([^()]*\p{Script=Han}[^()]*\)\W*$/su.test(text);
    expect(isBilingual('Saved. (已保存)')).toBe(true);
    const found = strings.flatMap(({ file, literals, texts }) =>
      [...literals, ...texts]
        .filter((text) => isBilingual(text) && !stored.includes(text) && !/[\\|[\]]/.test(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('are the only sentences that the command line prints', () => {
    const sentence = /\b(?:note|print|keep|show)\(\s*[`'](?:[^`'$]|\$\{[^}]*\})*[a-z]{2,} [a-z]{2,}/;
    expect('note(`texts read`)').toMatch(sentence);
    const sources = sourceFiles().filter((file) => relative(appRoot, file).startsWith('main/cli/'));
    expect(sources.filter((file) => sentence.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('do not compile without a language, with other parameters, or with parameters lacking or left over', () => {
    // @ts-expect-error no Chinese
    dictionary({ a: { en: 'one' } });
    // @ts-expect-error {{n}} in English only
    dictionary({ a: { en: '{{n}} texts', zh: '文本' } });
    // @ts-expect-error problems is missing
    message('request.invalid', { method: 'm' });
    // @ts-expect-error no parameter of this message
    message('request.invalid', { method: 'm', problems: 'p', hint: 'h' });
    // @ts-expect-error parameters are missing
    message('request.invalid');
    // @ts-expect-error a message without parameters
    message('request.cancelled', { hint: 'h' });
    // @ts-expect-error advice where parameters stand would be lost
    new AppError('cancelled', 'request.cancelled', { hint: 'hint.new-out' });
    // @ts-expect-error option is missing
    expect(new UsageError('cli.unknown-option', {}).localized.params).toEqual({});
    // @ts-expect-error no such message
    message('request.unheard-of');
  });
});

describe('words', () => {
  it.each(TRICKY)('inserts %s as it is', (text) => {
    expect(words(message('request.invalid', { method: text, problems: text }), 'en')).toBe(
      `${text}: ${text}`,
    );
    expect(words(plainText(text), 'zh')).toBe(text);
  });

  it('resolves nested messages and lists in the language asked for', () => {
    const nested = message('archive.unreadable', {
      name: '压缩包（一）.zip',
      problem: message('request.cancelled'),
    });
    expect(words(nested, 'en')).toBe('压缩包（一）.zip: The request was cancelled.');
    expect(words(nested, 'zh')).toBe('压缩包（一）.zip：压缩包无法读取：请求已取消。');
    const list = message('system.text', { text: ['甲', 2, message('request.cancelled')] });
    expect(words(list, 'en')).toBe('甲, 2, The request was cancelled.');
    expect(words(list, 'zh')).toBe('甲、2、请求已取消。');
  });
});

describe('stored messages', () => {
  it('of earlier versions are plain strings and stay readable', () => {
    const old = { code: 'io', message: '磁盘（D）failed (读写出错)', kept: 'All. (全部)' };
    const data = AppErrorData.parse(old);
    expect(words(data.message, 'zh')).toBe('磁盘（D）failed：读写出错');
    expect(words(data.kept!, 'zh')).toBe('全部');
    expect(words(readMessage('Saved. (已保存)'), 'en')).toBe('Saved.');
    expect(words(readMessage('{"id": broken'), 'zh')).toBe('{"id": broken');
  });

  it('of losses and refusals that earlier versions stored as strings keep their words', () => {
    const old = '文件（一）: relations (关系)';
    const loss = Loss.parse({ what: old, count: 2, example: '甲' });
    expect([words(loss.what, 'en'), words(loss.what, 'zh')]).toEqual([
      '文件（一）: relations',
      '文件（一）：关系',
    ]);
    const now = Loss.parse(JSON.parse(JSON.stringify({ ...loss, what: message('losses.relations') })));
    expect([words(now.what, 'en'), words(now.what, 'zh')]).toEqual(['relations', '关系']);
    const refused = [{ reason: old, count: 1, examples: [] }];
    const counts = { rows: 1, triples: 0, newEntities: 0, newNames: 0, merged: 0, seconds: 1 };
    const report = ImportReport.parse({ ...counts, refused, relations: {} });
    expect(report.refused.map(({ reason }) => words(reason, 'zh'))).toEqual(['文件（一）：关系']);
  });

  it('come back with id and parameters', () => {
    const given = message('request.invalid', { method: 'm', problems: [message('request.cancelled'), 3] });
    expect(Message.parse(JSON.parse(JSON.stringify(given)))).toEqual(given);
    expect(readMessage(JSON.stringify(given))).toEqual(given);
  });

  it('of an id that no longer exists show id and parameters', () => {
    const gone = Message.parse({ id: 'gone.away', params: { name: '甲' } });
    expect(words(gone, 'en')).toBe('gone.away {"name":"甲"}');
  });
});

describe('AppError', () => {
  it('crosses a process border with its words', () => {
    const error = new AppError(
      'io',
      'system.no-permission',
      { text: '/数据（旧）' },
      { kept: 'system.saved-intact', hint: plainText('h') },
    );
    expect(error.message).toBe('/数据（旧）: no permission.');
    const data = AppErrorData.parse(JSON.parse(JSON.stringify(toErrorData(error))));
    expect(toErrorData(fromErrorData(data))).toEqual(toErrorData(error));
    expect(words(data.kept!, 'zh')).toBe('此前保存的内容完好。');
  });
});

describe('the language of a terminal', () => {
  it.each([
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_TW' }, 'zh'],
    [{ LANG: 'zh_CN', LC_ALL: 'C.UTF-8' }, 'en'],
    [{ LANG: 'zh_CN', LC_ALL: '' }, 'zh'],
    [{ LANG: 'zha_CN' }, 'en'],
    [{}, 'en'],
  ] as const)('%o speaks %s', (env, language) => {
    expect(localeLanguage(env)).toBe(language);
  });

  it('of Electron may have a dash', () => {
    expect(languageOf('zh-TW')).toBe('zh');
    expect(languageOf('en-GB')).toBe('en');
  });
});
