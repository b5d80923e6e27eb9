/** Programs at the server: REST and CDS Hooks over TLS, by whom and within which limits. */
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApi } from '../../../../main/hosts/api/openapi.ts';
import { OPERATIONS } from '../../../../main/hosts/api/operations.ts';
import type { SERVER_LIMITS } from '../../../../main/hosts/server.ts';
import { spawnHere } from '../../../../main/processes/spawn-here.ts';
import { setActive } from '../../../../main/services/accounts/accounts.ts';
import { createToken, revokeToken } from '../../../../main/services/accounts/api-tokens.ts';
import { mayCall } from '../../../../main/services/accounts/permissions.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { Role } from '../../../../shared/domain/account.ts';
import { CdsResponse } from '../../../../shared/domain/cds-hooks.ts';
import { asked, signedIn, startedApp } from '../../../helpers/apps.ts';
import { forFile } from '../../../helpers/lifetime.ts';
import { page, startTestServer, type TestServer } from '../../../helpers/server.ts';

interface Caller {
  readonly server: TestServer;
  readonly app: Awaited<ReturnType<typeof startedApp>>;
  /** Tokens by the name of their person; also `revoked`, `expired`, `gone`. */
  readonly tokens: Readonly<Record<string, string>>;
  get(path: string, as?: string, headers?: Readonly<Record<string, string>>): ReturnType<typeof page>;
  post(
    path: string,
    body: unknown,
    as?: string,
    headers?: Readonly<Record<string, string>>,
  ): ReturnType<typeof page>;
}

async function startedWith(limits: Partial<typeof SERVER_LIMITS>): Promise<Caller> {
  const tokens: Record<string, string> = {};
  const make = (session: Session, person: string, days = 1) =>
    createToken(session, { person, label: 'HIS', days });
  const prepare = (session: Session): void => {
    for (const role of Role.options) tokens[role] = make(session, role).token;
    tokens.expired = make(session, 'clinician', -1).token;
    const revoked = make(session, 'clinician');
    revokeToken(session, revoked.info.id);
    tokens.revoked = revoked.token;
    tokens.gone = make(session, 'left').token;
    setActive(session, 'left', false);
  };
  const people = Object.fromEntries(Role.options.map((role) => [role, [role]]));
  const everybody = { first: ['administrator'] as const, ...people, left: ['clinician'] as const };
  const app = await startedApp(everybody, spawnHere, prepare);
  const server = await startTestServer(app, limits, app);
  const headers = (as: string, more: Readonly<Record<string, string>> = {}) => ({
    authorization: `Bearer ${tokens[as] ?? as}`,
    ...more,
  });
  return {
    ...{ server, app, tokens },
    get: (path, as = 'clinician', more) => page(server.origin, path, headers(as, more)),
    post: (path, body, as = 'clinician', more) =>
      page(
        server.origin,
        path,
        headers(as, { 'content-type': 'application/json', ...more }),
        'POST',
        typeof body === 'string' ? body : JSON.stringify(body),
      ),
  };
}

/** An engine takes seconds to start: tests that leave nothing that others could see share a server. */
const started = forFile(() => startedWith({}));

/** A request as CDS Hooks 2.0 prints its examples, with a patient of a Chinese hospital. */
const patientView = (prefetch: unknown, more: Record<string, unknown> = {}) => ({
  hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
  hook: 'patient-view',
  fhirServer: 'http://hooks.smarthealthit.org:9080',
  fhirAuthorization: {
    access_token: 'some-opaque-fhir-access-token',
    token_type: 'Bearer',
    expires_in: 300,
    scope: 'user/Patient.read user/Observation.read',
    subject: 'cds-service4',
  },
  context: { userId: 'Practitioner/example', patientId: '1288992', encounterId: '89284' },
  ...(prefetch === undefined ? {} : { prefetch }),
  ...more,
});

const patient = {
  resourceType: 'Patient',
  id: '1288992',
  gender: 'male',
  birthDate: '1956-03-02',
  name: [{ text: '林某' }],
};
const subject = { reference: 'Patient/1288992' };
const searchset = (...resources: unknown[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map((resource) => ({ resource, search: { mode: 'match' } })),
});
const potassium = {
  ...{ resourceType: 'Observation', id: 'k', status: 'final', subject },
  code: { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium' }], text: '血钾' },
  effectiveDateTime: '2024-01-02T08:00:00+08:00',
  valueQuantity: { value: 7.1, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
  referenceRange: [{ low: { value: 3.5 }, high: { value: 5.3 } }],
};
const NOTE =
  '主诉：发热、咳嗽、咳痰5天。\n现病史：患者5天前受凉后出现发热，体温39.2℃，咳嗽，咳黄痰，伴胸痛、气促，双肺可闻及湿啰音。无咯血。';
const note = {
  ...{ resourceType: 'DocumentReference', id: 'n', status: 'current', subject, date: '2024-01-01T08:00:00Z' },
  content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(NOTE).toString('base64') } }],
};
const prefetch = {
  patient,
  conditions: null,
  observations: searchset(potassium),
  documents: searchset(note),
  allergies: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'not-supported' }] },
};

/** Answer in the document of the interface. */
const Content = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }),
});

const SERVICE = '/cds-services/meridian-patient-view';

describe('without --api', () => {
  it('there is no programming interface', async () => {
    const app = await startedApp({ 甲: ['clinician'] });
    const { origin } = await startTestServer(app);
    for (const path of ['/api', '/api/openapi.json', '/cds-services', '/api/v1/records'])
      expect((await page(origin, path)).status, path).toBe(404);
    expect((await page(origin, SERVICE, {}, 'POST', '{}')).status).toBe(413);
  });
});

describe('who asks', () => {
  it('needs a token that is valid now, at every operation', async () => {
    const { server, get } = await started();
    for (const { verb, path } of OPERATIONS)
      for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer meridian_x' }]) {
        const answer = await page(server.origin, path.replace('{id}', '1'), headers, verb);
        expect([answer.status, answer.headers['www-authenticate']], path).toEqual([401, 'Bearer']);
        expect(answer.headers['content-type']).toBe('application/problem+json');
      }
    for (const as of ['expired', 'revoked', 'gone', ''])
      expect((await get('/api/v1/records', as)).status, as).toBe(401);
    expect(server.logged.join()).toContain('"why":"token"');
    expect(server.logged.join()).not.toContain('meridian_');
  });

  it('may do what their role may, and is refused otherwise', async () => {
    const { get, post } = await started();
    for (const role of Role.options)
      for (const operation of OPERATIONS) {
        const path = operation.path.replace('{id}', '99');
        const { status } =
          operation.verb === 'GET'
            ? await get(`${path}${path.endsWith('search') ? '?query=x' : ''}`, role)
            : await post(path, '{}', role);
        const may = mayCall({ name: role, roles: [role], everything: false }, operation.method);
        expect(status === 403, `${role} ${operation.path} ${status}`).toBe(!may);
      }
  });

  it('is the person of the audit table, with the label of the token', async () => {
    const { app, get, post } = await started();
    const imported = await post('/api/v1/import', searchset(patient, note), 'clinician', {
      'content-type': 'application/fhir+json; charset=utf-8',
    });
    expect(imported.status, imported.body).toBe(200);
    const [{ id }] = JSON.parse(imported.body).created;
    expect(JSON.parse((await get(`/api/v1/records/${id}`)).body).text).toBe(NOTE);
    const first = await signedIn(app, 'first');
    const entries = await asked(first, 'audit.list', { object: `document:${id}`, limit: 10 });
    expect(entries[0]).toMatchObject({
      ...{ actor: 'clinician', action: 'document.read', detail: { token: 'HIS' } },
    });
    expect(entries.at(-1)).toMatchObject({
      ...{ actor: 'clinician', action: 'document.import', detail: { token: 'HIS' } },
    });
  });
});

describe('records', () => {
  it('are listed, found, opened, analysed and exported as at a window', async () => {
    const { app, get, post } = await started();
    const window = await signedIn(app, 'clinician');
    const { id } = await asked(window, 'docs.create', { title: '入院记录', text: NOTE, origin: 'typed' });
    const list = JSON.parse((await get('/api/v1/records?limit=1&words=入院记录')).body);
    expect([list.total, list.documents[0].id]).toEqual([1, id]);
    const found = JSON.parse((await get(`/api/v1/search?query=${encodeURIComponent('咳黄痰')}`)).body);
    expect(found.hits.map((hit: { document: { id: number } }) => hit.document.id)).toContain(id);

    const annotated = await post('/api/v1/annotate', { text: NOTE });
    const { mentions, values } = JSON.parse(annotated.body);
    const assertionOf = (words: string) =>
      mentions.find(({ text }: { text: string }) => text === words)?.assertion;
    expect([assertionOf('胸痛'), assertionOf('咯血')]).toEqual(['present', 'negated']);
    expect(values.map(({ text }: { text: string }) => text).join()).toContain('39.2');
    const ranked = JSON.parse((await post('/api/v1/diagnose', { text: NOTE, top: 3 })).body);
    expect(ranked).toEqual(await asked(window, 'diagnosis.rank', { text: NOTE, top: 3 }));
    expect(ranked.candidates).toHaveLength(3);
    const silent = JSON.parse((await post('/api/v1/diagnose', { text: '今日天晴。' })).body);
    expect(silent.abstained).toMatch(/\p{Script=Han}/u);

    const file = await post('/api/v1/export', { ids: [id], format: 'txt', deidentify: false });
    expect([file.status, file.body, file.headers['content-type']]).toEqual([
      ...[200, NOTE, 'text/plain; charset=utf-8'],
    ]);
    const bundle = await post('/api/v1/export', { ids: [id], format: 'fhir-r4' });
    expect(JSON.parse(bundle.body).resourceType).toBe('Bundle');
    expect(bundle.headers['content-type']).toBe('application/fhir+json');
  });

  it('answer what the document of the interface says', async () => {
    const { app, get, post } = await started();
    const window = await signedIn(app, 'clinician');
    const { id } = await asked(window, 'docs.create', { title: '一', text: NOTE, origin: 'typed' });
    const { paths } = openApi('zh');
    const fits = (path: string, verb: string, body: string): void => {
      const answer = paths[path]?.[verb]?.responses['200'];
      const { content } = Content.parse(answer);
      z.fromJSONSchema(content['application/json'].schema).parse(JSON.parse(body));
    };
    fits('/api/v1/records', 'get', (await get('/api/v1/records')).body);
    fits('/api/v1/records/{id}', 'get', (await get(`/api/v1/records/${id}`)).body);
    fits('/api/v1/search', 'get', (await get('/api/v1/search?query=a')).body);
    fits('/api/v1/annotate', 'post', (await post('/api/v1/annotate', { text: NOTE, documentId: id })).body);
    for (const text of [NOTE, '今日天晴。'])
      fits('/api/v1/diagnose', 'post', (await post('/api/v1/diagnose', { text })).body);
    fits('/api/v1/import', 'post', (await post('/api/v1/import', searchset(note))).body);
    fits(SERVICE, 'post', (await post(SERVICE, patientView(prefetch))).body);
    fits('/cds-services', 'get', (await get('/cds-services')).body);
  });

  it('that are asked for wrongly are refused with the reason, in the language asked for', async () => {
    const { get, post } = await started();
    const refused = async (answer: Promise<{ status: number; body: string }>) => {
      const { status, body } = await answer;
      return [status, JSON.parse(body).code];
    };
    expect(await refused(get('/api/v1/records/999'))).toEqual([404, 'not-found']);
    expect(await refused(get('/api/v1/records/x'))).toEqual([400, 'bad-request']);
    expect(await refused(get('/api/v1/records?limit=99999'))).toEqual([400, 'bad-request']);
    expect(await refused(get('/api/v1/records?ids=1'))).toEqual([400, 'bad-request']);
    expect(await refused(get('/api/v1/search'))).toEqual([400, 'bad-request']);
    expect(await refused(get('/api/v1/nothing'))).toEqual([404, 'bad-request']);
    expect(await refused(post('/api/v1/records', {}))).toEqual([404, 'bad-request']);
    expect(await refused(post('/api/v1/annotate', '{'))).toEqual([400, 'bad-request']);
    expect(await refused(post('/api/v1/annotate', '[]'))).toEqual([400, 'bad-request']);
    expect(await refused(post('/api/v1/annotate', { text: 1 }))).toEqual([400, 'bad-request']);
    expect(await refused(post('/api/v1/annotate', { text: '', ticket: 'x' }))).toEqual([400, 'bad-request']);
    expect((await post('/api/v1/import', 'no FHIR')).status).toBe(422);
    const zh = await get('/api/v1/records/999', 'clinician', { 'accept-language': 'zh-CN,en;q=0.5' });
    const en = await get('/api/v1/records/999', 'clinician', { 'accept-language': 'en-GB' });
    expect([JSON.parse(zh.body).title, JSON.parse(en.body).title]).toEqual([
      expect.stringMatching(/\p{Script=Han}/u),
      expect.stringMatching(/^[\x20-\x7e]+$/),
    ]);
  });
});

describe('CDS Hooks', () => {
  it('finds the service without a token', async () => {
    const { server } = await started();
    const { status, body } = await page(server.origin, '/cds-services');
    const { services } = JSON.parse(body);
    expect([status, services.length]).toEqual([200, 1]);
    expect(services[0]).toMatchObject({
      ...{ hook: 'patient-view', id: 'meridian-patient-view' },
      prefetch: { patient: 'Patient/{{context.patientId}}' },
    });
    for (const member of ['title', 'description', 'usageRequirements'])
      expect(services[0][member]).toMatch(/\p{Script=Han}/u);
  });

  it('answers a patient with cards of critical values and ranked diagnoses, and keeps nothing', async () => {
    const { app, post } = await started();
    const window = await signedIn(app, 'first');
    const { total: before } = await asked(window, 'docs.list', {});
    const { status, body } = await post(SERVICE, patientView(prefetch));
    expect(status, body).toBe(200);
    const { cards, extension } = CdsResponse.parse(JSON.parse(body));
    expect(extension).toBeUndefined();
    expect(cards[0]).toMatchObject({ indicator: 'critical' });
    expect(cards[0]?.summary).toMatch(/^危急值：.*7\.1/);
    expect(cards[1]?.summary).toMatch(/^诊断建议：.*肺炎/);
    expect(cards[1]?.detail).toMatch(/支持：.*发热/);
    expect(new Set(cards.map(({ uuid }) => uuid)).size).toBe(cards.length);
    for (const { summary, source } of cards) {
      expect(summary.length).toBeLessThan(140);
      expect(source.label).toContain('Meridian');
    }
    const english = await post(SERVICE, patientView(prefetch), 'clinician', { 'accept-language': 'en' });
    expect(JSON.parse(english.body).cards[0].summary).toMatch(/^Critical values: /);
    expect((await asked(window, 'docs.list', {})).total).toBe(before);
    const [entry] = await asked(window, 'audit.list', { actions: ['hook.answer'], limit: 1 });
    expect(entry).toMatchObject({
      ...{ actor: 'clinician', object: 'hook:patient-view' },
      detail: { hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea', cards: 2, token: 'HIS' },
    });
    expect(JSON.stringify(entry)).not.toMatch(/林某|血钾|1288992/);
  });

  it('answers a request of version 1.0, and keeps the records when it is asked to', async () => {
    const { app, post } = await started();
    const request = {
      ...{ hook: 'patient-view', hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea' },
      context: { userId: 'Practitioner/example', patientId: '1288992' },
      prefetch: { documents: searchset(note) },
      extension: { 'org.meridian.keep': true },
    };
    const { extension } = CdsResponse.parse(JSON.parse((await post(SERVICE, request)).body));
    const [id = 0] = extension?.['org.meridian.kept'] ?? [];
    const window = await signedIn(app, 'clinician');
    expect((await asked(window, 'docs.get', { id })).text).toBe(NOTE);
  });

  it('says nothing where there is nothing to say, and why it cannot answer', async () => {
    const { post } = await started();
    const status = async (body: unknown) => (await post(SERVICE, body)).status;
    expect(JSON.parse((await post(SERVICE, patientView({ patient, documents: null }))).body)).toEqual({
      cards: [],
    });
    expect(await status(patientView(undefined))).toBe(412);
    const other = { ...potassium, subject: { reference: 'http://fhir.example/Patient/2' } };
    const mixed = await post(SERVICE, patientView({ ...prefetch, observations: searchset(other) }));
    expect([mixed.status, JSON.parse(mixed.body).title]).toEqual([
      422,
      expect.stringContaining('Observation/k'),
    ]);
    expect(await status(patientView({ patient: { ...patient, id: '2' } }))).toBe(422);
    expect(await status(patientView(prefetch, { hook: 'order-sign' }))).toBe(400);
    expect(await status(patientView('text'))).toBe(400);
    expect(await status('{"hook":')).toBe(400);
    expect((await post('/cds-services/other', patientView(prefetch))).status).toBe(404);
  });

  it('renders no words of records as Markdown or HTML', async () => {
    const { post } = await started();
    const words = `${NOTE}\n血钾 7.2 mmol/L，<script>alert(1)</script>![x](http://evil.example)`;
    const hostile = {
      ...note,
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(words).toString('base64') } }],
    };
    const { cards } = CdsResponse.parse(
      JSON.parse((await post(SERVICE, patientView({ documents: searchset(hostile) }))).body),
    );
    expect(cards.length).toBeGreaterThan(0);
    for (const { detail } of cards) expect(detail).not.toMatch(/<script|!\[/);
  });
});

describe('requests that hold the server up', () => {
  it('with bodies of another type, too long, too deep or compressed are refused', async () => {
    const { server, tokens, post } = await started();
    const text = { text: 'x' };
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data', ''])
      expect((await post('/api/v1/annotate', text, 'clinician', { 'content-type': type })).status, type).toBe(
        415,
      );
    const gzip = { 'content-encoding': 'gzip' };
    expect((await post('/api/v1/annotate', text, 'clinician', gzip)).status).toBe(415);
    expect((await post('/api/v1/annotate', `{"text":${'['.repeat(100)}${']'.repeat(100)}}`)).status).toBe(
      400,
    );
    expect((await post('/api/v1/annotate', `{"text":[${'1,'.repeat(1_100_000)}1]}`)).status).toBe(400);
    const head = (length: string) =>
      `POST /api/v1/annotate HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nauthorization: Bearer ${tokens.clinician}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
    expect(await raw(server, head('content-length: 99999999999'))).toMatch(/^HTTP\/1.1 413/);
    const chunk = `100000\r\n${' '.repeat(2 ** 20)}\r\n`;
    expect(await raw(server, head('transfer-encoding: chunked'), chunk)).toMatch(/^HTTP\/1.1 413/);
    expect((await page(server.origin, '/health')).status).toBe(200);
  });

  it('slowly, too many at once or too often are ended or told to wait', async () => {
    const { server, tokens, get, post } = await startedWith({
      ...{ headersMs: 300, requestMs: 600, apiPending: 2, apiPerMinute: 20 },
    });
    const head = `POST /api/v1/annotate HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nauthorization: Bearer ${tokens.administrator}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
    expect(await raw(server, head)).toMatch(/^(HTTP\/1.1 408|$)/);
    const many = await Promise.all(Array.from({ length: 8 }, () => post('/api/v1/annotate', { text: NOTE })));
    expect(many.map(({ status }) => status)).toContain(429);
    expect(many.map(({ status }) => status)).toContain(200);
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) statuses.push((await get('/api/v1/records')).status);
    expect(statuses).toContain(200);
    const last = await get('/api/v1/records');
    expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await get('/api/v1/records', 'administrator')).status).toBe(200);
  });

  it('from pages of other origins are refused, and words reach neither log nor metrics', async () => {
    const { server, get, post } = await started();
    const foreign = { origin: 'https://evil.example' };
    expect((await get('/api/v1/records', 'clinician', foreign)).status).toBe(403);
    const metrics = async () => (await page(server.origin, '/metrics')).body;
    const counted = (body: string) =>
      Number(/meridian_requests_total\{method="text.annotate",outcome="ok"\} (\d+)/.exec(body)?.[1] ?? 0);
    const before = counted(await metrics());
    await post('/api/v1/annotate', { text: '机密文本' });
    await get('/api/v1/search?query=机密词');
    const body = await metrics();
    expect(counted(body)).toBe(before + 1);
    expect(server.logged.join()).toContain('"operation":"POST /api/v1/annotate","outcome":"ok"');
    expect(body + server.logged.join()).not.toMatch(/机密|%E6%9C%BA/);
  });
});

/** Sends bytes, and `more` again and again until the server answers; returns what came back. */
async function raw(server: TestServer, head: string, more?: string): Promise<string> {
  const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  let answer = '';
  let ended = false;
  socket.on('data', (data) => {
    answer += String(data);
  });
  socket.setMaxListeners(0);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    ended = true;
  });
  await once(socket, 'secureConnect');
  socket.write(head);
  for (let n = 0; more !== undefined && n < 200 && !ended && answer === ''; n++)
    await new Promise((written) => {
      socket.write(more, written);
      socket.once('close', written);
    });
  if (!ended) await once(socket, 'close');
  return answer;
}

describe('the document of the interface', () => {
  it('names each operation once, with all its parameters and references that exist', async () => {
    const { server } = await started();
    const document = JSON.parse((await page(server.origin, '/api/openapi.json')).body);
    expect(document).toEqual(JSON.parse(JSON.stringify(openApi('zh'))));
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(
      ([path, verbs]) => Object.values(verbs).map((operation) => ({ path, ...operation })),
    ) as { path: string; operationId: string; parameters?: { name: string; in: string }[] }[];
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(OPERATIONS.length + 1);
    for (const { path, parameters = [] } of operations)
      expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(
        parameters.filter((one) => one.in === 'path').map(({ name }) => name),
      );
    for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/responses\/(\w+)"/g))
      expect(document.components.responses).toHaveProperty(name);
    expect(JSON.stringify(document)).not.toMatch(/\$defs|"\$schema"/);
  });

  it('is a page without scripts', async () => {
    const { server } = await started();
    const { body, headers } = await page(server.origin, '/api', { 'accept-language': 'en' });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(body).not.toMatch(/<script|https?:\/\/(?!evil)/);
    for (const { path } of OPERATIONS) expect(body).toContain(path);
    expect(body).toContain('Opens a record with its text; audited');
  });
});
