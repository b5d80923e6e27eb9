/** Describes the programming interface: an OpenAPI 3.1 document made of the contract's schemas, and a page of it. */
import { z } from 'zod';
import { contract } from '../../../shared/contract/index.ts';
import { CdsServices, PATIENT_VIEW, PATIENT_VIEW_PREFETCH } from '../../../shared/domain/cds-hooks.ts';
import type { MessageId } from '../../../shared/messages/index.ts';
import type { Language } from '../../../shared/messages/language.ts';
import { type Given, Message, message } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { appVersion } from '../../resources.ts';
import { bodyOf, memberOf, OPERATIONS, type Operation } from './operations.ts';

/** Refusal as RFC 9457 has it. `code` is the category of the error. */
const Problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
});
export type Problem = z.infer<typeof Problem>;

interface Described {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly [member: string]: unknown;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
}

/** Returns the JSON Schema (2020-12, OpenAPI 3.1's own) of a schema. Messages are answered in words. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const {
    $schema: _dialect,
    $defs: _parts,
    ...made
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written }) => {
      // safe: compared by identity only
      if ((zodSchema as unknown) === Message) {
        for (const member of Object.keys(written)) Reflect.deleteProperty(written, member);
        written.type = 'string';
      }
      if (io === 'output') delete written.additionalProperties;
    },
  });
  return made;
}

const content = (types: readonly string[], schema: unknown) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const CODES = ['400', '401', '403', '404', '409', '413', '415', '422', '429', '503'];

function describe(operation: Operation, say: Say): DescribedOperation {
  const { method, path, parameters = [], accepts = [] } = operation;
  const body = bodyOf(operation);
  const isFile = method === 'docs.export';
  const codes = method === 'cds.patientView' ? [...CODES, '412'] : CODES;
  return {
    operationId: method,
    summary: say(operation.summary),
    parameters: [
      ...parameters.map((name) => {
        const schema = memberOf(operation, name);
        const isInPath = path.includes(`{${name}}`);
        const required = isInPath || !schema.safeParse(undefined).success;
        return { name, in: isInPath ? 'path' : 'query', required, schema: jsonSchema(schema, 'input') };
      }),
      {
        name: 'Accept-Language',
        in: 'header',
        required: false,
        description: say('api.language'),
        schema: { type: 'string' },
      },
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: content(accepts, jsonSchema(body, 'input')) } }),
    responses: {
      '200': isFile
        ? {
            description: say('api.file'),
            content: content(
              ['text/plain', 'application/x-ndjson', 'text/html', 'application/fhir+json'],
              {},
            ),
          }
        : {
            description: say('api.answer'),
            content: content(['application/json'], jsonSchema(contract[method].output, 'output')),
          },
      ...Object.fromEntries(codes.map((code) => [code, { $ref: '#/components/responses/Problem' }])),
    },
  };
}

type Say = <Id extends MessageId>(id: Id, ...params: Given<Id>) => string;

const sayIn =
  (language: Language): Say =>
  (id, ...params) =>
    words(message(id, ...params), language);

export function openApi(language: Language): Described {
  const say = sayIn(language);
  const paths: Record<string, Record<string, DescribedOperation>> = {
    '/cds-services': {
      get: {
        operationId: 'cds.services',
        summary: say('cds.title'),
        security: [],
        responses: {
          '200': {
            description: say('api.answer'),
            content: content(['application/json'], jsonSchema(CdsServices, 'output')),
          },
        },
      },
    },
  };
  for (const operation of OPERATIONS)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.verb.toLowerCase()]: describe(operation, say),
    };
  return {
    openapi: '3.1.0',
    info: { title: say('api.title'), version: appVersion(), description: say('api.about') },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Problem: {
          description: say('api.problem'),
          content: content(['application/problem+json'], jsonSchema(Problem, 'output')),
        },
      },
    },
  };
}

/** Returns the answer to the discovery of CDS Hooks. */
export function cdsServices(language: Language): CdsServices {
  const say = sayIn(language);
  return {
    services: [
      {
        ...{ hook: 'patient-view', id: PATIENT_VIEW, title: say('cds.title') },
        ...{ description: say('cds.description'), usageRequirements: say('cds.requirements') },
        prefetch: { ...PATIENT_VIEW_PREFETCH },
      },
    ],
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `body{font:14px/1.6 "Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;max-width:960px;margin:24px auto;padding:0 16px;color-scheme:light dark}
h1{font-size:20px}h2{font-size:15px;margin:0}section{border-top:1px solid #8886;padding:12px 0}code,pre{font:12px/1.5 ui-monospace,monospace}
pre{overflow:auto;max-height:360px;border:1px solid #8886;border-radius:6px;padding:8px}.verb{display:inline-block;min-width:44px;font-weight:600}td,th{text-align:left;padding:2px 16px 2px 0}`;

/** Returns the page of the document: no script, no remote reference. */
export function apiPage(language: Language): string {
  const say = sayIn(language);
  const { info, paths } = openApi(language);
  const shown = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
  const folded = (name: string, value: unknown) =>
    value === undefined ? '' : `<details><summary>${escapeHtml(name)}</summary>${shown(value)}</details>`;
  const sections = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { summary, parameters = [], requestBody, responses }]) => {
      const rows = parameters.map(
        ({ name, in: where, required, schema }) =>
          `<tr><td><code>${name}${required === true ? '*' : ''}</code></td><td>${where}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
      );
      return `<section><h2><code><span class="verb">${verb.toUpperCase()}</span> ${path}</code></h2><p>${escapeHtml(summary)}</p>
${rows.length === 0 ? '' : `<details><summary>${say('api.parameters')}</summary><table>${rows.join('')}</table></details>`}
${folded(say('api.request'), requestBody)}${folded(say('api.response'), responses['200'])}</section>`;
    }),
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></h1><p>${escapeHtml(info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>${sections.join('\n')}</body></html>`;
}
