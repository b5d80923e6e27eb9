/** Lists the third-party packages of the built app, for the app itself, its notices and its SBOM. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Component } from '../../shared/domain/component.ts';
import { appRoot } from '../resources.ts';

const LIST = join(appRoot, 'dist', 'components.json');
/** Vite's lists of the packages in a bundle. */
const BUNDLED = ['main/licences.json', 'renderer/licences.json'];
/** Packages shipped beside the bundles; jieba's binding has the system in its name. */
const UNBUNDLED = ['better-sqlite3', 'onnxruntime-node', 'onnxruntime-common', '@node-rs'];

const Bundled = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().default(''),
    text: z.string().default(''),
  }),
);
const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string().default('') });

/** Writes dist/components.json from what the bundles hold and what stands beside them, ordered by name. */
export function listComponents(): void {
  const bundled = BUNDLED.flatMap((file) =>
    Bundled.parse(JSON.parse(readFileSync(join(appRoot, 'dist', file), 'utf8'))).map(
      ({ identifier, ...rest }): Component => ({ ...rest, licence: identifier }),
    ),
  );
  const all = new Map([...bundled, ...unbundled()].map((component) => [nameOf(component), component]));
  const ordered = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
  writeFileSync(LIST, JSON.stringify(ordered));
}

const nameOf = ({ name, version }: Component) => `${name}@${version}`;

function unbundled(): Component[] {
  const modules = join(appRoot, 'node_modules');
  const folders = UNBUNDLED.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );
  return folders.map((folder) => {
    const files = readdirSync(join(modules, folder));
    const licence = files.find((file) => /^licen[cs]e/i.test(file));
    const { name, version, license } = Manifest.parse(
      JSON.parse(readFileSync(join(modules, folder, 'package.json'), 'utf8')),
    );
    const text = licence === undefined ? '' : readFileSync(join(modules, folder, licence), 'utf8').trim();
    return { name, version, licence: license, text };
  });
}

function listed(): Component[] {
  return z.array(Component).parse(JSON.parse(readFileSync(LIST, 'utf8')));
}

/** Returns the notices of every component as text. */
export function notices(): string {
  const blocks = listed().map(
    (component) => `${nameOf(component)} (${component.licence || 'no licence stated'})\n\n${component.text}`,
  );
  const electron =
    'Electron and Chromium: see LICENSE.electron.txt and LICENSES.chromium.html beside the program.';
  return [electron, ...blocks].join(`\n\n${'-'.repeat(80)}\n`);
}

const Sbom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

/**
 * Returns a CycloneDX document of what the app holds: npm's own list of the lock file, reduced to the components of the
 * build, and Electron. Time and serial number are left out, so that equal builds have equal documents.
 */
export function sbom(electronVersion: string): string {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--include=dev',
    '--offline',
  ];
  const output = execFileSync('npm', args, {
    cwd: appRoot,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 26,
  });
  const { serialNumber: _serial, ...document } = Sbom.parse(JSON.parse(output));
  const { timestamp: _time, component, ...metadata } = document.metadata;
  const names = new Set(listed().map(nameOf));
  const electron = {
    'bom-ref': `electron@${electronVersion}`,
    type: 'framework',
    name: 'electron',
    version: electronVersion,
    purl: `pkg:npm/electron@${electronVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const components = [...document.components.filter((entry) => names.has(entry['bom-ref'])), electron].map(
    ({ scope: _scope, properties: _properties, ...entry }: Record<string, unknown>) => entry,
  );
  const refs = new Set([component['bom-ref'], ...components.map((entry) => entry['bom-ref'])]);
  const dependencies = document.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => refs.has(ref)) }));
  const own = { ...component, name: 'meridian' };
  return `${JSON.stringify({ ...document, metadata: { ...metadata, component: own }, components, dependencies }, null, 1)}\n`;
}
