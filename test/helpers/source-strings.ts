/** Reads the strings of source files, for tests that look for keys or words among them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { appRoot } from '../../main/resources.ts';

/** Source files of the app outside its dictionaries. */
export const sourceFiles = (folders = 'main,renderer,shared'): string[] =>
  globSync(join(appRoot, `{${folders}}/**/*.{ts,tsx}`)).filter(
    (file) => !/(words|i18n\/common)\.ts$|\/shared\/messages\//.test(file),
  );

/** Strings of a source file, its templates as patterns in which a part stands for one step of a key, and their texts. */
export function stringsOf(file: string) {
  const literals: string[] = [];
  const templates: RegExp[] = [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) literals.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      texts.push(parts.join('…'));
      const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      if (node.head.text.includes('.')) templates.push(new RegExp(`^${escaped.join('[^.]+')}$`));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return { literals, templates, texts };
}
